import type { LibraryGroup } from './library-scenario';

const STALE = `apiVersion: v1
kind: ConfigMap
metadata: {name: settings, resourceVersion: "1"}
data: {colour: green}
`;

export const REFUSALS = {
  id: 'refusals',
  scenarios: [
    {
      id: 'already-exists',
      steps: [{ line: 'kubectl create deployment nginx --image=nginx:1.29' }, { line: 'kubectl create deployment nginx --image=nginx:1.29', settle: 1 }],
    },
    { id: 'bad-name', steps: [{ line: 'kubectl create deployment Bad_Name --image=nginx:1.29', settle: 1 }] },
    { id: 'namespace-missing', steps: [{ line: 'kubectl create deployment web --image=nginx:1.29 -n dev', settle: 1 }] },
    {
      id: 'forbidden',
      steps: [
        { line: 'kubectl create deployment web --image=nginx:1.29 --user=alice', settle: 1 },
        { line: 'kubectl create role dev --verb=create,get,list --resource=deployments.apps', settle: 1 },
        { line: 'kubectl create rolebinding dev --role=dev --user=alice', settle: 1 },
        { line: 'kubectl create deployment web --image=nginx:1.29 --user=alice' },
      ],
    },
    {
      id: 'quota',
      steps: [
        { line: 'kubectl create quota small --hard=pods=2', settle: 2 },
        { line: 'kubectl create deployment web --image=nginx:1.29 --replicas=4', settle: 15 },
        { line: 'kubectl run one-more --image=nginx:1.29', settle: 1 },
      ],
    },
    {
      id: 'conflict',
      steps: [{ line: 'kubectl create configmap settings --from-literal=colour=red', settle: 1 }, { line: 'kubectl replace -f -', stdin: STALE, settle: 1 }],
    },
  ],
} as const satisfies LibraryGroup;
