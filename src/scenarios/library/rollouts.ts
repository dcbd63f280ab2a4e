import type { LibraryGroup } from './library-scenario';

export const ROLLOUTS = {
  id: 'rollouts',
  scenarios: [
    {
      id: 'scale',
      steps: [{ line: 'kubectl create deployment web --image=nginx:1.29 --replicas=2' }, { line: 'kubectl scale deployment web --replicas=5' }],
    },
    {
      id: 'rollout',
      steps: [
        { line: 'kubectl create deployment web --image=nginx:1.28 --replicas=3' },
        { line: 'kubectl set image deployment/web nginx=nginx:1.29', settle: 30 },
        { line: 'kubectl rollout undo deployment/web', settle: 30 },
      ],
    },
    {
      id: 'rollout-stuck',
      steps: [
        { line: 'kubectl create deployment web --image=nginx:1.29 --replicas=3' },
        { line: 'kubectl set image deployment/web nginx=nginx:9.99', settle: 40 },
        { line: 'kubectl rollout undo deployment/web', settle: 30 },
      ],
    },
    { id: 'hundred', steps: [{ line: 'kubectl create deployment crowd --image=nginx:1.29 --replicas=100', settle: 40 }] },
  ],
} as const satisfies LibraryGroup;
