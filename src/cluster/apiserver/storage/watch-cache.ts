import type { EtcdEvent, WatchResponse, WatchStream } from '../../../api/etcd';
import type { ResourceDef } from '../../../api/scheme';
import type { KubeObject } from '../../../api/types';
import type { Actor } from '../../../kernel/actor';
import { draw } from '../../../kernel/latency';
import type { Machine, MachineKind } from '../../../kernel/machine';
import type { MessageRow } from '../../../kernel/time';
import { LATENCY } from '../../latencies';
import { CacheEvent } from './cache-event';
import type { EtcdClient } from './etcd-client';
import { EventRing } from './event-ring';
import type { WatchCacheMachineEvent } from './machine';

/** Hears every change of a resource, in order. */
export type CacheListener = (event: CacheEvent) => void;

export type WatchCacheKind = MachineKind<WatchCacheMachineEvent, WatchCache>;

const NOTHING: ReadonlyMap<string, KubeObject> = new Map([]);

/**
 * A copy of one resource inside kube-apiserver: what lists, informers of the server's own plugins, and watches are served
 * from. Objects are shared with everybody.
 */
export class WatchCache {
  readonly prefix: string;
  /** Everything up to this revision is in the cache. */
  revision = 0;
  /** Raised with every change: lets derived data know that it is stale. */
  changes = 0;
  private readonly objects = new Map<string, KubeObject>();
  private readonly byNamespace = new Map<string, Map<string, KubeObject>>();
  private order: string[] | undefined;
  private ring = new EventRing(0);
  private readonly listeners = new Set<CacheListener>();
  private readonly waiting: { readonly revision: number; readonly row: MessageRow; readonly run: () => void }[] = [];
  private readonly incoming: { readonly response: WatchResponse; readonly row: MessageRow }[] = [];
  private present: readonly CacheEvent[] = [];
  private machine: Machine<WatchCacheMachineEvent, WatchCache> | undefined;
  private stream: WatchStream | undefined;
  private onReady: (() => void) | undefined;

  constructor(readonly resource: ResourceDef, private readonly actor: Actor, private readonly etcd: EtcdClient, private readonly kind: WatchCacheKind) {
    this.prefix = `/registry/${resource.storagePrefix}/`;
  }

  /** Lists and watches; `ready` runs once the list is in. */
  start(ready: () => void): void {
    this.onReady = ready;
    this.machine = this.actor.start(this.kind, { subject: this.resource.resource, data: this });
  }

  /** `namespace/name`, or the name of a cluster-scoped object. */
  get(key: string): KubeObject | undefined {
    return this.objects.get(key);
  }

  /** All objects of a namespace, in no promised order. */
  inNamespace(namespace: string): Iterable<KubeObject> {
    return (this.byNamespace.get(namespace) ?? NOTHING).values();
  }

  get size(): number {
    return this.objects.size;
  }

  /** All objects, in no promised order. */
  all(): Iterable<KubeObject> {
    return this.objects.values();
  }

  /** Objects in the order of their keys, of one namespace or of all. */
  list(namespace: string | undefined): readonly KubeObject[] {
    const out: KubeObject[] = [];
    if (namespace !== undefined) {
      const group = this.byNamespace.get(namespace);
      if (group === undefined) return out;
      for (const key of [...group.keys()].sort()) out.push(group.get(key) as KubeObject);
      return out;
    }
    this.order ??= [...this.objects.keys()].sort();
    for (const key of this.order) out.push(this.objects.get(key) as KubeObject);
    return out;
  }

  /** Runs `run` as soon as everything up to `revision` is here, which may be at once. */
  whenAt(revision: number, run: () => void): void {
    if (this.revision >= revision) {
      run();
      return;
    }
    this.waiting.push({ revision, row: this.actor.kernel.currentMessage, run });
    if (this.stream !== undefined) this.etcd.requestProgress(this.stream, this.prefix);
  }

  get oldestRevision(): number {
    return this.ring.oldest;
  }

  /** Events after `revision`; undefined when the ring does not reach back so far. */
  eventsAfter(revision: number): readonly CacheEvent[] | undefined {
    return this.ring.after(revision);
  }

