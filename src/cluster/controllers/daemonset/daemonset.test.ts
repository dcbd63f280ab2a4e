import { describe, expect, it } from 'vitest';
import type { DaemonSet, Node, Pod } from '../../../api/types';
import { podTemplate, World } from '../testing/world';
import { affinityTo, daemonTolerations, nodeShouldRun, targetNode } from './fits';

const node = (name: string, spec: Readonly<Record<string, unknown>> = {}): unknown => ({ apiVersion: 'v1', kind: 'Node', metadata: { name, labels: { zone: name } }, spec, status: { conditions: [] } });
const daemonSet = (spec: Readonly<Record<string, unknown>> = {}): unknown => ({
  apiVersion: 'apps/v1', kind: 'DaemonSet', metadata: { name: 'agent', namespace: 'default', annotations: { 'deprecated.daemonset.template.generation': '1' } },
  spec: { selector: { matchLabels: { app: 'agent' } }, template: podTemplate({ app: 'agent' }), updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1 } }, revisionHistoryLimit: 10, ...spec },
  status: { currentNumberScheduled: 0, numberMisscheduled: 0, desiredNumberScheduled: 0, numberReady: 0 },
});

function created(spec: Readonly<Record<string, unknown>> = {}): World {
  const world = new World('1.20');
  for (const name of ['node-1', 'node-2', 'node-3']) world.api.put('nodes', node(name));
  world.run(1);
  world.api.writes.length = 0;
  world.api.put('daemonsets', daemonSet(spec));
  world.run(1);
  return world;
}

/** Plays the scheduler: binds each pod to the node that it is made for. */
function place(world: World): void {
  for (const pod of world.pods()) if (pod.status.phase === 'Pending') world.ready(pod.metadata.name, targetNode(pod) ?? '');
}

const status = (world: World): DaemonSet['status'] => world.get<DaemonSet>('daemonsets', 'default/agent').status;

describe('the daemon set controller', () => {
  it('records the template, then makes one pod for each node', () => {
    const world = created();
    expect(world.writes('daemon-set-controller').slice(0, 4)).toEqual(['create controllerrevisions 201', 'create pods 201', 'create pods 201', 'create pods 201']);
    expect(world.pods().map(targetNode).sort()).toEqual(['node-1', 'node-2', 'node-3']);
    expect(world.pods()[0]?.metadata.labels).toMatchObject({ app: 'agent', 'pod-template-generation': '1' });
    expect(world.api.list('controllerrevisions')[0]?.metadata.name).toBe(`agent-${world.pods()[0]?.metadata.labels?.['controller-revision-hash'] ?? ''}`);
    expect(status(world)).toMatchObject({ desiredNumberScheduled: 3, currentNumberScheduled: 3, updatedNumberScheduled: 3, numberReady: 0, numberUnavailable: 3 });
    place(world);
    world.run(1);
    expect(status(world)).toMatchObject({ numberReady: 3, numberAvailable: 3 });
    expect(status(world).numberUnavailable).toBeUndefined();
  });

  it('follows nodes that come', () => {
    const world = created();
    place(world);
    world.api.put('nodes', node('node-4'));
    world.run(1);
    expect(world.pods()).toHaveLength(4);
  });

  it('leaves out nodes that its selector or their taints exclude', () => {
    const world = created({ template: podTemplate({ app: 'agent' }, 'nginx', { nodeSelector: { zone: 'node-2' } }) });
    expect(world.pods().map(targetNode)).toEqual(['node-2']);
    expect(status(world).desiredNumberScheduled).toBe(1);
  });

  it('replaces old pods one at a time', () => {
    const world = created();
    place(world);
    world.run(1);
    world.api.change('daemonsets', 'default/agent', (ds: DaemonSet) => ({ ...ds, spec: { ...ds.spec, template: podTemplate({ app: 'agent' }, 'nginx:2') } }));
    for (let i = 0; i < 8; i++) {
      world.run(0.5);
      expect(world.pods().filter((p) => p.metadata.deletionTimestamp !== undefined || p.status.phase === 'Pending').length).toBeLessThanOrEqual(1);
      world.reap();
      world.run(0.5);
      place(world);
    }
    world.run(1);
    expect(world.pods().map((p) => p.spec.containers[0]?.image)).toEqual(['nginx:2', 'nginx:2', 'nginx:2']);
    expect(world.api.list('controllerrevisions')).toHaveLength(2);
  });

  it('replaces a pod that failed and says so', () => {
    const world = created();
    place(world);
    world.run(1);
    const [pod] = world.pods();
    world.api.change('pods', `default/${pod?.metadata.name ?? ''}`, (p: Pod) => ({ ...p, status: { ...p.status, phase: 'Failed', conditions: [] } }));
    world.run(1);
    expect(world.events().some((e) => e.startsWith(`Warning FailedDaemonPod Found failed daemon pod default/${pod?.metadata.name ?? ''}`))).toBe(true);
    world.reap();
    world.run(1);
    expect(world.pods().filter((p) => p.status.phase !== 'Failed')).toHaveLength(3);
  });
});

describe('where daemon pods belong', () => {
  it('ties a pod to its node, keeping other affinities', () => {
    expect(affinityTo(undefined, 'n')).toEqual({ nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['n'] }] }] } } });
  });

  it('tolerates what happens to nodes, in the order of Kubernetes', () => {
    expect(daemonTolerations({ hostNetwork: true } as Pod['spec']).map((t) => t.key?.replace('node.kubernetes.io/', ''))).toEqual([
      'not-ready', 'unreachable', 'disk-pressure', 'memory-pressure', 'pid-pressure', 'unschedulable', 'network-unavailable',
    ]);
  });

  it('lets pods stay on a node with a new NoSchedule taint, but not with NoExecute', () => {
    const ds = daemonSet() as DaemonSet;
    expect(nodeShouldRun(ds, node('n', { taints: [{ key: 'k', effect: 'NoSchedule' }] }) as Node)).toEqual({ run: false, stay: true });
    expect(nodeShouldRun(ds, node('n', { taints: [{ key: 'k', effect: 'NoExecute' }] }) as Node)).toEqual({ run: false, stay: false });
    expect(nodeShouldRun(ds, node('n', { taints: [{ key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' }] }) as Node)).toEqual({ run: true, stay: true });
  });
});
