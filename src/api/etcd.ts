/** What goes between kube-apiserver and etcd: requests, answers, events. The documents are objects, not bytes. */
import type { KubeObject } from './types';

/** One key at one revision. Never changed afterwards: the same object goes to every reader. */
export interface KeyValue {
  readonly key: string;
  /** What was put, with `metadata.resourceVersion` set to the mod revision: stamped once here, so that no reader has to copy. */
  readonly document: KubeObject;
  readonly createRevision: number;
  readonly modRevision: number;
  /** Puts since the key was created, from 1. */
  readonly version: number;
}

/**
 * If the key's mod revision is `modRevision` (0: the key does not exist) then put or delete, else answer what is there.
 * The one shape of transaction that kube-apiserver sends.
 */
export interface TxnRequest {
  readonly key: string;
  readonly modRevision: number;
  readonly op: { readonly type: 'put'; readonly value: KubeObject; readonly lease?: number | undefined } | { readonly type: 'delete' };
}

export interface TxnResult {
  readonly succeeded: boolean;
  /** The store's revision after the transaction. */
  readonly revision: number;
  /** After a put the new pair, after a delete the last one, after a failed compare the present one if there is any. */
  readonly kv: KeyValue | undefined;
}

export interface RangeRequest {
  /** One key, or with `prefix` all keys that begin so. */
  readonly key: string;
  readonly prefix: boolean;
  /** The store as it was at this revision; undefined: as it is now. */
  readonly revision?: number | undefined;
  /** At most so many pairs; 0 asks for the revision alone. */
  readonly limit?: number | undefined;
  /** Begin after this key. */
  readonly after?: string | undefined;
}

export interface RangeResult {
  readonly revision: number;
  /** The revision asked for lies before the last compaction: `kvs` is empty. */
  readonly compacted: boolean;
  readonly kvs: readonly KeyValue[];
  /** How many keys match in all, whatever the limit. */
  readonly count: number;
}

export interface EtcdEvent {
  readonly type: 'put' | 'delete';
  readonly key: string;
  readonly revision: number;
  /** Whether the key was not there before. */
  readonly created: boolean;
  /** After a put the new document. After a delete the last one, with the deletion's revision. */
  readonly document: KubeObject;
  readonly previous: KeyValue | undefined;
}

/** What comes down an etcd watch: the events of one revision, or (no events) the news that all up to `revision` was sent. */
export interface WatchResponse {
  readonly revision: number;
  readonly events: readonly EtcdEvent[];
  /** The revision asked for was compacted; nothing follows. */
  readonly compacted?: boolean;
}

/** The client's end of a watch. */
export interface WatchStream {
  /** Asks for the news that everything up to now was sent; it comes down the stream behind the events. */
  requestProgress(): void;
  cancel(): void;
}
