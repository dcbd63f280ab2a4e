import { describe, expect, it } from 'vitest';
import type { Endpoints, EndpointSlice, Pod, Service } from '../../../api/types';
import { deployment, World } from '../testing/world';
import { endpointOf, planSlices, type SliceContent } from './slices';
import { behaviourOf } from '../../versions';

function service(spec: Readonly<Record<string, unknown>> = {}): unknown {
  return {
    apiVersion: 'v1', kind: 'Service', metadata: { name: 'web', namespace: 'default', labels: { app: 'web' } },
    spec: { type: 'ClusterIP', clusterIP: '10.96.0.7', selector: { app: 'web' }, ports: [{ port: 80, targetPort: 80, protocol: 'TCP' }], sessionAffinity: 'None', ...spec }, status: { loadBalancer: {} },
  };
}

function exposed(version: '1.20' | '1.35' = '1.20', spec: Readonly<Record<string, unknown>> = {}): World {
  const world = new World(version);
  world.api.put('deployments', deployment('web', 2));
  world.run(1);
  world.readyAll();
  world.run(1);
  world.api.writes.length = 0;
  world.api.put('services', service(spec));
  world.run(1);
  return world;
}

const endpoints = (world: World): Endpoints => world.get<Endpoints>('endpoints', 'default/web');
const slices = (world: World): readonly EndpointSlice[] => world.api.list('endpointslices') as unknown as readonly EndpointSlice[];

describe('endpoints of a service', () => {
  it('lists the ready pods that the selector matches', () => {
    const world = exposed();
    expect(world.writes('endpoint-controller')).toEqual(['create endpoints 201']);
    expect(world.writes('endpointslice-controller')).toEqual(['create endpointslices 201']);
    expect(endpoints(world).subsets?.[0]?.addresses).toHaveLength(2);
    expect(endpoints(world).subsets?.[0]?.ports).toEqual([{ port: 80, protocol: 'TCP' }]);
    expect(slices(world)[0]?.ports).toEqual([{ name: '', protocol: 'TCP', port: 80 }]);
  });

  it('moves a pod that is not ready to the others', () => {
    const world = exposed();
    const [pod] = world.pods();
    world.api.change('pods', `default/${pod?.metadata.name ?? ''}`, (p: Pod) => ({ ...p, status: { ...p.status, conditions: [{ type: 'Ready', status: 'False', lastProbeTime: null, lastTransitionTime: world.now() }] } }));
    world.run(1);
    expect(endpoints(world).subsets?.[0]?.addresses).toHaveLength(1);
    expect(endpoints(world).subsets?.[0]?.notReadyAddresses).toHaveLength(1);
    expect(slices(world)[0]?.endpoints?.map((e) => e.conditions?.ready).sort()).toEqual([false, true]);
  });

  it('drops a terminating pod, or since 1.22 marks it in the slice', () => {
    for (const version of ['1.20', '1.35'] as const) {
      const world = exposed(version);
      const [pod] = world.pods();
      world.api.change('pods', `default/${pod?.metadata.name ?? ''}`, (p: Pod) => ({ ...p, metadata: { ...p.metadata, deletionTimestamp: world.now() } }));
      world.run(1);
      expect(endpoints(world).subsets?.[0]?.addresses).toHaveLength(1);
      const conditions = slices(world)[0]?.endpoints?.map((e) => e.conditions) ?? [];
      if (version === '1.20') expect(conditions).toEqual([{ ready: true }]);
      else expect(conditions).toContainEqual({ ready: false, serving: true, terminating: true });
    }
  });

  it('keeps one empty slice when nothing matches', () => {
    const world = new World('1.35');
    world.api.put('services', service({ selector: { app: 'nobody' } }));
    world.run(1);
    expect(slices(world).map((s) => s.endpoints)).toEqual([[]]);
    expect(endpoints(world).subsets).toEqual([]);
  });

  it('leaves a service without a selector alone', () => {
    const world = new World();
    world.api.put('services', service({ selector: undefined }));
    world.run(1);
    expect([...world.writes('endpoint-controller'), ...world.writes('endpointslice-controller')]).toEqual([]);
  });

  it('finds a named port in the pod', () => {
    const world = exposed('1.20', { ports: [{ name: 'http', port: 80, targetPort: 'web', protocol: 'TCP' }] });
    expect(endpoints(world).subsets).toEqual([]);
    expect(slices(world)[0]?.ports).toEqual([]);
  });

  it('asks to delete the Endpoints of a service that is gone and leaves its slices to the garbage collector', () => {
    const world = exposed();
    world.api.writes.length = 0;
    world.api.remove('services', 'default/web');
    world.run(0.001);
    world.api.remove('endpoints', 'default/web');
    world.run(2);
    expect(world.writes('endpoint-controller').every((w) => w === 'delete endpoints 404')).toBe(true);
    expect(world.writes('endpointslice-controller')).toEqual([]);
    expect(world.writes('generic-garbage-collector')).toEqual(['delete endpointslices 200']);
  });

  it('puts back a slice that somebody deleted, after a second', () => {
    const world = exposed();
    world.run(3);
    const [slice] = slices(world);
    world.api.remove('endpointslices', `default/${slice?.metadata.name ?? ''}`);
    world.run(0.9);
    expect(slices(world)).toHaveLength(0);
    world.run(0.5);
    expect(slices(world)).toHaveLength(1);
  });

  it('adds a pod to the slice that is there', () => {
    const world = exposed();
    world.api.put('deployments', { ...(deployment('web', 3) as object) });
    world.run(1);
    world.readyAll();
    world.run(1);
    expect(slices(world)).toHaveLength(1);
    expect(slices(world)[0]?.endpoints).toHaveLength(3);
  });
});

