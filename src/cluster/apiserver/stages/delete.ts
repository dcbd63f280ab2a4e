import { setPodCondition } from '../../../api/conditions';
import { formatTime, epochSeconds } from '../../../api/time';
import { conflictStatus, createdStatus, deletedStatus, notFoundStatus } from '../../../api/status';
import type { DeleteOptions, KubeObject, Pod, Status } from '../../../api/types';
import { draw } from '../../../kernel/latency';
import { LATENCY } from '../../latencies';
import { wallSeconds } from '../../clock';
import { planDeletion, planNamespaceDeletion } from '../registry/deletion';
import { releaseService } from '../registry/services';
import { refuse, type RequestMachine } from '../request';
import { lost, noteTransaction } from './transaction';

const NO_OPTIONS: DeleteOptions = {};
const timestamp = (seconds: number): string => formatTime(seconds * 1_000_000);

/** Kinds whose deletion is answered with the object, not with a Status. */
const RETURNS_OBJECT: ReadonlySet<string> = new Set(['pods', 'persistentvolumes', 'persistentvolumeclaims', 'podtemplates', 'resourcequotas', 'serviceaccounts', 'podsecuritypolicies']);

/** Marks the object for deletion where it has a grace or finalizers, then removes it where that may be. Models store.go Delete. */
export function storeDeletion(m: RequestMachine): void {
  const { data } = m;
  const { current } = data;
  if (current === undefined) return;
  const options = data.options ?? NO_OPTIONS;
  const unmet = preconditionFailure(m, current, options);
  if (unmet !== undefined) {
    refuse(m, 1, unmet);
    return;
  }
  const target = evictionTarget(m, current);
  if (target !== undefined) {
    write(m, current, target, () => storeDeletion(m));
    return;
  }
  const wall = wallSeconds(m.kernel.now);
  const plan = (data.resource.resource === 'namespaces' ? planNamespaceDeletion(current, wall, timestamp) : undefined) ?? planDeletion(current, options, data.handler.strategy, wall, timestamp, epochSeconds);
  if (plan.pending || data.dryRun) {
    m.note({ type: 'storage', op: 'none', key: data.key, compare: Number(current.metadata.resourceVersion), reason: data.dryRun ? 'Dry run.' : 'The object is being deleted already.' });
    finishDeletion(m, current, false);
    return;
  }
  if (plan.update === undefined) {
    m.work(1, { type: 'MARKED' });
    return;
  }
  write(m, current, plan.update, (stored) => {
    data.marked = true;
    if (plan.remove) m.send({ type: 'MARKED' });
    else finishDeletion(m, stored, false);
  });
}

/** Writes the object on its way out; `done` gets it as it is then. */
function write(m: RequestMachine, current: KubeObject, next: KubeObject, done: (stored: KubeObject) => void): void {
  const { data } = m;
  const modRevision = Number(current.metadata.resourceVersion);
  data.core.etcd.txn({ key: data.key, modRevision, op: { type: 'put', value: next } }, m.subject, (result) => {
    noteTransaction(m, 'update', modRevision, result);
    if (!result.succeeded || result.kv === undefined) {
      if (result.kv === undefined) gone(m);
      else lost(m, result);
      return;
    }
    data.current = result.kv.document;
    data.currentIsFresh = true;
    done(result.kv.document);
  });
}

/** An evicted pod with the condition that says why it goes; undefined where it needs none. Models pkg/registry/core/pod/storage eviction.go addConditionAndDeletePod. */
function evictionTarget(m: RequestMachine, object: KubeObject): KubeObject | undefined {
  const { data } = m;
  if (data.operation !== 'evict' || data.dryRun || !data.core.behaviour.apiServer.evictionCondition) return undefined;
  const pod = object as Pod;
  const { timestamp } = data.core.strategyContext();
  const generation = pod.metadata.generation === undefined ? {} : { observedGeneration: pod.metadata.generation };
  const status = setPodCondition(pod.status, {
    type: 'DisruptionTarget', ...generation, status: 'True', lastProbeTime: null, lastTransitionTime: timestamp, reason: 'EvictionByEvictionAPI', message: 'Eviction API: evicting',
  });
  return status === pod.status ? undefined : { ...pod, status };
}

