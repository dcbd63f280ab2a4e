import { expect, it } from 'vitest';
import type { Job, Pod } from '../../../api/types';
import type { KubeVersion } from '../../../api/version';
import { Kernel } from '../../../kernel/kernel';
import { SECOND } from '../../../kernel/time';
import { defaultCluster } from '../../../scenarios/default-cluster';
import { bootCluster, type Cluster } from '../../boot';

function cluster(seed: number, version: KubeVersion = '1.35'): Cluster {
  return bootCluster(new Kernel(seed), defaultCluster(version, 1));
}

function run({ kernel, kubectl }: Cluster, line: string, seconds: number, stdin?: string): string {
  let out = '';
  kubectl.execute({ line, ...(stdin === undefined ? {} : { stdin }), onOutput: ({ text }) => (out += text), onExit: () => {} });
  kernel.run(kernel.now + seconds * SECOND);
  return out;
}

// The job's and the pod's news come over two watches, in any order: what was counted is never started again.
it.each([1, 2, 3, 4, 5, 6])('a Job that wants one success starts one pod, whatever order the news comes in (seed %d)', (seed) => {
  const world = cluster(seed);
  run(world, "kubectl create job hello --image=busybox:1.32 -- sh -c 'sleep 1'", 10);
  const { revisions, strings } = world.kernel.log;
  const pods = new Set<string>();
  for (let row = 0; row < revisions.key.length; row++) {
    const key = strings[revisions.key.get(row)] ?? '';
    if (key.startsWith('/registry/pods/default/hello-')) pods.add(key);
  }
  expect([...pods]).toHaveLength(1);
});

it('a pod whose Job was deleted while it ran is let go', () => {
  const world = cluster(1);
  run(world, 'kubectl create job long --image=busybox:1.32 -- sleep 100', 5);
  expect(run(world, 'kubectl get pods -o name', 1)).toMatch(/^pod\/long-\w+\n$/);
  run(world, 'kubectl delete job long', 60);
  expect(run(world, 'kubectl get pods', 1)).toBe('No resources found in default namespace.\n');
});

it('a pod that its deleted Job leaves behind goes on, untracked', () => {
  const world = cluster(1);
  run(world, 'kubectl create job long --image=busybox:1.32 -- sleep 100', 5);
  run(world, 'kubectl delete job long --cascade=orphan', 5);
  const [pod] = (JSON.parse(run(world, 'kubectl get pods -o json', 1)) as { readonly items: readonly Pod[] }).items;
  expect(pod).toMatchObject({ status: { phase: 'Running' } });
  expect(pod?.metadata.finalizers).toBeUndefined();
  expect(pod?.metadata.ownerReferences).toBeUndefined();
});

const SLOW = `
apiVersion: batch/v1
kind: Job
metadata: {name: slow}
spec:
  activeDeadlineSeconds: 5
  backoffLimit: 0
  template: {spec: {restartPolicy: Never, terminationGracePeriodSeconds: 1, containers: [{name: c, image: "busybox:1.32", command: [sleep, "600"]}]}}
`;

it.each([['1.20', ['Failed']], ['1.35', ['FailureTarget', 'Failed']]] as const)('a Job that takes too long fails when its deadline has passed, and its pod is stopped (%s)', (version, conditions) => {
  const world = cluster(1, version);
  run(world, 'kubectl apply -f -', 4, SLOW);
  const job = (): Job => JSON.parse(run(world, 'kubectl get job slow -o json', 0.5)) as Job;
  expect(job().status).toMatchObject({ active: 1 });
  expect(job().status.conditions).toBeUndefined();
  world.kernel.run(world.kernel.now + 8 * SECOND);
  expect(job().status.conditions?.map((c) => c.type)).toEqual(conditions);
  expect(new Set(job().status.conditions?.map((c) => c.reason))).toEqual(new Set(['DeadlineExceeded']));
  expect(job().status.active).toBeUndefined();
  expect(run(world, 'kubectl get events', 1)).toMatch(/Warning +DeadlineExceeded +job\/slow +Job was active longer than specified deadline/);
  world.kernel.run(world.kernel.now + 30 * SECOND);
  expect(run(world, 'kubectl get pods', 1)).not.toMatch(/Running/);
});