  subscribe(listener: CacheListener): void {
    this.listeners.add(listener);
  }

  unsubscribe(listener: CacheListener): void {
    this.listeners.delete(listener);
  }

  // What the machine's actions do.

  listAll(): void {
    this.etcd.range({ key: this.prefix, prefix: true }, this.resource.resource, (result) => {
      for (const kv of result.kvs) this.put(kv.key.slice(this.prefix.length), kv.document);
      this.revision = result.revision;
      this.ring = new EventRing(result.revision);
      this.machine?.send({ type: 'LISTED' });
      this.etcd.watch(this.prefix, result.revision + 1, (response) => this.receive(response), (stream) => (this.stream = stream));
      this.onReady?.();
    });
  }

  takeNext(m: Machine<WatchCacheMachineEvent, WatchCache>): void {
    const next = this.incoming[0];
    if (next === undefined) return;
    const { kernel } = this.actor;
    // The cause of what follows is this event's message, not the one handled before it.
    kernel.currentMessage = next.row;
    m.subject = this.subjectOf(next.response.events[0]);
    m.send({ type: 'EVENT' });
  }

  update(m: Machine<WatchCacheMachineEvent, WatchCache>): void {
    const next = this.incoming.shift();
    if (next === undefined) return;
    const { now } = this.actor;
    this.present = next.response.events.map((e) => {
      const key = e.key.slice(this.prefix.length);
      if (e.type === 'put') this.put(key, e.document);
      else this.remove(key);
      const event = new CacheEvent(e.document, e.previous?.document, e.type === 'delete', e.revision, `${this.resource.resource}/${key}`);
      this.ring.add(event, now);
      return event;
    });
    this.changes++;
    this.revision = next.response.revision;
    m.work(draw(LATENCY.watchCacheDispatch, this.actor.random) >> 1, UPDATED);
  }

  dispatch(m: Machine<WatchCacheMachineEvent, WatchCache>): void {
    for (const event of this.present) for (const listener of this.listeners) listener(event);
    this.present = [];
    this.release();
    m.work(draw(LATENCY.watchCacheDispatch, this.actor.random) >> 1, DISPATCHED);
  }

  private receive(response: WatchResponse): void {
    if (response.events.length === 0) {
      // A progress notice stands behind all events that were sent before it.
      if (this.incoming.length === 0) {
        this.revision = Math.max(this.revision, response.revision);
        this.release();
      } else this.incoming.push({ response, row: this.actor.kernel.currentMessage });
      return;
    }
    this.incoming.push({ response, row: this.actor.kernel.currentMessage });
    const { machine } = this;
    if (machine?.state !== 'ready') return;
    machine.subject = this.subjectOf(response.events[0]);
    machine.send({ type: 'EVENT' });
  }

  private release(): void {
    if (this.waiting.length === 0) return;
    const ripe = this.waiting.filter((w) => w.revision <= this.revision);
    if (ripe.length === 0) return;
    const rest = this.waiting.filter((w) => w.revision > this.revision);
    this.waiting.splice(0, this.waiting.length, ...rest);
    for (const w of ripe) w.run();
  }

  private put(key: string, object: KubeObject): void {
    if (!this.objects.has(key)) this.order = undefined;
    this.objects.set(key, object);
    if (!this.resource.namespaced) return;
    const namespace = key.slice(0, key.indexOf('/'));
    let group = this.byNamespace.get(namespace);
    if (group === undefined) this.byNamespace.set(namespace, (group = new Map()));
    group.set(key, object);
  }

  private remove(key: string): void {
    this.objects.delete(key);
    this.order = undefined;
    if (this.resource.namespaced) this.byNamespace.get(key.slice(0, key.indexOf('/')))?.delete(key);
  }

  private subjectOf(event: EtcdEvent | undefined): string {
    return event === undefined ? this.resource.resource : `${this.resource.resource}/${event.key.slice(this.prefix.length)}`;
  }
}

const UPDATED = { type: 'UPDATED' } as const;
const DISPATCHED = { type: 'DISPATCHED' } as const;
