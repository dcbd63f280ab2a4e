import { describe, expect, it } from 'vitest';
import type { ResourceQuota } from '../../../api/types';
import { World } from '../testing/world';

const quota = (hard: Readonly<Record<string, string>>, spec: Readonly<Record<string, unknown>> = {}): unknown => ({ apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'q', namespace: 'default' }, spec: { hard, ...spec }, status: {} });
const pod = (name: string, requests: Readonly<Record<string, string>> = {}, phase = 'Running'): unknown => ({
  apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace: 'default' }, spec: { containers: [{ name: 'c', resources: { requests } }] }, status: { phase },
});
const used = (world: World): unknown => world.get<ResourceQuota>('resourcequotas', 'default/q').status.used;

describe('the resource quota controller', () => {
  it('counts what is there when a quota comes', () => {
    const world = new World();
    world.api.put('pods', pod('a', { cpu: '100m' }));
    world.api.put('pods', pod('b', { cpu: '1' }));
    world.run(1);
    world.api.put('resourcequotas', quota({ pods: '4', 'requests.cpu': '2' }));
    world.run(1);
    expect(world.writes('resourcequota-controller')).toEqual(['update resourcequotas/status 200']);
    expect(world.get<ResourceQuota>('resourcequotas', 'default/q').status).toEqual({ hard: { pods: '4', 'requests.cpu': '2' }, used: { pods: '2', 'requests.cpu': '1100m' } });
  });

  it('counts anew when a pod goes or ends', () => {
    const world = new World();
    for (const name of ['a', 'b', 'c']) world.api.put('pods', pod(name));
    world.api.put('resourcequotas', quota({ pods: '4' }));
    world.run(1);
    world.api.remove('pods', 'default/a');
    world.run(1);
    expect(used(world)).toEqual({ pods: '2' });
    world.api.put('pods', pod('b', {}, 'Succeeded'));
    world.run(1);
    expect(used(world)).toEqual({ pods: '1' });
  });

  it('leaves a quota alone that does not limit what went', () => {
    const world = new World();
    world.api.put('configmaps', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c', namespace: 'default' } });
    world.api.put('resourcequotas', quota({ pods: '4' }));
    world.run(1);
    world.api.writes.length = 0;
    world.api.requests.length = 0;
    world.api.remove('configmaps', 'default/c');
    world.run(1);
    expect(world.writes('resourcequota-controller')).toEqual([]);
  });
});
