import type { EtcdEvent, KeyValue, RangeRequest, RangeResult } from '../../api/etcd';
import type { KubeObject } from '../../api/types';
import { invariant } from '../../base/assert';

/** What became of a key at a revision: a pair, or nothing (a tombstone). */
interface Generation {
  readonly revision: number;
  readonly kv: KeyValue | undefined;
}

/**
 * A multi-version store: one revision counter over all keys, every version of every key kept until compaction.
 * Models etcd server/storage/mvcc kvstore.go, key_index.go.
 *
 *   /registry/pods/default/web   12: create   15: put   19: tombstone   22: create …
 */
export class MvccStore {
  /** Revision of the last write. An empty store is at 1, as etcd's is. */
  revision = 1;
  private compactedAt = 0;
  private readonly keys = new Map<string, Generation[]>();
  /** Keys in order; keys that came since the last range wait unsorted at the end. */
  private readonly index: string[] = [];
  private sorted = 0;
  /** Events in the order of their revisions, for watches that begin in the past. */
  private readonly events: EtcdEvent[] = [];

  /** The pair that is there now. */
  get(key: string): KeyValue | undefined {
    return this.keys.get(key)?.at(-1)?.kv;
  }

  /** Writes at revision `revision`, which is the next one or, within one transaction, the present one. */
  put(key: string, value: KubeObject, revision: number): EtcdEvent {
    this.advance(revision);
    const previous = this.get(key);
    const document = stamp(value, revision);
    const kv: KeyValue = {
      key, document, modRevision: revision,
      createRevision: previous?.createRevision ?? revision, version: (previous?.version ?? 0) + 1,
    };
    this.append(key, { revision, kv });
    return this.record({ type: 'put', key, revision, created: previous === undefined, document, previous });
  }

  /** Deletes a key that is there. */
  delete(key: string, revision: number): EtcdEvent {
    this.advance(revision);
    const previous = this.get(key);
    invariant(previous !== undefined, `etcd: delete of ${key}, which is not there`);
    this.append(key, { revision, kv: undefined });
    return this.record({ type: 'delete', key, revision, created: false, document: stamp(previous.document, revision), previous });
  }

  range(request: RangeRequest): RangeResult {
    const at = request.revision ?? this.revision;
    if (at < this.compactedAt) return { revision: this.revision, compacted: true, kvs: [], count: 0 };
    if (!request.prefix) {
      const kv = this.at(request.key, at);
      return { revision: this.revision, compacted: false, kvs: kv === undefined ? [] : [kv], count: kv === undefined ? 0 : 1 };
    }
    const limit = request.limit ?? Infinity;
    if (limit === 0) return { revision: this.revision, compacted: false, kvs: [], count: 0 };
    const kvs: KeyValue[] = [];
    let count = 0;
    this.sort();
    for (let i = this.lowerBound(request.after ?? request.key); i < this.index.length; i++) {
      const key = this.index[i] as string;
      if (!key.startsWith(request.key)) break;
      if (key === request.after) continue;
      const kv = this.at(key, at);
      if (kv === undefined) continue;
      count++;
      if (kvs.length < limit) kvs.push(kv);
    }
    return { revision: this.revision, compacted: false, kvs, count };
  }

  /** Events of keys that begin with `prefix`, from revision `from` on; undefined when that far back is compacted. */
  eventsFrom(from: number, prefix: string): readonly EtcdEvent[] | undefined {
    if (from <= this.compactedAt) return undefined;
    let low = 0;
    let high = this.events.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.events[middle] as EtcdEvent).revision < from) low = middle + 1;
      else high = middle;
    }
    return this.events.slice(low).filter((e) => e.key.startsWith(prefix));
  }

  /** Forgets what was overwritten or deleted at or before `revision`; the state at `revision` itself stays readable. */
  compact(revision: number): void {
    if (revision <= this.compactedAt) return;
    this.compactedAt = revision;
    for (const [key, generations] of this.keys) {
      let keep = 0;
      while (keep + 1 < generations.length && (generations[keep + 1] as Generation).revision <= revision) keep++;
      const first = generations[keep] as Generation;
      if (first.kv === undefined && first.revision <= revision) keep++;
      if (keep >= generations.length) this.keys.delete(key);
      else if (keep > 0) generations.splice(0, keep);
    }
    const old = this.events.findIndex((e) => e.revision > revision);
    this.events.splice(0, old < 0 ? this.events.length : old);
    const kept = this.index.filter((key) => this.keys.has(key));
    this.index.length = 0;
    for (const key of kept) this.index.push(key);
    this.sorted = 0;
  }

  private advance(revision: number): void {
    invariant(revision === this.revision || revision === this.revision + 1, `etcd: revision ${revision} after ${this.revision}`);
    this.revision = revision;
  }

  private append(key: string, generation: Generation): void {
    const generations = this.keys.get(key);
    if (generations === undefined) {
      this.keys.set(key, [generation]);
      this.index.push(key);
    } else generations.push(generation);
  }

  private record(event: EtcdEvent): EtcdEvent {
    this.events.push(event);
    return event;
  }

  private at(key: string, revision: number): KeyValue | undefined {
    const generations = this.keys.get(key);
    if (generations === undefined) return undefined;
    for (let i = generations.length - 1; i >= 0; i--) {
      const generation = generations[i] as Generation;
      if (generation.revision <= revision) return generation.kv;
    }
    return undefined;
  }

  private sort(): void {
    if (this.sorted === this.index.length) return;
    this.index.sort();
    this.sorted = this.index.length;
  }

  private lowerBound(key: string): number {
    let low = 0;
    let high = this.index.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.index[middle] as string) < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** The object as readers see it: etcd's revision is its resourceVersion. */
function stamp(object: KubeObject, revision: number): KubeObject {
  return { ...object, metadata: { ...object.metadata, resourceVersion: String(revision) } };
}
