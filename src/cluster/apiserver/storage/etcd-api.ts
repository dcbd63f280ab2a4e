import type { KubeObject } from '../../../api/types';
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

export interface KeyValue {
  readonly key: string;
  /** The object with its mod revision as resourceVersion. */
  readonly document: KubeObject;
  readonly modRevision: number;
}

export interface TxnRequest {
  readonly key: string;
  /** 0: the key must not exist. */
  readonly modRevision: number;
  readonly op: { readonly type: 'put'; readonly value: KubeObject; readonly lease?: number | undefined } | { readonly type: 'delete' };
}

export interface TxnResult {
  readonly succeeded: boolean;
  readonly revision: number;
  /** After a put the new pair, after a delete the last one, after a failed compare the present one if there is any. */
  readonly kv: KeyValue | undefined;
}

export interface RangeRequest {
  readonly key: string;
  readonly prefix: boolean;
  readonly revision?: number | undefined;
  readonly limit?: number | undefined;
  readonly after?: string | undefined;
}

export interface RangeResult {
  readonly revision: number;
  readonly compacted: boolean;
  readonly kvs: readonly KeyValue[];
  readonly count: number;
}

export interface EtcdEvent {
  readonly type: 'put' | 'delete';
  readonly key: string;
  readonly revision: number;
  readonly created: boolean;
  readonly document: KubeObject;
  readonly previous: KeyValue | undefined;
}

export interface WatchResponse {
  readonly revision: number;
  readonly events: readonly EtcdEvent[];
  readonly compacted?: boolean;
}

export interface WatchStream {
  requestProgress(): void;
  cancel(): void;
}
