import type { LibraryGroup } from './library-scenario';

const AGENT = `apiVersion: apps/v1
kind: DaemonSet
metadata: {name: agent}
spec:
  selector: {matchLabels: {app: agent}}
  template:
    metadata: {labels: {app: agent}}
    spec:
      containers: [{name: agent, image: "nginx:1.29"}]
`;

const DB = `apiVersion: v1
kind: Service
metadata: {name: db}
spec: {clusterIP: None, selector: {app: db}, ports: [{port: 80}]}
---
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: db}
spec:
  serviceName: db
  replicas: 3
  selector: {matchLabels: {app: db}}
  template:
    metadata: {labels: {app: db}}
    spec:
      terminationGracePeriodSeconds: 5
      containers: [{name: db, image: "nginx:1.29"}]
`;

export const WORKLOADS = {
  id: 'workloads',
  scenarios: [
    {
      id: 'job',
      steps: [{ line: "kubectl create job hello --image=busybox:1.37 -- /bin/sh -c 'echo hello; sleep 1'" }, { line: 'kubectl logs job/hello', settle: 1 }],
    },
    {
      id: 'cron-job',
      steps: [
        { line: "kubectl create cronjob tick --image=busybox:1.37 --schedule='* * * * *' -- true", settle: 1 },
        { wait: 90 },
        { line: 'kubectl get cronjobs,jobs', settle: 1 },
      ],
    },
    { id: 'daemon-set', steps: [{ line: 'kubectl apply -f -', stdin: AGENT }] },
    { id: 'stateful-set', steps: [{ line: 'kubectl apply -f -', stdin: DB, settle: 25 }, { line: 'kubectl scale statefulset db --replicas=1', settle: 15 }] },
  ],
} as const satisfies LibraryGroup;
