import { alreadyExistsStatus, createdStatus, generateNameConflictStatus } from '../../../api/status';
import type { KubeObject } from '../../../api/types';
import { deepEqual } from '../../../base/json';
import type { RequestEvent } from '../machine';
import { generateName } from '../registry/metadata';
import { releaseService } from '../registry/services';
import { shouldDeleteDuringUpdate } from '../registry/deletion';
import { refuse, type RequestMachine } from '../request';
import { scaleOf } from '../subresources/scale';
import { storeDeletion } from './delete';
import { lost, noteTransaction, reload } from './transaction';

const STORED: RequestEvent = { type: 'STORED' };

/** Writes the object, if nobody else wrote it meanwhile. Models apiserver pkg/storage/etcd3 store.go Create, GuaranteedUpdate. */
export function store(m: RequestMachine): void {
  switch (m.data.operation) {
    case 'create': create(m, m.data.core.behaviour.apiServer.generateNameAttempts); break;
    case 'delete':
    case 'deletecollection':
    case 'evict': storeDeletion(m); break;
    default: update(m);
  }
}

function create(m: RequestMachine, attempts: number): void {
  const { data } = m;
  const { object, key } = data;
  if (object === undefined) return;
  if (data.dryRun) {
    data.code = 201;
    data.result = object;
    m.work(1, { type: 'STORED' });
    return;
  }
  const { ttlSeconds } = data.handler.strategy;
  const lease = ttlSeconds === undefined ? undefined : data.core.etcd.leaseFor(ttlSeconds);
  data.core.etcd.txn({ key, modRevision: 0, op: { type: 'put', value: object, lease } }, m.subject, (result) => {
    if (result.succeeded) {
      noteTransaction(m, 'create', 0, result);
      data.code = 201;
      data.result = result.kv?.document;
      m.send(STORED);
      return;
    }
    noteTransaction(m, 'create', 0, result);
    const generated = object.metadata.generateName;
    if (generated !== undefined && attempts > 1) {
      rename(m, object, generateName(generated, m.actor.random));
      create(m, attempts - 1);
      return;
    }
    if (data.resource.resource === 'services') releaseService(object, data.core.allocators);
    if (generated !== undefined) {
      refuse(m, 0, generateNameConflictStatus(data.resource, data.name));
      return;
    }
    const status = alreadyExistsStatus(data.resource, data.name);
    refuse(m, 0, result.kv?.document.metadata.deletionTimestamp === undefined ? status : { ...status, message: `object is being deleted: ${status.message ?? ''}` });
  });
}

function rename(m: RequestMachine, object: KubeObject, name: string): void {
  const { data } = m;
  data.name = name;
  data.object = { ...object, metadata: { ...object.metadata, name } };
}

function update(m: RequestMachine): void {
  const { data } = m;
  const { current } = data;
  const object = data.operation === 'bind' ? (data.result as KubeObject) : data.object;
  if (object === undefined || current === undefined) return;
  if (shouldDeleteDuringUpdate(data.resource, object, current)) {
    data.object = object;
    data.marked = true;
    m.work(1, { type: 'MARKED' });
    return;
  }
  if (data.dryRun) {
    answerWith(m, object);
    m.work(1, { type: 'STORED' });
    return;
  }
  // The same bytes: nothing to write, once etcd has confirmed that they are its own.
  if (deepEqual(object, current)) {
    unchanged(m, current);
    return;
  }
  const modRevision = Number(current.metadata.resourceVersion);
  data.core.etcd.txn({ key: data.key, modRevision, op: { type: 'put', value: object, lease: leaseOf(m) } }, m.subject, (result) => {
    noteTransaction(m, 'update', modRevision, result);
    if (result.succeeded && result.kv !== undefined) {
      answerWith(m, result.kv.document);
      m.send(STORED);
    } else lost(m, result);
  });
}

function leaseOf(m: RequestMachine): number | undefined {
  const { ttlSeconds } = m.data.handler.strategy;
  return ttlSeconds === undefined ? undefined : m.data.core.etcd.leaseFor(ttlSeconds);
}

function unchanged(m: RequestMachine, current: KubeObject): void {
  const { data } = m;
  const done = (): void => {
    answerWith(m, current);
    m.note({ type: 'storage', op: 'none', key: data.key, compare: Number(current.metadata.resourceVersion), reason: 'Nothing differs from what is stored: no write, no new revision.' });
  };
  if (data.currentIsFresh) {
    done();
    m.work(1, { type: 'UNCHANGED' });
    return;
  }
  data.core.etcd.range({ key: data.key, prefix: false }, m.subject, ({ kvs: [kv] }) => {
    data.currentIsFresh = true;
    if (kv?.document.metadata.resourceVersion === current.metadata.resourceVersion) {
      done();
      m.send({ type: 'UNCHANGED' });
    } else reload(m, kv?.document);
  });
}

/** What the client gets: the object, or the subresource's own kind. */
export function answerWith(m: RequestMachine, object: KubeObject): void {
  const { data } = m;
  if (data.operation === 'bind') {
    data.code = 201;
    data.result = createdStatus();
  } else {
    data.code = 200;
    data.result = data.subresource === 'scale' ? scaleOf(object, data.core.scheme.version) : object;
  }
}
