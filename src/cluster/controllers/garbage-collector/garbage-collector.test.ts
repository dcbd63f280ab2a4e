import { describe, expect, it } from 'vitest';
import type { Deployment, KubeObject } from '../../../api/types';
import { deployment, World } from '../testing/world';

function running(version: '1.20' | '1.35' = '1.20'): World {
  const world = new World(version);
  world.api.put('deployments', deployment('web', 2));
  world.run(1);
  world.readyAll();
  // Past the next reset of the REST mapper.
  world.run(40);
  world.api.writes.length = 0;
  world.api.requests.length = 0;
  return world;
}

/** Plays kubectl: the deletion with its finalizer, as the API server stores it. */
function deleteWith(world: World, finalizer: string | undefined): void {
  if (finalizer === undefined) world.api.remove('deployments', 'default/web');
  else world.api.change('deployments', 'default/web', (d: Deployment) => ({ ...d, metadata: { ...d.metadata, deletionTimestamp: world.now(), finalizers: [finalizer] } }));
}

const gc = 'generic-garbage-collector';

describe('the garbage collector', () => {
  it('deletes in the background what lost its owner, level by level', () => {
    const world = running();
    deleteWith(world, undefined);
    world.run(2);
    expect(world.writes(gc)).toEqual(['delete replicasets 200', 'delete pods 200', 'delete pods 200']);
    const bodies = world.api.writes.filter((w) => w.actor === gc).map((w) => (w.body as { readonly propagationPolicy: string }).propagationPolicy);
    expect(bodies).toEqual(['Background', 'Background', 'Background']);
    // The graph saw the owners go: it need not ask for them.
    expect(world.api.requests.filter((r) => r.startsWith(`${gc} GET`) && r.includes('/deployments/'))).toEqual([]);
    world.reap();
    world.run(1);
    expect(world.pods()).toEqual([]);
  });

  it('waits, before 1.26, for a discovery of 39 requests after the REST mapper was reset', () => {
    const lag = (version: '1.20' | '1.35'): number => {
      const world = running(version);
      const from = world.kernel.now;
      deleteWith(world, undefined);
      world.run(2);
      return ((world.api.writes.find((w) => w.actor === gc)?.at ?? 0) - from) / 1000;
    };
    expect(lag('1.20')).toBeGreaterThan(440);
    expect(lag('1.20')).toBeLessThan(500);
    expect(lag('1.35')).toBeLessThan(40);
  });

  it('deletes in the foreground from the leaves up, and lets each owner go when its last dependent went', () => {
    const world = running();
    deleteWith(world, 'foregroundDeletion');
    world.run(2);
    const writes = world.writes(gc);
    expect(writes[0]).toBe('delete replicasets 200');
    expect(new Set(writes.slice(1))).toEqual(new Set(['delete pods 200']));
    const [first] = world.api.writes.filter((w) => w.actor === gc);
    expect((first?.body as { readonly propagationPolicy: string }).propagationPolicy).toBe('Foreground');
    expect(world.api.list('deployments')).toHaveLength(1);
    expect(world.api.list('replicasets')).toHaveLength(1);
    world.api.writes.length = 0;
    world.reap();
    world.run(2);
    expect(world.writes(gc).filter((w) => w.endsWith('200'))).toEqual(['patch replicasets 200', 'patch deployments 200']);
    expect([...world.api.list('deployments'), ...world.api.list('replicasets')]).toEqual([]);
  });

  it('tries again after a conflict when it takes a finalizer off', () => {
    const world = running();
    deleteWith(world, 'foregroundDeletion');
    world.run(2);
    let conflicts = 0;
    world.api.refuse = (method, t) => (method === 'PATCH' && t.resource === 'deployments' && conflicts++ < 2 ? { code: 409, reason: 'Conflict', message: 'the object has been modified' } : undefined);
    world.reap();
    world.run(2);
    expect(world.writes(gc).filter((w) => w.includes('deployments'))).toEqual(['patch deployments 409', 'patch deployments 409', 'patch deployments 200']);
  });

  it('sets dependents free on request', () => {
    const world = running();
    deleteWith(world, 'orphan');
    world.run(2);
    expect(world.writes(gc).filter((w) => w.endsWith('200'))).toEqual(['patch replicasets 200', 'patch deployments 200']);
    expect(world.api.list('deployments')).toEqual([]);
    const [rs] = world.api.list('replicasets');
    expect(rs?.metadata.ownerReferences).toEqual([]);
    expect(world.pods()).toHaveLength(2);
  });

  it('keeps an object one of whose owners lives, and takes the others off it', () => {
    const world = new World();
    const config = (name: string, ownerReferences: readonly unknown[] = []): KubeObject =>
      world.api.put('configmaps', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'default', ownerReferences } });
    const ref = (owner: KubeObject): unknown => ({ apiVersion: 'v1', kind: 'ConfigMap', name: owner.metadata.name, uid: owner.metadata.uid });
    const [a, b] = [config('a'), config('b')];
    config('child', [ref(a), ref(b)]);
    world.run(1);
    world.api.remove('configmaps', 'default/a');
    world.run(2);
    expect(world.writes(gc)).toEqual(['patch configmaps 200']);
    expect(world.api.get('configmaps', 'default/child')?.metadata.ownerReferences?.map((r) => r.name)).toEqual(['b']);
  });

  it('deletes an object whose owner never was', () => {
    const world = new World();
    world.api.put('configmaps', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'child', namespace: 'default', ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'ghost', uid: 'no-such-uid' }] } });
    world.run(2);
    expect(world.api.get('configmaps', 'default/child')).toBeUndefined();
  });

  it('warns of an owner in another namespace and deletes the object', () => {
    const world = new World();
    const owner = world.api.put('configmaps', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'owner', namespace: 'other' } });
    world.run(1);
    world.api.put('configmaps', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'child', namespace: 'default', ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: owner.metadata.uid }] } });
    world.run(1);
    expect(world.events().some((e) => e.startsWith('Warning OwnerRefInvalidNamespace ownerRef [v1/ConfigMap, namespace: default, name: owner'))).toBe(true);
  });
});
