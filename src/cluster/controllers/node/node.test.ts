import { describe, expect, it } from 'vitest';
import type { Node, Pod } from '../../../api/types';
import { World } from '../testing/world';
import { evictionRate, zoneState } from './health';
import { noScheduleChanges, stayOf } from './taints';

const node = (name: string, world: World): unknown => ({
  apiVersion: 'v1', kind: 'Node', metadata: { name }, spec: {},
  status: { conditions: [{ type: 'Ready', status: 'True', reason: 'KubeletReady', message: 'kubelet is posting ready status', lastHeartbeatTime: world.now(), lastTransitionTime: world.now() }], daemonEndpoints: {}, nodeInfo: {} },
});

const pod = (name: string, on: string, tolerationSeconds: number): unknown => ({
  apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace: 'default' },
  spec: { nodeName: on, containers: [], tolerations: ['not-ready', 'unreachable'].map((k) => ({ key: `node.kubernetes.io/${k}`, operator: 'Exists', effect: 'NoExecute', tolerationSeconds })) },
  status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True', lastProbeTime: null, lastTransitionTime: null }] },
});

/** Plays kubelets: renews the leases of these nodes each ten seconds. */
function beat(world: World, names: readonly string[], seconds: number): void {
  for (let i = 0; i < seconds / 10; i++) {
    for (const name of names) {
      world.api.put('leases', { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name, namespace: 'kube-node-lease' }, spec: { holderIdentity: name, renewTime: world.now().replace('Z', '.000000Z') } });
    }
    world.run(10);
  }
}

function threeNodes(version: '1.20' | '1.35' = '1.20'): World {
  const world = new World(version);
  for (const name of ['node-1', 'node-2', 'node-3']) world.api.put('nodes', node(name, world));
  world.api.put('pods', pod('p', 'node-1', 30));
  beat(world, ['node-1', 'node-2', 'node-3'], 20);
  world.api.writes.length = 0;
  return world;
}

const theNode = (world: World): Node => world.get<Node>('nodes', 'node-1');
const ready = (world: World): string => theNode(world).status.conditions?.find((c) => c.type === 'Ready')?.status ?? '';
const taints = (world: World): readonly string[] => (theNode(world).spec.taints ?? []).map((t) => `${t.key}:${t.effect}`);

