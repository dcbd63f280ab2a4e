import { describe, expect, it } from 'vitest';
import type { Pod, ReplicaSet } from '../../../api/types';
import { podTemplate, World } from '../testing/world';

function replicaSet(name: string, replicas: number, spec: Readonly<Record<string, unknown>> = {}): unknown {
  return {
    apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata: { name, namespace: 'default' },
    spec: { replicas, selector: { matchLabels: { app: name } }, template: podTemplate({ app: name }), ...spec }, status: { replicas: 0 },
  };
}

function created(replicas: number, spec: Readonly<Record<string, unknown>> = {}, version: '1.20' | '1.35' = '1.20'): World {
  const world = new World(version);
  world.api.put('replicasets', replicaSet('a', replicas, spec));
  world.run(1);
  return world;
}

const theSet = (world: World): ReplicaSet => world.get<ReplicaSet>('replicasets', 'default/a');
const scale = (world: World, replicas: number): unknown => world.api.change('replicasets', 'default/a', (rs: ReplicaSet) => ({ ...rs, spec: { ...rs.spec, replicas } }));

describe('the replica set controller', () => {
  it('creates pods one, then two, then four at a time', () => {
    const world = created(7);
    const creations = world.api.writes.filter((w) => w.what === 'pods').map((w) => w.at);
    expect(creations).toHaveLength(7);
    const gaps = creations.slice(1).map((t, i) => t - (creations[i] ?? 0) > 1500);
    expect(gaps).toEqual([true, false, true, false, false, false]);
  });

  it('gives pods the labels of the template, a name after its own, and itself as controller', () => {
    const world = created(1);
    const [pod] = world.pods();
    expect(pod?.metadata.labels).toEqual({ app: 'a' });
    expect(pod?.metadata.name).toMatch(/^a-/);
    expect(pod?.metadata.ownerReferences).toEqual([{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'a', uid: theSet(world).metadata.uid, controller: true, blockOwnerDeletion: true }]);
    expect(world.events()).toContain(`Normal SuccessfulCreate Created pod: ${pod?.metadata.name ?? ''}`);
  });

  it('first writes the count from before, then the count it sees', () => {
    const world = created(3);
    const statuses = world.api.writes.filter((w) => w.what === 'replicasets/status' && w.code === 200).map((w) => (w.body as ReplicaSet).status.replicas);
    expect(statuses[0]).toBe(0);
    expect(statuses.at(-1)).toBe(3);
  });

  it('never makes too many pods while its cache lags behind', () => {
    const world = created(20);
    scale(world, 25);
    scale(world, 30);
    world.run(3);
    expect(world.pods()).toHaveLength(30);
  });

  it('replaces a pod as soon as it terminates', () => {
    const world = created(2);
    world.readyAll();
    world.run(1);
    const [pod] = world.pods();
    world.api.change('pods', `default/${pod?.metadata.name ?? ''}`, (p: Pod) => ({ ...p, metadata: { ...p.metadata, deletionTimestamp: world.now() } }));
    world.run(1);
    expect(world.pods()).toHaveLength(3);
    expect(theSet(world).status.replicas).toBe(2);
  });

  it('deletes pods that are not ready first', () => {
    const world = created(3);
    const [first, second, third] = world.pods().map((p) => p.metadata.name);
    world.ready(first ?? '');
    world.ready(third ?? '', 'node-2');
    world.run(1);
    scale(world, 2);
    world.run(1);
    expect(world.pods().filter((p) => p.metadata.deletionTimestamp === undefined).map((p) => p.metadata.name).sort()).toEqual([first, third].sort());
    expect(world.events()).toContain(`Normal SuccessfulDelete Deleted pod: ${second ?? ''}`);
  });

  it('adopts a pod whose labels match and releases it when they no longer do', () => {
    const world = new World();
    world.api.put('pods', { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'stray', namespace: 'default', labels: { app: 'a' } }, spec: {}, status: { phase: 'Running' } });
    world.run(1);
    world.api.put('replicasets', replicaSet('a', 2));
    world.run(1);
    expect(world.pods()).toHaveLength(2);
    expect(world.get<Pod>('pods', 'default/stray').metadata.ownerReferences?.[0]?.name).toBe('a');
    expect(world.writes('replicaset-controller').slice(0, 2)).toEqual(['patch pods 200', 'create pods 201']);
    world.api.change('pods', 'default/stray', (p: Pod) => ({ ...p, metadata: { ...p.metadata, labels: { app: 'free' } } }));
    world.run(1);
    expect(world.pods()).toHaveLength(3);
    expect(world.get<Pod>('pods', 'default/stray').metadata.ownerReferences).toEqual([]);
  });

  it('stops at the first batch that fails, says so, and tries again later', () => {
    const world = new World();
    world.api.refuse = (method, t) => (method === 'POST' && t.resource === 'pods' && world.pods().length >= 2 ? { code: 403, reason: 'Forbidden', message: 'exceeded quota: small' } : undefined);
    world.api.put('replicasets', replicaSet('a', 6));
    world.run(1);
    expect(theSet(world).status.conditions).toMatchObject([{ type: 'ReplicaFailure', status: 'True', reason: 'FailedCreate', message: 'exceeded quota: small' }]);
    expect(world.events()).toContain('Warning FailedCreate Error creating: exceeded quota: small');
    world.api.refuse = undefined;
    world.run(20);
    expect(world.pods()).toHaveLength(6);
    expect(theSet(world).status.conditions).toBeUndefined();
  });

  it('drops failed creations from what it expects', () => {
    const world = new World();
    let refused = 0;
    world.api.refuse = (method, t) => (method === 'POST' && t.resource === 'pods' && refused++ === 1 ? { code: 500, reason: 'InternalError', message: 'webhook down' } : undefined);
    world.api.put('replicasets', replicaSet('a', 4));
    world.run(2);
    expect(world.pods()).toHaveLength(4);
  });

  it('counts a ready pod as available only after minReadySeconds', () => {
    const world = created(1, { minReadySeconds: 10 });
    world.readyAll();
    world.run(5);
    expect(theSet(world).status).toMatchObject({ readyReplicas: 1 });
    expect(theSet(world).status.availableReplicas).toBeUndefined();
    world.run(8);
    expect(theSet(world).status.availableReplicas).toBe(1);
  });

  it('counts terminating pods in releases that do', () => {
    const world = created(1, {}, '1.35');
    world.readyAll();
    scale(world, 0);
    world.run(1);
    expect(theSet(world).status.terminatingReplicas).toBe(1);
    world.reap();
    world.run(1);
    expect(theSet(world).status.terminatingReplicas).toBe(0);
  });
});
