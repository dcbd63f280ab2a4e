import type { EtcdEvent, WatchResponse, WatchStream } from '../../api/etcd';
import { draw } from '../../kernel/latency';
import type { Actor, Link } from '../../kernel/actor';
import { LATENCY } from '../latencies';
import type { MvccStore } from './store';

interface Watcher {
  readonly prefix: string;
  readonly client: Actor;
  readonly link: Link;
  readonly deliver: (response: WatchResponse) => void;
  cancelled: boolean;
}

/**
 * All watches. Events of one watch arrive in the order of their revisions.
 * Models etcd server/storage/mvcc watchable_store.go.
 */
export class Watchers {
  /** By prefix: kube-apiserver watches `/registry/<resource>/`, so a key's watchers are found by its leading segments. */
  private readonly byPrefix = new Map<string, Watcher[]>();

  constructor(private readonly actor: Actor, private readonly store: MvccStore) {}

  open(prefix: string, from: number, client: Actor, deliver: (response: WatchResponse) => void): WatchStream {
    const watcher: Watcher = { prefix, client, link: this.actor.link(client), deliver, cancelled: false };
    const past = this.store.eventsFrom(from, prefix);
    if (past === undefined) this.send(watcher, { revision: this.store.revision, events: [], compacted: true }, 'watch cancelled: compacted');
    else {
      this.send(watcher, { revision: this.store.revision, events: past }, 'watch created');
      const group = this.byPrefix.get(prefix);
      if (group === undefined) this.byPrefix.set(prefix, [watcher]);
      else group.push(watcher);
    }
    return {
      requestProgress: () => this.send(watcher, { revision: this.store.revision, events: [] }, 'progress'),
      cancel: () => {
        watcher.cancelled = true;
        const group = this.byPrefix.get(prefix);
        if (group !== undefined) this.byPrefix.set(prefix, group.filter((w) => w !== watcher));
      },
    };
  }

  /** Tells the watchers of one transaction's events. */
  notify(events: readonly EtcdEvent[], subject: string | undefined): void {
    if (events.length === 1 && events[0] !== undefined) {
      const [event] = events;
      const response: WatchResponse = { revision: event.revision, events };
      this.eachWatcher(event.key, (watcher) => this.send(watcher, response, event.type === 'put' ? 'PUT' : 'DELETE', subject));
      return;
    }
    const told = new Map<Watcher, EtcdEvent[]>();
    for (const event of events) {
      this.eachWatcher(event.key, (watcher) => {
        const list = told.get(watcher);
        if (list === undefined) told.set(watcher, [event]);
        else list.push(event);
      });
    }
    for (const [watcher, list] of told) this.send(watcher, { revision: list[0]?.revision ?? 0, events: list }, `${list.length} events`);
  }

  private eachWatcher(key: string, tell: (watcher: Watcher) => void): void {
    for (let slash = key.indexOf('/', 1); slash >= 0; slash = key.indexOf('/', slash + 1)) {
      const group = this.byPrefix.get(key.slice(0, slash + 1));
      if (group !== undefined) for (const watcher of group) tell(watcher);
    }
  }

  private send(watcher: Watcher, response: WatchResponse, label: string, subject?: string): void {
    const { random } = this.actor;
    const delay = draw(LATENCY.etcdWatch, random) + draw(LATENCY.etcdLink, random);
    watcher.link.send({ kind: 'etcd', label, subject, delay }, () => {
      if (!watcher.cancelled) watcher.deliver(response);
    });
  }
}
