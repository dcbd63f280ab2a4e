import { describe, expect, it } from 'vitest';
import type { Pod, StatefulSet } from '../../../api/types';
import { podTemplate, World } from '../testing/world';
import { ordinalOf } from './pods';

const statefulSet = (replicas: number, spec: Readonly<Record<string, unknown>> = {}): unknown => ({
  apiVersion: 'apps/v1', kind: 'StatefulSet', metadata: { name: 'db', namespace: 'default' },
  spec: { replicas, serviceName: 'db', selector: { matchLabels: { app: 'db' } }, template: podTemplate({ app: 'db' }), podManagementPolicy: 'OrderedReady', updateStrategy: { type: 'RollingUpdate' }, revisionHistoryLimit: 10, ...spec },
  status: { replicas: 0 },
});

function created(replicas: number, spec: Readonly<Record<string, unknown>> = {}, version: '1.20' | '1.35' = '1.20'): World {
  const world = new World(version);
  world.api.put('statefulsets', statefulSet(replicas, spec));
  world.run(1);
  return world;
}

const names = (world: World): readonly string[] => world.pods().filter((p) => p.metadata.deletionTimestamp === undefined).map((p) => p.metadata.name).sort();
const status = (world: World): StatefulSet['status'] => world.get<StatefulSet>('statefulsets', 'default/db').status;
const change = (world: World, spec: Readonly<Record<string, unknown>>): void => {
  world.api.change('statefulsets', 'default/db', (s: StatefulSet) => ({ ...s, spec: { ...s.spec, ...spec } }));
  world.run(1);
};

/** Lets pods become ready, and terminating ones go, until nothing moves. */
function settle(world: World): void {
  for (let i = 0; i < 10; i++) {
    world.readyAll();
    world.reap();
    world.run(0.5);
  }
}

describe('the stateful set controller', () => {
  it('records the template, then starts pods one after the other, each when the one before is ready', () => {
    const world = created(3);
    expect(world.writes('statefulset-controller').slice(0, 3)).toEqual(['create controllerrevisions 201', 'create pods 201', 'update statefulsets/status 200']);
    expect(names(world)).toEqual(['db-0']);
    world.ready('db-0');
    world.run(1);
    expect(names(world)).toEqual(['db-0', 'db-1']);
    world.run(5);
    expect(names(world)).toEqual(['db-0', 'db-1']);
    world.ready('db-1');
    world.run(1);
    expect(names(world)).toEqual(['db-0', 'db-1', 'db-2']);
    expect(world.events()).toContain('Normal SuccessfulCreate create Pod db-0 in StatefulSet db successful');
    settle(world);
    expect(status(world)).toMatchObject({ replicas: 3, readyReplicas: 3, currentReplicas: 3, updatedReplicas: 3, collisionCount: 0 });
    expect(status(world).availableReplicas).toBeUndefined();
  });

  it('gives pods their name as host name, the service as subdomain, and the revision as label', () => {
    const world = created(1, {}, '1.35');
    const pod = world.get<Pod>('pods', 'default/db-0');
    expect(pod.spec).toMatchObject({ hostname: 'db-0', subdomain: 'db' });
    expect(pod.metadata.labels).toMatchObject({ 'statefulset.kubernetes.io/pod-name': 'db-0', 'apps.kubernetes.io/pod-index': '0', 'controller-revision-hash': world.api.list('controllerrevisions')[0]?.metadata.name });
    expect(status(world).availableReplicas).toBe(0);
  });

  it('creates the claims of a pod before the pod, and keeps them when it scales down', () => {
    const world = created(1, { volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: {}, status: { phase: 'Pending' } }] });
    expect(world.writes('statefulset-controller').slice(1, 3)).toEqual(['create persistentvolumeclaims 201', 'create pods 201']);
    expect(world.get<Pod>('pods', 'default/db-0').spec.volumes).toEqual([{ name: 'data', persistentVolumeClaim: { claimName: 'data-db-0' } }]);
    expect(world.events()).toContain('Normal SuccessfulCreate create Claim data-db-0 Pod db-0 in StatefulSet db success');
    settle(world);
    change(world, { replicas: 0 });
    settle(world);
    expect(names(world)).toEqual([]);
    expect(world.api.list('persistentvolumeclaims')).toHaveLength(1);
  });

  it('scales down from the highest number, one at a time', () => {
    const world = created(3);
    settle(world);
    world.api.writes.length = 0;
    change(world, { replicas: 1 });
    expect(world.writes('statefulset-controller').filter((w) => w.startsWith('delete'))).toHaveLength(1);
    expect(names(world)).toEqual(['db-0', 'db-1']);
    settle(world);
    expect(names(world)).toEqual(['db-0']);
    expect(world.events()).toContain('Normal SuccessfulDelete delete Pod db-2 in StatefulSet db successful');
  });

  it('updates from the highest number down and stops at the partition', () => {
    const world = created(3);
    settle(world);
    change(world, { template: podTemplate({ app: 'db' }, 'nginx:2'), updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 1 } } });
    settle(world);
    const images = (): readonly (string | undefined)[] => [...world.pods()].sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1)).map((p) => p.spec.containers[0]?.image);
    expect(images()).toEqual(['nginx:1.19', 'nginx:2', 'nginx:2']);
    expect(status(world)).toMatchObject({ currentReplicas: 1, updatedReplicas: 2 });
    change(world, { updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 0 } } });
    settle(world);
    expect(images()).toEqual(['nginx:2', 'nginx:2', 'nginx:2']);
    expect(status(world).currentRevision).toBe(status(world).updateRevision);
  });

  it('does not touch pods by itself when the strategy is OnDelete', () => {
    const world = created(1, { updateStrategy: { type: 'OnDelete' } });
    settle(world);
    change(world, { template: podTemplate({ app: 'db' }, 'nginx:2') });
    expect(world.pods()[0]?.metadata.deletionTimestamp).toBeUndefined();
    world.api.remove('pods', 'default/db-0');
    world.run(1);
    expect(world.pods()[0]?.spec.containers[0]?.image).toBe('nginx:2');
  });

  it('starts all at once when the policy is Parallel', () => {
    expect(names(created(3, { podManagementPolicy: 'Parallel' }))).toEqual(['db-0', 'db-1', 'db-2']);
  });

  it('is stuck with a broken first pod: no fix of the template replaces it', () => {
    const world = created(2);
    change(world, { template: podTemplate({ app: 'db' }, 'nginx:2') });
    world.run(5);
    expect(names(world)).toEqual(['db-0']);
    expect(world.pods()[0]?.spec.containers[0]?.image).toBe('nginx:1.19');
  });

  it('reads ordinals off names', () => {
    const set = { metadata: { name: 'db' } } as StatefulSet;
    expect(['db-0', 'db-12', 'db-01', 'db-x', 'other-1', 'db-1-2'].map((n) => ordinalOf(set, n))).toEqual([0, 12, -1, -1, -1, -1]);
  });
});
