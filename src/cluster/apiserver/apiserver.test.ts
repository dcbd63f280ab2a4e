import { describe, expect, it } from 'vitest';
import type { KubeList, Pod } from '../../api/types';
import { CONFIG_MAPS, configMap, deployment, DEPLOYMENTS, messageIn, objectIn, pod, PODS, ServerWorld, statusIn } from './testing/server-world';

const both = ['1.20', '1.35'] as const;

describe.each(both)('kube-apiserver %s', (version) => {
  it('writes its bootstrap objects through itself', () => {
    const world = new ServerWorld(version);
    expect(world.get('/api/v1/namespaces').code).toBe(200);
    const names = (world.get('/api/v1/namespaces').body as KubeList).items.map((n) => n.metadata.name);
    expect(names).toEqual(['default', 'kube-node-lease', 'kube-public', 'kube-system']);
    expect(objectIn(world.get('/api/v1/namespaces/default/services/kubernetes')).spec).toMatchObject({ clusterIP: '10.96.0.1' });
    expect(world.get('/apis/rbac.authorization.k8s.io/v1/clusterroles/cluster-admin').code).toBe(200);
  });

  it('stores what it is given with defaults, a uid and a revision, and answers 201', () => {
    const world = new ServerWorld(version);
    const created = world.post(DEPLOYMENTS, deployment('web', 3));
    expect(created.code).toBe(201);
    const stored = objectIn(created);
    expect(stored.metadata).toMatchObject({ name: 'web', namespace: 'default', generation: 1 });
    expect(stored.metadata.uid).toMatch(/^[0-9a-f-]{36}$/);
    expect(Number(stored.metadata.resourceVersion)).toBe(world.etcd.store.revision);
    expect(stored.spec).toMatchObject({ revisionHistoryLimit: 10, strategy: { type: 'RollingUpdate' } });
    expect(stored.status).toEqual({});
    expect(objectIn(world.get(`${DEPLOYMENTS}/web`))).toEqual(stored);
  });

  it('refuses a second object of the same name without writing', () => {
    const world = new ServerWorld(version);
    world.post(CONFIG_MAPS, configMap('c'));
    const before = world.etcd.store.revision;
    const again = world.post(CONFIG_MAPS, configMap('c'));
    expect(again.code).toBe(409);
    expect(statusIn(again)).toMatchObject({ reason: 'AlreadyExists', message: 'configmaps "c" already exists', details: { name: 'c', kind: 'configmaps' } });
    expect(world.etcd.store.revision).toBe(before);
  });

  it('generates names that the client only began', () => {
    const world = new ServerWorld(version);
    const made = objectIn(world.post(CONFIG_MAPS, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { generateName: 'c-' } }));
    expect(made.metadata.name).toMatch(/^c-[bcdfghjklmnpqrstvwxz2456789]{5}$/);
    expect(made.metadata.generateName).toBe('c-');
  });

  it('gives the second of two writers of one revision a conflict', () => {
    const world = new ServerWorld(version);
    const read = objectIn(world.post(CONFIG_MAPS, configMap('c')));
    expect(world.put(`${CONFIG_MAPS}/c`, { ...read, data: { a: '2' } }).code).toBe(200);
    const second = world.put(`${CONFIG_MAPS}/c`, { ...read, data: { a: '3' } });
    expect(second.code).toBe(409);
    expect(messageIn(second)).toBe('Operation cannot be fulfilled on configmaps "c": the object has been modified; please apply your changes to the latest version and try again');
  });

  it('applies a patch again when another write comes in between', () => {
    const world = new ServerWorld(version);
    world.post(CONFIG_MAPS, configMap('c'));
    const codes: number[] = [];
    for (const key of ['x', 'y', 'z']) {
      world.admin.request({ method: 'PATCH', path: `${CONFIG_MAPS}/c`, body: { data: { [key]: '1' } }, contentType: 'application/merge-patch+json' }, (r) => codes.push(r.code));
    }
    world.settle(1_000_000);
    expect(codes).toEqual([200, 200, 200]);
    expect(objectIn(world.get(`${CONFIG_MAPS}/c`))['data']).toEqual({ a: '1', x: '1', y: '1', z: '1' });
  });

  it('writes nothing for an update that changes nothing', () => {
    const world = new ServerWorld(version);
    const read = objectIn(world.post(CONFIG_MAPS, configMap('c')));
    world.settle();
    const before = world.etcd.store.revision;
    expect(objectIn(world.put(`${CONFIG_MAPS}/c`, read)).metadata.resourceVersion).toBe(read.metadata.resourceVersion);
    expect(world.patch(`${CONFIG_MAPS}/c`, { data: { a: '1' } }).code).toBe(200);
    expect(world.etcd.store.revision).toBe(before);
  });

  it('keeps the spec when the status is written, and the status when the spec is', () => {
    const world = new ServerWorld(version);
    const read = objectIn(world.post(DEPLOYMENTS, deployment('web', 1)));
    const status = objectIn(world.put(`${DEPLOYMENTS}/web/status`, { ...read, spec: { ...(read.spec as object), replicas: 9 }, status: { replicas: 1 } }));
    expect(status.spec).toMatchObject({ replicas: 1 });
    expect(status.metadata.generation).toBe(1);
    const spec = objectIn(world.put(`${DEPLOYMENTS}/web`, { ...status, spec: { ...(status.spec as object), replicas: 2 }, status: {} }));
    expect(spec.status).toEqual({ replicas: 1 });
    expect(spec.metadata.generation).toBe(2);
  });

  it('counts a changed annotation of a Deployment as a new generation, and takes annotations through its status', () => {
    const world = new ServerWorld(version);
    const read = objectIn(world.post(DEPLOYMENTS, deployment('web')));
    const annotated = objectIn(world.put(`${DEPLOYMENTS}/web/status`, { ...read, metadata: { ...read.metadata, labels: { no: 'way' }, annotations: { 'deployment.kubernetes.io/revision': '1' } } }));
    expect(annotated.metadata).toMatchObject({ generation: 1, annotations: { 'deployment.kubernetes.io/revision': '1' } });
    expect(annotated.metadata.labels).toBeUndefined();
    expect(objectIn(world.patch(`${DEPLOYMENTS}/web`, { metadata: { annotations: { a: 'b' } } })).metadata.generation).toBe(2);
  });

  it('scales through the scale subresource', () => {
    const world = new ServerWorld(version);
    world.post(DEPLOYMENTS, deployment('web', 1));
    const scaled = objectIn(world.patch(`${DEPLOYMENTS}/web/scale`, { spec: { replicas: 5 } }, 'application/merge-patch+json'));
    expect(scaled).toMatchObject({ kind: 'Scale', spec: { replicas: 5 }, status: { replicas: 0, selector: 'app=web' } });
    expect(objectIn(world.get(`${DEPLOYMENTS}/web`)).spec).toMatchObject({ replicas: 5 });
  });

  it('complains about everything that is wrong at once', () => {
    const world = new ServerWorld(version);
    const wrong = world.post(DEPLOYMENTS, { ...deployment('Bad_Name'), spec: { ...(deployment('x').spec as object), replicas: -1 } });
    expect(wrong.code).toBe(422);
    expect(statusIn(wrong)).toMatchObject({ reason: 'Invalid', details: { name: 'Bad_Name', group: 'apps', kind: 'Deployment' } });
    expect(statusIn(wrong).details?.causes?.map((c) => c.field)).toEqual(['metadata.name', 'spec.replicas']);
  });

  it('binds a pod to a node once', () => {
    const world = new ServerWorld(version);
    world.giveServiceAccount();
    world.post(PODS, pod('web'));
    const binding = { apiVersion: 'v1', kind: 'Binding', metadata: { name: 'web', namespace: 'default' }, target: { kind: 'Node', name: 'node-1' } };
    expect(world.post(`${PODS}/web/binding`, binding).code).toBe(201);
    const bound = objectIn(world.get(`${PODS}/web`)) as Pod;
    expect(bound.spec.nodeName).toBe('node-1');
    expect(bound.status.conditions).toMatchObject([{ type: 'PodScheduled', status: 'True' }]);
    const again = world.post(`${PODS}/web/binding`, binding);
    expect(again.code).toBe(409);
    expect(messageIn(again)).toBe('Operation cannot be fulfilled on pods/binding "web": pod web is already assigned to node "node-1"');
  });

  it('answers tables to those who ask for them', () => {
    const world = new ServerWorld(version);
    world.post(CONFIG_MAPS, configMap('c'));
    world.settle();
    const table = world.ask({ method: 'GET', path: CONFIG_MAPS, accept: 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json' });
    expect(table.body).toMatchObject({ kind: 'Table', rows: [{ cells: ['c', 1, '0s'] }] });
  });

  it('lists by label and field, and pages', () => {
    const world = new ServerWorld(version);
    for (const name of ['a', 'b', 'c', 'd']) world.post(CONFIG_MAPS, { ...configMap(name), metadata: { name, labels: { odd: String(name === 'a' || name === 'c') } } });
    world.settle();
    const list = (query: Readonly<Record<string, string>>): KubeList => world.get(CONFIG_MAPS, query).body as KubeList;
    const names = (l: KubeList): readonly string[] => l.items.map((i) => i.metadata.name);
    expect(names(list({ labelSelector: 'odd=true' }))).toEqual(['a', 'c']);
    expect(names(list({ labelSelector: 'odd notin (true)' }))).toEqual(['b', 'd']);
    expect(names(list({ fieldSelector: 'metadata.name=b' }))).toEqual(['b']);
    const first = list({ limit: '3' });
    expect(names(first)).toEqual(['a', 'b', 'c']);
    expect(first.metadata.remainingItemCount).toBe(1);
    world.post(CONFIG_MAPS, configMap('e'));
    expect(names(list({ limit: '3', continue: first.metadata.continue ?? '' }))).toEqual(['d']);
  });

  it('sees its own writes in lists, and old ones at an exact revision', () => {
    const world = new ServerWorld(version);
    const a = objectIn(world.post(CONFIG_MAPS, configMap('a')));
    world.post(CONFIG_MAPS, configMap('b'));
    expect((world.get(CONFIG_MAPS).body as KubeList).items).toHaveLength(2);
    const then = world.get(CONFIG_MAPS, { resourceVersion: a.metadata.resourceVersion ?? '', resourceVersionMatch: 'Exact' }).body as KubeList;
    expect(then.items.map((i) => i.metadata.name)).toEqual(['a']);
  });

  it('allocates addresses and ports of services, and takes them back', () => {
    const world = new ServerWorld(version);
    const service = { apiVersion: 'v1', kind: 'Service', metadata: { name: 's' }, spec: { type: 'NodePort', selector: { app: 'a' }, ports: [{ port: 80, nodePort: 30080 }] } };
    const made = objectIn(world.post('/api/v1/namespaces/default/services', service)).spec as { clusterIP: string; ports: { nodePort: number }[] };
    expect(made.clusterIP).toMatch(/^10\.96\./);
    expect(made.ports[0]?.nodePort).toBe(30080);
    const second = world.post('/api/v1/namespaces/default/services', { ...service, metadata: { name: 't' } });
    expect(messageIn(second)).toBe('Service "t" is invalid: spec.ports[0].nodePort: Invalid value: 30080: provided port is already allocated');
    world.delete('/api/v1/namespaces/default/services/s');
    expect(world.post('/api/v1/namespaces/default/services', { ...service, metadata: { name: 't' } }).code).toBe(201);
  });

  it('says what is wrong with a service in the order of its release', () => {
    const world = new ServerWorld(version);
    const wrong = world.post('/api/v1/namespaces/default/services', { apiVersion: 'v1', kind: 'Service', metadata: { name: 'bad' }, spec: { clusterIP: '1.2.3.4', ports: [{ port: 99999 }] } });
    expect(messageIn(wrong)).toBe(version === '1.20'
      ? 'Service "bad" is invalid: [spec.ports[0].port: Invalid value: 99999: must be between 1 and 65535, inclusive, spec.ports[0].targetPort: Invalid value: 99999: must be between 1 and 65535, inclusive]'
      : 'Service "bad" is invalid: spec.clusterIPs: Invalid value: ["1.2.3.4"]: failed to allocate IP 1.2.3.4: the provided IP (1.2.3.4) is not in the valid range. The range of valid IPs is 10.96.0.0/16');
  });

  it('answers what it does not know as the real one does', () => {
    const world = new ServerWorld(version);
    expect(world.get('/nothing')).toMatchObject({ code: 404, body: '404 page not found\n' });
    expect(statusIn(world.get('/api/v1/nothings'))).toMatchObject({ code: 404, message: 'the server could not find the requested resource' });
    expect(statusIn(world.delete('/api/v1/namespaces'))).toMatchObject({ code: 405 });
    expect(statusIn(world.get(`${PODS}/x`))).toMatchObject({ code: 404, message: 'pods "x" not found', details: { name: 'x', kind: 'pods' } });
    expect(world.patch(`${CONFIG_MAPS}/c`, {}, 'text/plain').code).toBe(415);
  });

  it('writes nothing for a dry run', () => {
    const world = new ServerWorld(version);
    const before = world.etcd.store.revision;
    expect(world.post(CONFIG_MAPS, configMap('c'), world.admin, { dryRun: 'All' }).code).toBe(201);
    expect(world.etcd.store.revision).toBe(before);
  });

  it('shows events in both of their shapes', () => {
    const world = new ServerWorld(version);
    const event = {
      apiVersion: 'events.k8s.io/v1', kind: 'Event', metadata: { name: 'e', namespace: 'default' }, eventTime: '2026-11-30T17:00:00.000000Z', reason: 'Scheduled', note: 'here', type: 'Normal', action: 'Binding',
      reportingController: 'default-scheduler', reportingInstance: 'x', regarding: { kind: 'Pod', name: 'p', namespace: 'default' },
    };
    expect(world.post('/apis/events.k8s.io/v1/namespaces/default/events', event).code).toBe(201);
    expect(objectIn(world.get('/api/v1/namespaces/default/events/e'))).toMatchObject({ apiVersion: 'v1', message: 'here', involvedObject: { name: 'p' }, reportingComponent: 'default-scheduler' });
    expect(objectIn(world.get('/apis/events.k8s.io/v1/namespaces/default/events/e'))).toMatchObject({ apiVersion: 'events.k8s.io/v1', note: 'here', regarding: { name: 'p' } });
  });

  it('writes the same log for the same seed', () => {
    const run = (seed: number): string => {
      const world = new ServerWorld(version, seed);
      world.post(DEPLOYMENTS, deployment('web', 3));
      return world.kernel.log.hash();
    };
    expect(run(7)).toBe(run(7));
    expect(run(7)).not.toBe(run(8));
  });
});

describe('strict decoding', () => {
  const typo = { ...deployment('web'), spec: { ...(deployment('web').spec as object), replica: 3 } };

  it('refuses unknown fields since 1.25 when asked to', () => {
    const world = new ServerWorld('1.35');
    const strict = world.post(DEPLOYMENTS, typo, world.admin, { fieldValidation: 'Strict' });
    expect(strict.code).toBe(400);
    expect(messageIn(strict)).toBe('Deployment in version "v1" cannot be handled as a Deployment: strict decoding error: unknown field "spec.replica"');
    const warned = world.post(DEPLOYMENTS, typo);
    expect(warned.code).toBe(201);
    expect(warned.headers['Warning']).toBe('299 - "unknown field \\"spec.replica\\""');
  });

  it('is not known to 1.20, which drops such fields silently', () => {
    const world = new ServerWorld('1.20');
    expect(world.post(DEPLOYMENTS, typo, world.admin, { fieldValidation: 'Strict' }).code).toBe(201);
  });
});