/** Removes the object. Models apiserver pkg/storage/etcd3 store.go conditionalDelete: it tries again until nobody writes in between. */
export function remove(m: RequestMachine): void {
  const { data } = m;
  const { current } = data;
  if (current === undefined) return;
  if (data.dryRun) {
    finishDeletion(m, current, true);
    return;
  }
  const modRevision = Number(current.metadata.resourceVersion);
  data.core.etcd.txn({ key: data.key, modRevision, op: { type: 'delete' } }, m.subject, (result) => {
    noteTransaction(m, 'delete', modRevision, result);
    if (result.succeeded) {
      finishDeletion(m, current, true);
      return;
    }
    if (result.kv === undefined) {
      // Whoever else deleted it did what was asked, if this request had begun to.
      if (data.marked) finishDeletion(m, current, true);
      else gone(m);
      return;
    }
    if (data.operation === 'update' || data.operation === 'patch') {
      lost(m, result);
      return;
    }
    data.current = result.kv.document;
    const unmet = preconditionFailure(m, result.kv.document, data.options ?? NO_OPTIONS);
    if (unmet === undefined) remove(m);
    else refuse(m, 0, unmet);
  });
}

function gone(m: RequestMachine): void {
  const { data } = m;
  if (data.items !== undefined) m.send({ type: 'ITEM' });
  else refuse(m, 0, notFoundStatus(data.resource, data.name));
}

/** Models apiserver pkg/registry/rest delete.go BeforeDelete: the complaint names the kind where others name the resource. */
function preconditionFailure(m: RequestMachine, object: KubeObject, options: DeleteOptions): Status | undefined {
  const { resource, name } = m.data;
  const { uid, resourceVersion } = options.preconditions ?? {};
  const of = { group: resource.group, resource: resource.kind };
  if (uid !== undefined && uid !== object.metadata.uid) {
    return conflictStatus(of, name, `the UID in the precondition (${uid}) does not match the UID in record (${object.metadata.uid ?? ''}). The object might have been deleted and then recreated`);
  }
  if (resourceVersion !== undefined && resourceVersion !== object.metadata.resourceVersion) {
    return conflictStatus(of, name, `the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record (${object.metadata.resourceVersion ?? ''}). The object might have been modified`);
  }
  return undefined;
}

/** The deletion of one object is done as far as this request goes. */
function finishDeletion(m: RequestMachine, object: KubeObject, removed: boolean): void {
  const { data } = m;
  const { resource } = data;
  if (removed && resource.resource === 'services') {
    releaseService(object, data.core.allocators);
    data.result = answerFor(m, object, removed);
    m.work(0, { type: 'CLEAN_UP' });
    return;
  }
  if (data.items !== undefined) {
    data.deleted.push(object);
    m.work(0, { type: 'ITEM' });
    return;
  }
  data.code = data.operation === 'evict' ? 201 : 200;
  data.result = answerFor(m, object, removed);
  m.work(0, { type: removed ? (m.state === 'deleting' ? 'DELETED' : 'STORED') : 'PENDING' });
}

function answerFor(m: RequestMachine, object: KubeObject, removed: boolean): KubeObject | Status {
  const { data } = m;
  if (data.operation === 'evict') return createdStatus();
  // A PUT or PATCH that took the last finalizer away answers with the object that it sent.
  if (data.operation === 'update' || data.operation === 'patch') return data.object ?? object;
  if (!removed || RETURNS_OBJECT.has(data.resource.resource)) return object;
  return deletedStatus(data.resource, object.metadata.name, object.metadata.uid);
}

/** A Service's Endpoints go with it, in the server itself. Models pkg/registry/core/service/storage storage.go Delete. */
export function cleanUp(m: RequestMachine): void {
  const { data } = m;
  const done = (): void => {
    if (data.items !== undefined) {
      if (data.current !== undefined) data.deleted.push(data.current);
      m.send({ type: 'ITEM' });
    } else m.send({ type: 'CLEANED' });
  };
  const key = `/registry/services/endpoints/${data.namespace ?? ''}/${data.name}`;
  const subject = `endpoints/${data.cacheKey}`;
  data.core.etcd.range({ key, prefix: false }, subject, ({ kvs: [kv] }) => {
    if (kv === undefined) done();
    else data.core.etcd.txn({ key, modRevision: kv.modRevision, op: { type: 'delete' } }, subject, done);
  });
}

/** The next object of a collection. Models store.go DeleteCollection: one after the other. */
export function takeItem(m: RequestMachine): void {
  const { data } = m;
  const next = data.items?.shift();
  if (next === undefined) {
    data.code = 200;
    data.result = {
      kind: `${data.resource.kind}List`, apiVersion: data.resource.apiVersion, metadata: { resourceVersion: String(data.wantedRevision) }, items: data.deleted.map(data.handler.representation.show),
    };
    m.work(0, { type: 'NO_MORE_ITEMS' });
    return;
  }
  data.name = next.metadata.name;
  if (next.metadata.namespace !== undefined) data.info = { ...data.info, namespace: next.metadata.namespace };
  data.current = undefined;
  data.marked = false;
  m.subject = `${data.resource.resource}/${data.cacheKey}`;
  m.work(draw(LATENCY.filter, m.actor.random), { type: 'ITEM' });
}
