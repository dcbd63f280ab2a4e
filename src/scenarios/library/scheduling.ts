import type { LibraryGroup } from './library-scenario';

const BIG = `apiVersion: v1
kind: Pod
metadata: {name: big}
spec:
  containers: [{name: big, image: "nginx:1.29", resources: {requests: {cpu: "64"}}}]
`;

const PICKY = `apiVersion: v1
kind: Pod
metadata: {name: picky}
spec:
  nodeSelector: {disk: ssd}
  containers: [{name: web, image: "nginx:1.29"}]
`;

const APART = `apiVersion: apps/v1
kind: Deployment
metadata: {name: apart}
spec:
  replicas: 4
  selector: {matchLabels: {app: apart}}
  template:
    metadata: {labels: {app: apart}}
    spec:
      affinity:
        podAntiAffinity:
          requiredDuringSchedulingIgnoredDuringExecution:
          - topologyKey: kubernetes.io/hostname
            labelSelector: {matchLabels: {app: apart}}
      containers: [{name: web, image: "nginx:1.29"}]
`;

export const SCHEDULING = {
  id: 'scheduling',
  scenarios: [
    { id: 'too-much-cpu', steps: [{ line: 'kubectl apply -f -', stdin: BIG, settle: 5 }, { line: 'kubectl describe pod big', settle: 1 }] },
    { id: 'node-selector', steps: [{ line: 'kubectl apply -f -', stdin: PICKY, settle: 5 }, { line: 'kubectl label node node-2 disk=ssd' }] },
    {
      id: 'taint',
      steps: [
        { line: 'kubectl taint node node-1 node-2 node-3 team=x:NoSchedule', settle: 2 },
        { line: 'kubectl run web --image=nginx:1.29', settle: 5 },
        { line: 'kubectl taint node node-3 team-' },
      ],
    },
    { id: 'anti-affinity', steps: [{ line: 'kubectl apply -f -', stdin: APART }, { line: 'kubectl get pods -o wide', settle: 1 }] },
    { id: 'node-full', nodes: 1, steps: [{ line: 'kubectl create deployment crowd --image=nginx:1.29 --replicas=120', settle: 60 }] },
  ],
} as const satisfies LibraryGroup;
