import type { WatchStream } from '../../api/etcd';
import type { KubeObject, Status } from '../../api/types';
import type { Entry } from '../../kernel/queue';
import { MINUTE, SECOND } from '../../kernel/time';
import type { Exchange, WatchFrame } from '../client/http';
import type { Filter, Representation } from './storage/cache-event';
import { CacheEvent } from './storage/cache-event';
import type { EtcdClient } from './storage/etcd-client';
import type { WatchCache } from './storage/watch-cache';
import type { Actor } from '../../kernel/actor';

/** Bookmarks come about once a minute, to those who asked for them. */
const BOOKMARK_INTERVAL = MINUTE;

export interface StreamOptions {
  readonly filter: Filter | undefined;
  readonly representation: Representation;
  readonly bookmarks: boolean;
  /** What bookmarks look like: an object with nothing but its kind and a resourceVersion. */
  readonly kind: string;
  readonly apiVersion: string;
  readonly resource: string;
}

/** One open watch: turns changes of a resource into the frames of one client. Models apiserver pkg/storage/cacher cache_watcher.go. */
export class WatchStreamer {
  /** Events up to this revision were sent, or are no news to the client. */
  private revision = 0;
  private cache: WatchCache | undefined;
  private etcdStream: WatchStream | undefined;
  private bookmarkTimer: Entry | undefined;
  private readonly listener = (event: CacheEvent): void => this.pass(event);
  private over = false;

  constructor(private readonly actor: Actor, private readonly exchange: Exchange, readonly options: StreamOptions) {}

  /** Streams what the cache sees after `revision`, beginning with what it still remembers. Why it cannot, or undefined. */
  followCache(cache: WatchCache, revision: number): number | undefined {
    const past = cache.eventsAfter(revision);
    if (past === undefined) return cache.oldestRevision;
    this.cache = cache;
    this.revision = revision;
    for (const event of past) this.pass(event);
    // The cache may have put an event into its ring that it has not passed on yet.
    this.revision = past.at(-1)?.revision ?? revision;
    cache.subscribe(this.listener);
    this.startBookmarks(() => cache.revision);
    return undefined;
  }

  /** Streams what etcd sees after `revision`: for resources without a cache. */
  followEtcd(etcd: EtcdClient, prefix: string, revision: number, expired: () => void): void {
    this.revision = revision;
    etcd.watch(prefix, revision + 1, (response) => {
      if (this.over) return;
      if (response.compacted === true) {
        expired();
        return;
      }
      for (const e of response.events) this.pass(new CacheEvent(e.document, e.previous?.document, e.type === 'delete', e.revision, `${this.options.resource}/${e.key.slice(prefix.length)}`));
      this.revision = Math.max(this.revision, response.revision);
    }, (stream) => {
      if (this.over) stream.cancel();
      else this.etcdStream = stream;
    });
    this.startBookmarks(() => this.revision);
  }

  /** The objects that were there before the watch began, as additions. */
  sendInitial(objects: Iterable<KubeObject>): void {
    const { filter, representation, resource } = this.options;
    for (const object of objects) {
      if (filter !== undefined && !filter(object)) continue;
      const { name, namespace } = object.metadata;
      this.exchange.frame({ type: 'ADDED', object: representation.show(object) }, `${resource}/${namespace === undefined ? name : `${namespace}/${name}`}`);
    }
  }

  /** `initialEnd`: marks the end of a streamed list. */
  sendBookmark(revision: number, initialEnd: boolean): void {
    const { kind, apiVersion, resource } = this.options;
    const annotations = initialEnd ? { annotations: { 'k8s.io/initial-events-end': 'true' } } : {};
    const frame: WatchFrame = { type: 'BOOKMARK', object: { kind, apiVersion, metadata: { name: '', resourceVersion: String(revision), ...annotations } } };
    this.exchange.frame(frame, resource);
  }

  sendError(status: Status): void {
    // A Status stands where an object would; clients tell them apart by the frame's type.
    this.exchange.frame({ type: 'ERROR', object: status as unknown as KubeObject }, this.options.resource);
  }

  stop(): void {
    this.over = true;
    this.cache?.unsubscribe(this.listener);
    this.etcdStream?.cancel();
    if (this.bookmarkTimer !== undefined) this.bookmarkTimer.run = undefined;
  }

  private pass(event: CacheEvent): void {
    if (event.revision <= this.revision) return;
    const frame = event.frameFor(this.options.filter, this.options.representation);
    if (frame !== undefined) this.exchange.frame(frame, event.subject);
  }

  private startBookmarks(revision: () => number): void {
    if (!this.options.bookmarks) return;
    // Spread out, so that not all watchers are served at once.
    const delay = BOOKMARK_INTERVAL - SECOND + this.actor.random.int(2 * SECOND);
    this.bookmarkTimer = this.actor.timer(delay, 'bookmark', () => {
      if (this.over) return;
      this.sendBookmark(revision(), false);
      this.startBookmarks(revision);
    }, this.options.resource);
  }
}
