import type { LibraryGroup } from './library-scenario';

export const FIRST_STEPS = {
  id: 'first-steps',
  scenarios: [
    { id: 'create-deployment', steps: [{ line: 'kubectl create deployment nginx --image=nginx:1.29 --replicas=3' }] },
    { id: 'run-pod', steps: [{ line: 'kubectl run web --image=nginx:1.29' }] },
    {
      id: 'expose',
      steps: [
        { line: 'kubectl create deployment web --image=nginx:1.29 --replicas=2' },
        { line: 'kubectl expose deployment web --port=80', settle: 5 },
        { line: 'kubectl get service,endpointslices', settle: 1 },
      ],
    },
    {
      id: 'delete-deployment',
      steps: [{ line: 'kubectl create deployment web --image=nginx:1.29 --replicas=2' }, { line: 'kubectl delete deployment web' }],
    },
  ],
} as const satisfies LibraryGroup;
