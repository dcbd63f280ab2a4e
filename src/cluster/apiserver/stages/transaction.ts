import type { TxnResult } from '../../../api/etcd';
import { notFoundStatus } from '../../../api/status';
import type { KubeObject } from '../../../api/types';
import { refuse, type RequestMachine } from '../request';

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
  m.send({ type: 'LOST_RACE' });
}

export function noteTransaction(m: RequestMachine, op: 'create' | 'update' | 'delete', compare: number, result: TxnResult): void {
  m.note({ type: 'storage', op, key: m.data.key, compare, succeeded: result.succeeded, revision: result.revision });
}
