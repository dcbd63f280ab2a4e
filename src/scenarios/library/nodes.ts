import type { LibraryGroup } from './library-scenario';

export const NODES = {
  id: 'nodes',
  scenarios: [
    {
      id: 'cordon',
      steps: [{ line: 'kubectl cordon node-1', settle: 1 }, { line: 'kubectl create deployment web --image=nginx:1.29 --replicas=4' }, { line: 'kubectl uncordon node-1', settle: 2 }],
    },
    {
      id: 'drain',
      steps: [
        { line: 'kubectl create deployment web --image=nginx:1.29 --replicas=3' },
        { line: 'kubectl drain node-1 --ignore-daemonsets', settle: 15 },
        { line: 'kubectl get pods -o wide', settle: 1 },
      ],
    },
  ],
} as const satisfies LibraryGroup;
