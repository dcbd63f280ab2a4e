import { expect, it, vi } from 'vitest';
import type { KubeVersion } from '../api/version';
import { bootCluster } from '../cluster/boot';
import { Kernel } from '../kernel/kernel';
import { NONE } from '../kernel/time';
import { defaultCluster } from '../scenarios/default-cluster';
import { runScenario } from '../scenarios/runner';
import { parseScenario } from '../scenarios/scenario';
import { causesOf } from './causes';
import { messageView, spanView } from './rows';
import { traceOf, type Trace } from './trace';

// A whole cluster runs for each of them.
vi.setConfig({ testTimeout: 60_000 });

/** A rollout into which another one falls, evictions by drain and by taint, deletions in each way, and what runs in a pod. */
const WORKLOADS = `
id: workloads
steps:
- run: kubectl create deployment web --image=nginx:1.29 --replicas=4
  settle: 10
- run: kubectl scale deployment web --replicas=6
  settle: 6
- run: kubectl set image deployment/web nginx=nginx:1.28
  settle: 2
- run: kubectl set image deployment/web nginx=nginx:1.20
  settle: 25
- run: kubectl rollout undo deployment/web
- run: kubectl rollout status deployment/web
- run: kubectl exec deployment/web -- ls
- run: kubectl logs deployment/web
- run: kubectl expose deployment web --port=80
- run: kubectl create poddisruptionbudget web --selector=app=web --min-available=5
  settle: 2
- run: kubectl drain node-1 --ignore-daemonsets --timeout=60s
  settle: 30
- run: kubectl uncordon node-1
- run: kubectl taint node node-2 x=y:NoExecute
  settle: 45
- run: kubectl taint node node-2 x-
- run: kubectl delete service web
- run: kubectl delete deployment web --cascade=foreground
  settle: 35
- run: kubectl create deployment other --image=nginx:1.29 --replicas=2
  settle: 8
- run: kubectl delete deployment other --cascade=orphan
  settle: 3
- run: kubectl delete pod --all
  settle: 5
- run: kubectl delete replicaset --all
  settle: 30
`;
const JOBS_AND_PREEMPTION = `
id: jobs-and-preemption
steps:
- run: kubectl create job fine --image=busybox:1.32 -- sh -c 'echo hello; sleep 1'
  settle: 8
- run: kubectl create job broken --image=busybox:1.32 -- false
  settle: 25
- run: kubectl apply -f -
  stdin: |
    apiVersion: batch/v1
    kind: Job
    metadata: {name: slow}
    spec:
      activeDeadlineSeconds: 5
      template: {spec: {restartPolicy: Never, terminationGracePeriodSeconds: 1, containers: [{name: c, image: "busybox:1.32", command: ["sleep","600"]}]}}
  settle: 12
- run: kubectl delete job --all
  settle: 10
- run: kubectl apply -f -
  stdin: |
    apiVersion: scheduling.k8s.io/v1
    kind: PriorityClass
    metadata: {name: high}
    value: 1000
    ---
    apiVersion: apps/v1
    kind: Deployment
    metadata: {name: low}
    spec:
      replicas: 3
      selector: {matchLabels: {app: low}}
      template: {metadata: {labels: {app: low}}, spec: {terminationGracePeriodSeconds: 2, containers: [{name: c, image: "nginx:1.19", resources: {requests: {cpu: "3"}}}]}}
  settle: 12
- run: kubectl apply -f -
  stdin: |
    apiVersion: v1
    kind: Pod
    metadata: {name: vip}
    spec: {priorityClassName: high, terminationGracePeriodSeconds: 1, containers: [{name: c, image: "nginx:1.19", resources: {requests: {cpu: "3"}}}]}
  settle: 30
- run: kubectl delete deployment low
  settle: 35
- run: kubectl create namespace short
- run: kubectl create deployment web --image=nginx:1.29 -n short
  settle: 5
- run: kubectl delete namespace short
  settle: 30
- run: kubectl apply -n nowhere -f -
  stdin: '{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "lost"}}'
`;

/** What the cluster does by itself, at times of its own: nothing led to it. */
const ROOTS: readonly RegExp[] = [
  /^command terminal → kubectl /,
  // A watch that has had nothing to tell for a minute.
  /^timer kube-apiserver → kube-apiserver bookmark$/, /^watch kube-apiserver → \S+ BOOKMARK /,
  /^timer \S+ → \S+ (full )?resync$/, /^timer kube-apiserver → kube-apiserver compaction$/, /^etcd kube-apiserver → etcd (range \/|compact)$/,
];
/** Objects of the default namespace that no command made. */
const NOT_MADE = /^(services|endpoints|endpointslices)\/default\/kubernetes$|^(serviceaccounts|configmaps|secrets)\/default\/(default|kube-root-ca)|^leases\//;
const KINDS = new Set(['http', 'response', 'watch', 'etcd', 'cri', 'cni']);

function run(yaml: string, version: KubeVersion): { readonly trace: Trace; readonly began: number } {
  const scenario = parseScenario('scenario.yaml', yaml);
  if (!scenario.ok) throw new Error(`scenario: ${JSON.stringify(scenario.error)}`);
  const kernel = new Kernel(1);
  const cluster = bootCluster(kernel, defaultCluster(version));
  const began = kernel.now;
  runScenario(cluster, scenario.value);
  return { trace: traceOf(kernel.log), began };
}

const CASES = (['1.20', '1.35'] as const).flatMap((version) => ([['workloads', WORKLOADS], ['jobs and preemption', JOBS_AND_PREEMPTION]] as const).map(([name, yaml]) => [name, version, yaml] as const));

it.each(CASES)('%s in %s: whatever is sent has a cause, and all that is about a command\'s objects goes back to a command', (_, version, yaml) => {
  const { trace, began } = run(yaml, version);
  const { messages, spans } = trace.log;
  const text = (row: number): string => {
    const { kind, from, to, label } = messageView(trace.log, row);
    return `${kind} ${from} → ${to} ${label}`;
  };
  const isRoot = (row: number): boolean => ROOTS.some((root) => root.test(text(row)));
  const loose = new Set<string>();
  for (let row = 0; row < messages.sent.length; row++) {
    if (messages.sent.get(row) >= began && messages.cause.get(row) === NONE && !isRoot(row)) loose.add(text(row));
  }
  for (let row = 0; row < spans.begin.length; row++) {
    if (spans.begin.get(row) < began || spans.cause.get(row) !== NONE) continue;
    const { actor, machine, state } = spanView(trace.log, row);
    loose.add(`${actor}: ${machine} ${state}`);
  }
  expect([...loose]).toEqual([]);

  const strays = new Set<string>();
  let followed = 0;
  for (let row = 0; row < messages.sent.length; row++) {
    if (messages.sent.get(row) < began) continue;
    const { kind, subject = '' } = messageView(trace.log, row);
    if (!KINDS.has(kind) || !/\/(default|short)\//.test(subject) || NOT_MADE.test(subject)) continue;
    followed++;
    if (trace.index.commandOfMessage(row) !== NONE) continue;
    // A probe, a retry: what a rest lies before is no longer the command's, but it still comes from there.
    const last = causesOf(trace, { kind: 'message', row }).at(-1)?.ref;
    if (last?.kind !== 'message' || !isRoot(last.row)) strays.add(`${text(row)} ← ${last === undefined ? '' : last.kind === 'message' ? text(last.row) : JSON.stringify(spanView(trace.log, last.row))}`);
  }
  expect(followed).toBeGreaterThan(1000);
  expect([...strays]).toEqual([]);
});
