import { notFoundStatus } from '../../../api/status';
import type { KubeObject } from '../../../api/types';
import { refuse, type RequestMachine } from '../request';
import type { TxnResult } from '../storage/etcd-api';

/** Somebody else was quicker: go on with what is there now. */
export function lost(m: RequestMachine, result: TxnResult): void {
  m.data.currentIsFresh = true;
  reload(m, result.kv?.document);
}

export function reload(m: RequestMachine, document: KubeObject | undefined): void {
  const { data } = m;
  if (document === undefined) {
    refuse(m, 0, notFoundStatus(data.resource, data.name));
    return;
  }
  data.current = document;
  data.reloaded = true;
  restoreRequest(m);
  m.send({ type: 'LOST_RACE' });
}

/** A PUT begins again with what the client sent, not with what the last attempt made of it. */
function restoreRequest(m: RequestMachine): void {
  const { data } = m;
  if (data.operation === 'update') data.object = data.requestObject as KubeObject;
}

export function noteTransaction(m: RequestMachine, op: 'create' | 'update' | 'delete', compare: number, result: TxnResult): void {
  m.note({ type: 'storage', op, key: m.data.key, compare, succeeded: result.succeeded, revision: result.revision });
}
