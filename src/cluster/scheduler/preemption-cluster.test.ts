import { expect, it } from 'vitest';
import type { Pod } from '../../api/types';
import type { KubeVersion } from '../../api/version';
import { Kernel } from '../../kernel/kernel';
import { SECOND } from '../../kernel/time';
import { defaultCluster } from '../../scenarios/default-cluster';
import { bootCluster, type Cluster } from '../boot';

function run({ kernel, kubectl }: Cluster, line: string, seconds: number, stdin?: string): string {
  let out = '';
  kubectl.execute({ line, ...(stdin === undefined ? {} : { stdin }), onOutput: ({ text }) => (out += text), onExit: () => {} });
  kernel.run(kernel.now + seconds * SECOND);
  return out;
}

const FULL = `
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
`;
const VIP = `
apiVersion: v1
kind: Pod
metadata: {name: vip}
spec: {priorityClassName: high, containers: [{name: c, image: "nginx:1.19", resources: {requests: {cpu: "3"}}}]}
`;

const CASES = (['1.20', '1.35'] as const).flatMap((version) => [1, 2, 3].map((seed): readonly [KubeVersion, number] => [version, seed]));

// Each node has room for one of them: the newcomer gets that of a pod whose containers have stopped, though its object and volumes may still be there.
it.each(CASES)('a pod of higher priority takes a place: one victim goes, one replacement waits, nobody is refused by a kubelet (%s, seed %d)', (version, seed) => {
  const world = bootCluster(new Kernel(seed), defaultCluster(version));
  run(world, 'kubectl apply -f -', 12, FULL);
  run(world, 'kubectl apply -f -', 45, VIP);
  const { items } = JSON.parse(run(world, 'kubectl get pods -o json', 1)) as { readonly items: readonly Pod[] };
  const vip = items.find((pod) => pod.metadata.name === 'vip');
  expect(vip?.status.phase).toBe('Running');
  expect(items.filter((pod) => pod !== vip).map((pod) => pod.status.phase).sort()).toEqual(['Pending', 'Running', 'Running']);
  const { revisions, strings } = world.kernel.log;
  const pods = new Set(Array.from({ length: revisions.key.length }, (_, row) => strings[revisions.key.get(row)] ?? '').filter((key) => key.startsWith('/registry/pods/default/low-')));
  expect(pods.size).toBe(4);
});
