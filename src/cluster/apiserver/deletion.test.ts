import { describe, expect, it } from 'vitest';
import type { KubeList, KubeObject, Pod } from '../../api/types';
import { CONFIG_MAPS, configMap, deployment, DEPLOYMENTS, messageIn, objectIn, pod, PODS, ServerWorld, statusIn } from './testing/server-world';

const both = ['1.20', '1.35'] as const;

function boundPod(world: ServerWorld): Pod {
  world.giveServiceAccount();
  world.post(PODS, pod('web'));
  world.post(`${PODS}/web/binding`, { apiVersion: 'v1', kind: 'Binding', metadata: { name: 'web' }, target: { kind: 'Node', name: 'node-1' } });
  world.settle();
  return objectIn(world.get(`${PODS}/web`)) as Pod;
}

/** Each revision of an object: what a watcher of it sees. */
const changes = (world: ServerWorld, path: string, run: () => void): readonly string[] => {
  const log = world.watch(path, { resourceVersion: String(world.etcd.store.revision) });
  run();
  world.settle();
  return log.lines;
};

describe.each(both)('deletion in %s', (version) => {
  it('removes an object without grace or finalizers in one write and answers a Status', () => {
    const world = new ServerWorld(version);
    const made = objectIn(world.post(DEPLOYMENTS, deployment('web')));
    const before = world.etcd.store.revision;
    const answer = world.delete(`${DEPLOYMENTS}/web`, { propagationPolicy: 'Background' });
    expect(answer.body).toEqual({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details: { name: 'web', group: 'apps', kind: 'deployments', uid: made.metadata.uid } });
    expect(world.etcd.store.revision).toBe(before + 1);
    expect(world.get(`${DEPLOYMENTS}/web`).code).toBe(404);
  });

  it('gives a running pod its grace, and removes it with two writes when the kubelet is done', () => {
    const world = new ServerWorld(version);
    const running = boundPod(world);
    const marked = objectIn(world.delete(`${PODS}/web`)) as Pod;
    expect(marked.metadata).toMatchObject({ deletionGracePeriodSeconds: 30 });
    world.settle();
    const last = world.watch(PODS, { resourceVersion: String(world.etcd.store.revision) });
    const final = world.delete(`${PODS}/web`, { gracePeriodSeconds: 0, preconditions: { uid: running.metadata.uid } });
    world.settle();
    expect(last.lines).toEqual(['MODIFIED web', 'DELETED web']);
    const back = last.frames[0]?.object.metadata;
    expect(back?.deletionGracePeriodSeconds).toBe(0);
    // The time of deletion moves back by the grace that was left out.
    expect(marked.metadata.deletionTimestamp?.slice(14, 19)).not.toBe(back?.deletionTimestamp?.slice(14, 19));
    expect((final.body as KubeObject).kind).toBe('Pod');
  });

  it('removes a pod that no node has at once, with the same two writes', () => {
    const world = new ServerWorld(version);
    world.giveServiceAccount();
    world.post(PODS, pod('web'));
    world.settle();
    expect(changes(world, PODS, () => world.delete(`${PODS}/web`))).toEqual(['MODIFIED web', 'DELETED web']);
  });

  it('lets a second deletion only shorten the grace', () => {
    const world = new ServerWorld(version);
    boundPod(world);
    const first = objectIn(world.delete(`${PODS}/web`));
    const before = world.etcd.store.revision;
    expect(objectIn(world.delete(`${PODS}/web`, { gracePeriodSeconds: 60 })).metadata).toEqual(first.metadata);
    expect(world.etcd.store.revision).toBe(before);
    expect(objectIn(world.delete(`${PODS}/web`, { gracePeriodSeconds: 5 })).metadata.deletionGracePeriodSeconds).toBe(5);
  });

  it('refuses to delete another object of the same name', () => {
    const world = new ServerWorld(version);
    const uid = boundPod(world).metadata.uid ?? '';
    const no = world.delete(`${PODS}/web`, { preconditions: { uid: 'other' } });
    expect(no.code).toBe(409);
    expect(messageIn(no)).toBe(`Operation cannot be fulfilled on Pod "web": the UID in the precondition (other) does not match the UID in record (${uid}). The object might have been deleted and then recreated`);
  });

  it('holds an object by its finalizer until that is taken away, which is one write', () => {
    const world = new ServerWorld(version);
    world.post(CONFIG_MAPS, { ...configMap('sticky'), metadata: { name: 'sticky', finalizers: ['example.com/hold'] } });
    world.settle();
    const held = objectIn(world.delete(`${CONFIG_MAPS}/sticky`, { propagationPolicy: 'Background' }));
    expect(held.metadata).toMatchObject({ deletionGracePeriodSeconds: 0, finalizers: ['example.com/hold'] });
    world.settle();
    expect(changes(world, CONFIG_MAPS, () => world.patch(`${CONFIG_MAPS}/sticky`, { metadata: { finalizers: null } }))).toEqual(['DELETED sticky']);
  });

  it('marks for the garbage collector what is to wait for dependents or to orphan them', () => {
    const world = new ServerWorld(version);
    world.post(DEPLOYMENTS, deployment('web'));
    world.post(DEPLOYMENTS, deployment('old'));
    const waiting = objectIn(world.delete(`${DEPLOYMENTS}/web`, { propagationPolicy: 'Foreground' }));
    expect(waiting.metadata).toMatchObject({ finalizers: ['foregroundDeletion'], generation: 2, deletionGracePeriodSeconds: 0 });
    expect(objectIn(world.delete(`${DEPLOYMENTS}/old`, { propagationPolicy: 'Orphan' })).metadata.finalizers).toEqual(['orphan']);
  });

  it('answers a collection with the objects that it deleted', () => {
    const world = new ServerWorld(version);
    for (const name of ['a', 'b', 'c']) world.post(CONFIG_MAPS, { ...configMap(name), metadata: { name, labels: { keep: String(name === 'b') } } });
    world.settle();
    const answer = world.delete(CONFIG_MAPS);
    expect((answer.body as KubeList).items.map((i) => i.metadata.name)).toEqual(['a', 'b', 'c']);
    expect((world.get(CONFIG_MAPS).body as KubeList).items).toHaveLength(0);
  });

  it('takes the endpoints of a service with it', () => {
    const world = new ServerWorld(version);
    world.post('/api/v1/namespaces/default/services', { apiVersion: 'v1', kind: 'Service', metadata: { name: 's' }, spec: { ports: [{ port: 80 }] } });
    world.post('/api/v1/namespaces/default/endpoints', { apiVersion: 'v1', kind: 'Endpoints', metadata: { name: 's' } });
    world.settle();
    expect(statusIn(world.delete('/api/v1/namespaces/default/services/s')).status).toBe('Success');
    expect(world.get('/api/v1/namespaces/default/endpoints/s').code).toBe(404);
  });

  it('leaves a namespace to its controller, and removes it when its finalizer is gone', () => {
    const world = new ServerWorld(version);
    world.post('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'team' } });
    world.settle();
    const going = objectIn(world.delete('/api/v1/namespaces/team'));
    expect(going).toMatchObject({ status: { phase: 'Terminating' }, spec: { finalizers: ['kubernetes'] } });
    world.settle();
    const refused = world.post('/api/v1/namespaces/team/configmaps', configMap('late'));
    expect(statusIn(refused)).toMatchObject({ code: 403, details: { name: 'late', causes: [{ reason: 'NamespaceTerminating', message: 'namespace team is being terminated', field: 'metadata.namespace' }] } });
    expect(messageIn(refused)).toBe('configmaps "late" is forbidden: unable to create new content in namespace team because it is being terminated');
    const current = objectIn(world.get('/api/v1/namespaces/team'));
    expect(world.put('/api/v1/namespaces/team/finalize', { ...current, spec: {} }).code).toBe(200);
    expect(world.get('/api/v1/namespaces/team').code).toBe(404);
    expect(messageIn(world.delete('/api/v1/namespaces/kube-system'))).toBe('namespaces "kube-system" is forbidden: this namespace may not be deleted');
  });

  it('counts an eviction against its budget before it deletes the pod', () => {
    const world = new ServerWorld(version);
    const before = boundPod(world);
    world.put(`${PODS}/web/status`, { ...before, status: { ...before.status, phase: 'Running' } });
    const [budgets, apiVersion] = version === '1.20' ? ['/apis/policy/v1beta1/namespaces/default/poddisruptionbudgets', 'policy/v1beta1'] : ['/apis/policy/v1/namespaces/default/poddisruptionbudgets', 'policy/v1'];
    const budget = objectIn(world.post(budgets, { apiVersion, kind: 'PodDisruptionBudget', metadata: { name: 'web' }, spec: { minAvailable: 1, selector: { matchLabels: { app: 'web' } } } }));
    const status = (disruptionsAllowed: number): object => ({ observedGeneration: 1, disruptionsAllowed, currentHealthy: 1 + disruptionsAllowed, desiredHealthy: 1, expectedPods: 1 });
    const none = objectIn(world.put(`${budgets}/web/status`, { ...budget, status: status(0) }));
    world.settle();
    const eviction = { apiVersion, kind: 'Eviction', metadata: { name: 'web', namespace: 'default' } };
    const refused = world.post(`${PODS}/web/eviction`, eviction);
    expect(refused.code).toBe(429);
    expect(statusIn(refused)).toMatchObject({
      message: "Cannot evict pod as it would violate the pod's disruption budget.", details: { causes: [{ reason: 'DisruptionBudget', message: 'The disruption budget web needs 1 healthy pods and has 1 currently' }] },
    });
    world.put(`${budgets}/web/status`, { ...none, status: status(1) });
    world.settle();
    expect(world.post(`${PODS}/web/eviction`, eviction).code).toBe(201);
    const conditions = (objectIn(world.get(`${PODS}/web`)) as Pod).status.conditions?.map((c) => c.type) ?? [];
    expect(conditions.includes('DisruptionTarget')).toBe(version === '1.35');
    expect(objectIn(world.get(`${PODS}/web`)).metadata.deletionTimestamp).toBeDefined();
    expect(objectIn(world.get(`${budgets}/web`)).status).toMatchObject({ disruptionsAllowed: 0, disruptedPods: { web: expect.any(String) } });
  });
});