describe('planning slices', () => {
  const ports = [{ name: '', protocol: 'TCP' as const, port: 80 }];
  const content = (from: number, to: number): SliceContent => ({
    ports,
    endpoints: Array.from({ length: to - from }, (_, i) => endpointOf(
      service() as Service, { metadata: { name: `p${from + i}`, namespace: 'default', uid: `u${from + i}` }, spec: { nodeName: 'n' }, status: { podIP: `10.0.0.${from + i}`, phase: 'Running' } } as unknown as Pod, undefined, behaviourOf('1.35').controllers,
    )),
  });
  const slice = (name: string, { endpoints }: SliceContent): EndpointSlice => ({ apiVersion: 'discovery.k8s.io/v1', kind: 'EndpointSlice', metadata: { name, labels: {} }, addressType: 'IPv4', endpoints, ports });

  it('splits more than a hundred', () => {
    expect(planSlices({}, [], [content(0, 250)]).create.map((c) => c.endpoints.length)).toEqual([100, 100, 50]);
  });

  it('fills the fullest slice with room', () => {
    const [a, b] = [slice('a', content(0, 50)), slice('b', content(50, 140))];
    const plan = planSlices({}, [a, b], [content(0, 145)]);
    expect(plan.update.map((u) => [u.slice.metadata.name, u.content.endpoints.length])).toEqual([['b', 95]]);
    expect([plan.create, plan.remove]).toEqual([[], []]);
  });

  it('changes nothing when all is right', () => {
    expect(planSlices({}, [slice('a', content(0, 5))], [content(0, 5)])).toEqual({ create: [], update: [], remove: [] });
  });

  it('deletes a slice that has become empty while another stays', () => {
    const plan = planSlices({}, [slice('a', content(0, 5)), slice('b', content(5, 10))], [content(0, 5)]);
    expect(plan.remove.map((s) => s.metadata.name)).toEqual(['b']);
  });

  it('empties the last slice instead of deleting it', () => {
    const plan = planSlices({}, [slice('a', content(0, 5))], []);
    expect(plan.update.map((u) => u.content.endpoints)).toEqual([[]]);
    expect(plan.remove).toEqual([]);
  });
});
