import { resourcePath, type Resource, type Scheme } from '../../api/scheme';
import type { KubeObject, KubeList } from '../../api/types';
import { invariant } from '../../base/assert';
import type { Machine } from '../../kernel/machine';
import { MachineKind } from '../../kernel/machine';

import { behaviourOf } from '../versions';
import type { ApiClient, WatchHandle } from './api-client';
import type { WatchFrame } from './http';
import { reflectorMachine, type ReflectorEvent } from './reflector.machine';
import { keyOf, subjectOf, succeeded } from './typed-client';

export interface InformerOptions {
  readonly namespace?: string;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
}

export interface InformerHandlers<T extends KubeObject> {
  readonly added?: (object: T) => void;
  readonly updated?: (before: T, after: T) => void;
  readonly deleted?: (last: T) => void;
}

const NOTHING: ReadonlyMap<string, never> = new Map<string, never>();

/**
 * A local copy of one resource, kept current by a list and a watch, with handlers and indices. Objects are shared with
 * everybody and never changed. Handlers run inside the span of the reflector that handled the watch event.
 * Models client-go tools/cache reflector.go, shared_informer.go, thread_safe_store.go.
 */
export class Informer<T extends KubeObject> {
  readonly resource: Resource;
  private readonly objects = new Map<string, T>();
  private readonly byNamespace = new Map<string, Map<string, T>>();
  private readonly indices = new Map<string, Index<T>>();
  private readonly handlers: InformerHandlers<T>[] = [];
  private readonly onSynced: (() => void)[] = [];
  private readonly reflector: Reflector<T>;
  private synced = false;

  constructor(api: ApiClient, scheme: Scheme, group: string, version: string, plural: string, options: InformerOptions = {}) {
    const resource = scheme.resourceFor(group, version, plural);
    invariant(resource !== undefined, `${group}/${version} ${plural} is not served`);
    this.resource = resource;
    this.reflector = new Reflector(api, resource, options, behaviourOf(scheme.version).apiServer.watchList, { replace: (items) => this.replace(items), apply: (frame) => this.apply(frame) });
  }

  /** Before `start`. */
  addHandlers(handlers: InformerHandlers<T>): void {
    this.handlers.push(handlers);
  }

  /** Before `start`: looks objects up by the values that `values` gives for them. */
  addIndex(name: string, values: (object: T) => readonly string[]): void {
    this.indices.set(name, new Index(values));
  }

  start(): void {
    this.reflector.start();
  }

  hasSynced(): boolean {
    return this.synced;
  }

  /** Runs `then` once the first list is in the cache; at once if it already is. */
  whenSynced(then: () => void): void {
    if (this.synced) then();
    else this.onSynced.push(then);
  }

  /** By `namespace/name`, or by name for cluster-scoped kinds. */
  get(key: string): T | undefined {
    return this.objects.get(key);
  }

  /** All objects, or those of a namespace. Do not keep the iterator across events. */
  list(namespace?: string): Iterable<T> {
    return namespace === undefined ? this.objects.values() : (this.byNamespace.get(namespace) ?? NOTHING).values();
  }

  get size(): number {
    return this.objects.size;
  }

  byIndex(name: string, value: string): Iterable<T> {
    const index = this.indices.get(name);
    invariant(index !== undefined, `no index ${name}`);
    return index.get(value);
  }

  private apply(frame: WatchFrame): void {
    const object = frame.object as T;
    const key = keyOf(object);
    const before = this.objects.get(key);
    if (frame.type === 'DELETED') this.remove(key, object);
    else if (before === undefined) this.put(key, undefined, object);
    else this.put(key, before, object);
  }

  private put(key: string, before: T | undefined, after: T): void {
    this.objects.set(key, after);
    const namespace = after.metadata.namespace ?? '';
    let group = this.byNamespace.get(namespace);
    if (group === undefined) this.byNamespace.set(namespace, (group = new Map()));
    group.set(key, after);
    for (const index of this.indices.values()) index.replace(key, before, after);
    for (const h of this.handlers) {
      if (before === undefined) h.added?.(after);
      else h.updated?.(before, after);
    }
  }

  private remove(key: string, last: T): void {
    const before = this.objects.get(key);
    if (before === undefined) return;
    this.objects.delete(key);
    this.byNamespace.get(before.metadata.namespace ?? '')?.delete(key);
    for (const index of this.indices.values()) index.replace(key, before, undefined);
    for (const h of this.handlers) h.deleted?.(last);
  }

  private replace(items: readonly T[]): void {
    const keys = new Set(items.map(keyOf));
    for (const [key, object] of [...this.objects]) if (!keys.has(key)) this.remove(key, object);
    for (const item of items) {
      const before = this.objects.get(keyOf(item));
      if (before?.metadata.resourceVersion !== item.metadata.resourceVersion || before === undefined) this.put(keyOf(item), before, item);
    }
    this.synced = true;
    for (const then of this.onSynced.splice(0)) then();
  }
}

class Index<T extends KubeObject> {
  private readonly entries = new Map<string, Map<string, T>>();

  constructor(private readonly values: (object: T) => readonly string[]) {}

  get(value: string): Iterable<T> {
    return (this.entries.get(value) ?? NOTHING).values();
  }

  /** An object that stays under its values keeps its place in their order. */
  replace(key: string, before: T | undefined, after: T | undefined): void {
    const was = before === undefined ? NO_VALUES : this.values(before);
    const is = after === undefined ? NO_VALUES : this.values(after);
    for (const value of was) {
      if (is.includes(value)) continue;
      const entry = this.entries.get(value);
      entry?.delete(key);
      if (entry?.size === 0) this.entries.delete(value);
    }
    if (after === undefined) return;
    for (const value of is) {
      let entry = this.entries.get(value);
      if (entry === undefined) this.entries.set(value, (entry = new Map()));
      entry.set(key, after);
    }
  }
}

