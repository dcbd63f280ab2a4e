import { describe, expect, it } from 'vitest';
import type { Namespace, Pod } from '../../../api/types';
import { World } from '../testing/world';

const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'team-a' }, spec: { finalizers: ['kubernetes'] }, status: { phase: 'Active' } };
const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', namespace: 'team-a' }, spec: { nodeName: 'node-1', terminationGracePeriodSeconds: 30 }, status: { phase: 'Running' } };

function filled(version: '1.20' | '1.35'): World {
  const world = new World(version);
  world.api.put('namespaces', namespace);
  world.api.put('pods', pod);
  world.run(1);
  world.api.writes.length = 0;
  world.api.requests.length = 0;
  return world;
}

function terminate(world: World): void {
  world.api.change('namespaces', 'team-a', (ns: Namespace) => ({ ...ns, metadata: { ...ns.metadata, deletionTimestamp: world.now() }, status: { phase: 'Terminating' } }));
}

const condition = (world: World, type: string): string => {
  const c = world.get<Namespace>('namespaces', 'team-a').status.conditions?.find((x) => x.type === type);
  return `${c?.status ?? ''} ${c?.reason ?? ''} ${c?.message ?? ''}`;
};

describe('the namespace controller', () => {
  it('waits five seconds, then deletes everything and says what remains', () => {
    const world = filled('1.20');
    terminate(world);
    world.run(4.9);
    expect(world.writes('namespace-controller')).toEqual([]);
    world.run(2);
    expect(world.writes('namespace-controller')).toContain('deletecollection pods 200');
    expect(world.writes('namespace-controller').at(-1)).toBe('update namespaces/status 200');
    expect(condition(world, 'NamespaceContentRemaining')).toBe('True SomeResourcesRemain Some resources are remaining: pods. has 1 resource instances');
    expect(condition(world, 'NamespaceDeletionContentFailure')).toBe('False ContentDeleted All content successfully deleted, may be waiting on finalization');
  });

  it('comes again after half the grace of the pods, then in quick succession, and finalizes with one conflict', () => {
    const world = filled('1.20');
    terminate(world);
    const from = world.kernel.now;
    world.run(36);
    const looks = (): readonly number[] => world.api.writes.filter((w) => w.actor === 'namespace-controller' && w.what === 'pods').map((w) => Math.round((w.at - from) / 1_000_000));
    expect(looks().slice(0, 3)).toEqual([5, 10, 26]);
    world.run(10);
    // The grace is over: a pod that stays is an error.
    expect(condition(world, 'NamespaceDeletionContentFailure')).toBe('True ContentDeletionFailed Failed to delete all resource types, 1 remaining: unexpected items still remain in namespace: team-a for gvr: /v1, Resource=pods');
    world.api.remove('pods', 'team-a/p');
    world.api.writes.length = 0;
    world.run(20);
    expect(world.writes('namespace-controller').slice(-3)).toEqual(['update namespaces/status 200', 'update namespaces/finalize 409', 'update namespaces/finalize 200']);
    expect(world.api.get('namespaces', 'team-a')).toBeUndefined();
  });

  it('names the finalizers that hold it up', () => {
    const world = filled('1.35');
    world.api.remove('pods', 'team-a/p');
    world.api.put('configmaps', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'sticky', namespace: 'team-a', finalizers: ['example.com/x'] } });
    terminate(world);
    world.run(7);
    expect(condition(world, 'NamespaceFinalizersRemaining')).toBe('True SomeFinalizersRemain Some content in the namespace has finalizers remaining: example.com/x in 1 resource instances');
  });

  it('deletes pods before anything else since 1.33', () => {
    const world = filled('1.35');
    terminate(world);
    world.run(7);
    expect(world.writes('namespace-controller')).toEqual(['deletecollection pods 200', 'update namespaces/status 200']);
    world.api.change('pods', 'team-a/p', (p: Pod) => p);
    world.api.remove('pods', 'team-a/p');
    world.run(40);
    expect(world.api.get('namespaces', 'team-a')).toBeUndefined();
  });
});
