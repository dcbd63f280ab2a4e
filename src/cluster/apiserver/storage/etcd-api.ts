import type { RangeRequest, RangeResult, TxnRequest, TxnResult, WatchResponse, WatchStream } from '../../../api/etcd';
import type { Actor } from '../../../kernel/actor';

/** What kube-apiserver needs of etcd. `cluster/etcd` fits this; nothing here knows how. */
export interface EtcdServer {
  readonly actor: Actor;
  txn(request: TxnRequest, client: Actor, subject: string | undefined, reply: (result: TxnResult) => void): void;
  range(request: RangeRequest, client: Actor, subject: string | undefined, reply: (result: RangeResult) => void): void;
  watch(prefix: string, from: number, client: Actor, deliver: (response: WatchResponse) => void): WatchStream;
  leaseGrant(id: number, ttlSeconds: number): void;
  compact(revision: number): void;
}