describe('the node controllers', () => {
  it('greet a node, give it its pod range and its cache time', () => {
    const world = new World();
    world.api.put('nodes', node('node-2', world));
    world.run(6);
    expect(world.events()).toContain('Normal RegisteredNode Node node-2 event: Registered Node node-2 in Controller');
    expect(world.get<Node>('nodes', 'node-2').spec.podCIDR).toBe('10.244.1.0/24');
    expect(world.get<Node>('nodes', 'node-2').metadata.annotations?.['node.alpha.kubernetes.io/ttl']).toBe('0');
  });

  it('leave a node alone as long as its lease is renewed', () => {
    const world = threeNodes();
    beat(world, ['node-1', 'node-2', 'node-3'], 120);
    expect(ready(world)).toBe('True');
    expect(taints(world)).toEqual([]);
  });

  it.each([['1.20', 40], ['1.35', 50]] as const)('call a silent node unknown after the grace period of %s', (version, grace) => {
    const world = threeNodes(version);
    beat(world, ['node-2', 'node-3'], grace - 10);
    expect(ready(world)).toBe('True');
    beat(world, ['node-2', 'node-3'], 20);
    expect(ready(world)).toBe('Unknown');
    expect(theNode(world).status.conditions?.[0]).toMatchObject({ reason: 'NodeStatusUnknown', message: 'Kubelet stopped posting node status.' });
    expect([...taints(world)].sort()).toEqual(['node.kubernetes.io/unreachable:NoExecute', 'node.kubernetes.io/unreachable:NoSchedule']);
    expect(world.events()).toContain('Normal NodeNotReady Node node-1 status is now: NodeNotReady');
    expect(world.get<Pod>('pods', 'default/p').status.conditions?.[0]?.status).toBe('False');
  });

  it('evict a pod when its toleration runs out, and say why since 1.26', () => {
    const world = threeNodes('1.35');
    beat(world, ['node-2', 'node-3'], 60);
    expect(world.get<Pod>('pods', 'default/p').metadata.deletionTimestamp).toBeUndefined();
    beat(world, ['node-2', 'node-3'], 60);
    const p = world.get<Pod>('pods', 'default/p');
    expect(p.metadata.deletionTimestamp).toBeDefined();
    expect(p.status.conditions).toContainEqual(expect.objectContaining({ type: 'DisruptionTarget', reason: 'DeletionByTaintManager' }));
    expect(world.events()).toContain('Normal TaintManagerEviction Marking for deletion Pod default/p');
  });

  it('cancel the eviction when the node comes back', () => {
    const world = threeNodes();
    beat(world, ['node-2', 'node-3'], 60);
    expect(ready(world)).toBe('Unknown');
    world.api.change('nodes', 'node-1', (n: Node) => ({ ...n, status: { ...n.status, conditions: [{ type: 'Ready', status: 'True', lastHeartbeatTime: world.now(), lastTransitionTime: world.now() }] } }));
    beat(world, ['node-1', 'node-2', 'node-3'], 60);
    expect(taints(world)).toEqual([]);
    expect(world.get<Pod>('pods', 'default/p').metadata.deletionTimestamp).toBeUndefined();
    expect(world.events()).toContain('Normal TaintManagerEviction Cancelling deletion of Pod default/p');
  });

  it('give up nobody when all nodes fall silent', () => {
    const world = threeNodes();
    beat(world, [], 90);
    world.run(90);
    expect(ready(world)).toBe('Unknown');
    expect(taints(world).filter((t) => t.endsWith('NoExecute')).length).toBeLessThanOrEqual(1);
  });

  it('taint a cordoned node and take the taint off again', () => {
    const world = threeNodes();
    world.api.change('nodes', 'node-1', (n: Node) => ({ ...n, spec: { ...n.spec, unschedulable: true } }));
    world.run(1);
    expect(taints(world)).toEqual(['node.kubernetes.io/unschedulable:NoSchedule']);
    expect(world.writes('node-controller')).toEqual(['patch nodes 200']);
    world.api.change('nodes', 'node-1', (n: Node) => ({ ...n, spec: { ...n.spec, unschedulable: false } }));
    world.run(1);
    expect(taints(world)).toEqual([]);
  });

  it('remove pods of a node that is gone for forty seconds', () => {
    const world = threeNodes();
    world.api.remove('nodes', 'node-1');
    beat(world, ['node-2', 'node-3'], 30);
    expect(world.api.get('pods', 'default/p')).toBeDefined();
    beat(world, ['node-2', 'node-3'], 60);
    expect(world.api.get('pods', 'default/p')).toBeUndefined();
    expect(world.writes('pod-garbage-collector')).toContain('delete pods 200');
  });
});

describe('taints and zones', () => {
  it('a pod that does not tolerate a taint goes at once, one without a limit stays', () => {
    const taint = [{ key: 'k', effect: 'NoExecute' as const }];
    const bare = { spec: {} } as Pod;
    expect(stayOf(bare, [])).toEqual({ type: 'untainted' });
    expect(stayOf(bare, taint)).toEqual({ type: 'seconds', seconds: 0 });
    expect(stayOf({ spec: { tolerations: [{ operator: 'Exists' }] } } as unknown as Pod, taint)).toEqual({ type: 'forever' });
    expect(stayOf({ spec: { tolerations: [{ key: 'k', operator: 'Exists', tolerationSeconds: 7 }] } } as unknown as Pod, taint)).toEqual({ type: 'seconds', seconds: 7 });
  });

  it('leaves taints alone that are not its own', () => {
    const n = { spec: { taints: [{ key: 'team', effect: 'NoSchedule' }] }, status: { conditions: [{ type: 'MemoryPressure', status: 'True' }] } } as unknown as Node;
    expect(noScheduleChanges(n)).toEqual({ add: ['node.kubernetes.io/memory-pressure'], remove: [] });
  });

  it('slows evictions down in a zone with many silent nodes', () => {
    expect([zoneState(3, 0), zoneState(2, 3), zoneState(0, 3), zoneState(1, 1)]).toEqual(['Normal', 'PartialDisruption', 'FullDisruption', 'Normal']);
    expect([evictionRate('Normal', 5), evictionRate('PartialDisruption', 5), evictionRate('PartialDisruption', 60)]).toEqual([0.1, 0, 0.01]);
  });
});
