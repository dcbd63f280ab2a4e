import type { LibraryGroup } from './library-scenario';

const SICK = `apiVersion: v1
kind: Pod
metadata: {name: sick}
spec:
  terminationGracePeriodSeconds: 5
  containers:
  - name: web
    image: nginx:1.29
    livenessProbe: {exec: {command: [cat, /healthy]}, periodSeconds: 5, failureThreshold: 2}
`;

const DOOMED = `apiVersion: batch/v1
kind: Job
metadata: {name: doomed}
spec:
  backoffLimit: 1
  template:
    spec:
      restartPolicy: Never
      containers: [{name: main, image: "busybox:1.37", command: [sh, -c, exit 3]}]
`;

const UNCONFIGURED = `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
  - name: web
    image: nginx:1.29
    envFrom: [{configMapRef: {name: settings}}]
`;

export const FAILURES = {
  id: 'failures',
  scenarios: [
    { id: 'image-missing', steps: [{ line: 'kubectl create deployment broken --image=nginx:9.99', settle: 40 }] },
    { id: 'crash-loop', steps: [{ line: "kubectl run crash --image=busybox:1.37 -- sh -c 'echo boom; exit 1'", settle: 75 }, { line: 'kubectl logs crash', settle: 1 }] },
    { id: 'job-fails', steps: [{ line: 'kubectl apply -f -', stdin: DOOMED, settle: 40 }, { line: 'kubectl get jobs,pods', settle: 1 }] },
    { id: 'liveness', steps: [{ line: 'kubectl apply -f -', stdin: SICK }, { wait: 40 }, { line: 'kubectl get pod sick', settle: 1 }] },
    { id: 'configuration-missing', steps: [{ line: 'kubectl apply -f -', stdin: UNCONFIGURED }, { line: 'kubectl create configmap settings --from-literal=colour=red', settle: 20 }] },
  ],
} as const satisfies LibraryGroup;