const INITIAL_EVENTS_END = 'k8s.io/initial-events-end';
const NO_VALUES: readonly string[] = [];

interface Store<T extends KubeObject> {
  readonly replace: (items: readonly T[]) => void;
  readonly apply: (frame: WatchFrame) => void;
}

/**
 * Keeps a store current: list once, then watch from the list's resourceVersion; list again when that is too old. Where the server
 * can, list and watch are one: a watch that begins with what is there (client-go's WatchListClient, on since 0.35).
 */
class Reflector<T extends KubeObject> {
  private resourceVersion = '';
  private watch: WatchHandle | undefined;
  /** What a streamed list has brought so far; undefined once it is complete. */
  private streaming: Map<string, T> | undefined;
  private readonly machine: Machine<ReflectorEvent, undefined>;

  constructor(private readonly api: ApiClient, private readonly resource: Resource, private readonly options: InformerOptions, private readonly streams: boolean, private readonly store: Store<T>) {
    const kind = new MachineKind<ReflectorEvent, undefined>('reflector', reflectorMachine, { list: () => (this.streams ? this.stream() : this.list()), watch: () => this.open() });
    this.machine = api.actor.start(kind, { subject: resource.resource, data: undefined });
  }

  start(): void {
    this.machine.send({ type: 'START' });
  }

  private query(more: Readonly<Record<string, string>>): Record<string, string> {
    const { labelSelector, fieldSelector } = this.options;
    return { ...(fieldSelector === undefined ? {} : { fieldSelector }), ...(labelSelector === undefined ? {} : { labelSelector }), ...more };
  }

  private list(): void {
    const path = resourcePath(this.resource, { namespace: this.options.namespace });
    this.api.request({ method: 'GET', path, query: this.query({ limit: '500', resourceVersion: '0' }), subject: this.resource.resource }, (response) => {
      if (!succeeded(response)) {
        this.machine.send({ type: 'FAILED' });
        return;
      }
      const list = response.body as KubeList<T>;
      this.resourceVersion = list.metadata.resourceVersion ?? '0';
      this.machine.subject = this.resource.resource;
      this.machine.send({ type: 'LISTED' });
      this.within(() => this.store.replace(list.items));
    }, () => this.machine.send({ type: 'FAILED' }));
  }

  /** Models reflector.go watchList. */
  private stream(): void {
    this.streaming = new Map();
    const { resourceVersion } = this;
    this.openWith({ allowWatchBookmarks: 'true', ...(resourceVersion === '' ? {} : { resourceVersion }), resourceVersionMatch: 'NotOlderThan', sendInitialEvents: 'true' });
  }

  private open(): void {
    this.openWith({ allowWatchBookmarks: 'true', resourceVersion: this.resourceVersion });
  }

  private openWith(more: Readonly<Record<string, string>>): void {
    const path = resourcePath(this.resource, { namespace: this.options.namespace });
    const timeout = 300 + this.api.actor.random.int(300);
    const query = this.query({ ...more, timeoutSeconds: String(timeout), watch: 'true' });
    this.watch?.close();
    this.watch = this.api.watch({ method: 'GET', path, query, subject: this.resource.resource }, {
      opened: (response) => {
        // A streamed list is there when its last event says so.
        if (this.streaming === undefined || !succeeded(response)) this.machine.send({ type: succeeded(response) ? 'OPENED' : response.code === 410 ? 'EXPIRED' : 'FAILED' });
      },
      frame: (frame) => this.frame(frame),
      ended: () => this.machine.send({ type: this.streaming === undefined ? 'ENDED' : 'FAILED' }),
      failed: () => this.machine.send({ type: 'FAILED' }),
    });
  }

  private frame(frame: WatchFrame): void {
    if (frame.type === 'ERROR') {
      if (this.streaming !== undefined) this.resourceVersion = '';
      this.machine.send({ type: this.streaming === undefined ? 'EXPIRED' : 'FAILED' });
      return;
    }
    if (this.streaming !== undefined) {
      this.gather(frame, this.streaming);
      return;
    }
    this.resourceVersion = frame.object.metadata.resourceVersion ?? this.resourceVersion;
    if (frame.type === 'BOOKMARK') return;
    this.machine.subject = subjectOf(this.resource.resource, keyOf(frame.object));
    this.machine.send({ type: 'EVENT' });
    this.within(() => this.store.apply(frame));
  }

  /** One event of a streamed list; the bookmark that ends it puts all of them into the store. */
  private gather(frame: WatchFrame, list: Map<string, T>): void {
    const { metadata } = frame.object;
    if (frame.type === 'BOOKMARK') {
      if (metadata.annotations?.[INITIAL_EVENTS_END] !== 'true') return;
      this.resourceVersion = metadata.resourceVersion ?? '0';
      this.streaming = undefined;
      this.machine.subject = this.resource.resource;
      this.machine.send({ type: 'STREAMED' });
      this.within(() => this.store.replace([...list.values()]));
    } else if (frame.type === 'DELETED') list.delete(keyOf(frame.object));
    else list.set(keyOf(frame.object), frame.object as T);
  }

  /** Handlers run in the span of the reflector's state, so that what they queue is caused by it. */
  private within(run: () => void): void {
    const { kernel } = this.machine;
    const before = kernel.currentSpan;
    kernel.currentSpan = this.machine.span;
    run();
    kernel.currentSpan = before;
  }
}

