import { resourcePath } from '../../../api/scheme';
import type { ConfigMap, KubeObject, Secret } from '../../../api/types';
import { invariant } from '../../../base/assert';
import { MachineKind, type Machine } from '../../../kernel/machine';
import type { WatchHandle } from '../../client/api-client';
import { itemsOf, succeeded } from '../../client/typed-client';
import type { KubeletContext } from '../context';
import { objectWatcherMachine, type ObjectWatcherEvent } from './object-cache.machine';

interface Watched {
  readonly namespace: string;
  readonly name: string;
  readonly plural: 'configmaps' | 'secrets';
  references: number;
  synced: boolean;
  object: KubeObject | undefined;
  resourceVersion: string;
  watch: WatchHandle | undefined;
  readonly waiting: (() => void)[];
}

type Watcher = Machine<ObjectWatcherEvent, Watched>;

/**
 * ConfigMaps and Secrets that pods of this node refer to: each watched by its name, from the first pod that needs it to the last.
 * Models pkg/kubelet/util/manager/watch_based_manager.go.
 */
export class ObjectCache {
  private readonly watchers = new Map<string, Watcher>();
  private readonly kind: MachineKind<ObjectWatcherEvent, Watched>;

  constructor(private readonly context: KubeletContext) {
    this.kind = new MachineKind<ObjectWatcherEvent, Watched>('object watcher', objectWatcherMachine, {
      list: (m: Watcher) => this.list(m), watch: (m: Watcher) => this.open(m), close: (m: Watcher) => m.data.watch?.close(),
    });
  }

  reference(plural: Watched['plural'], namespace: string, name: string): void {
    const key = `${plural}/${namespace}/${name}`;
    const known = this.watchers.get(key);
    if (known !== undefined) {
      known.data.references++;
      return;
    }
    const data: Watched = { namespace, name, plural, references: 1, synced: false, object: undefined, resourceVersion: '', watch: undefined, waiting: [] };
    this.watchers.set(key, this.context.actor.start(this.kind, { subject: key, data }));
  }

  release(plural: Watched['plural'], namespace: string, name: string): void {
    const key = `${plural}/${namespace}/${name}`;
    const watcher = this.watchers.get(key);
    if (watcher === undefined || --watcher.data.references > 0) return;
    this.watchers.delete(key);
    watcher.send({ type: 'STOP' });
  }

  configMap(namespace: string, name: string): ConfigMap | undefined {
    return this.watchers.get(`configmaps/${namespace}/${name}`)?.data.object as ConfigMap | undefined;
  }

  secret(namespace: string, name: string): Secret | undefined {
    return this.watchers.get(`secrets/${namespace}/${name}`)?.data.object as Secret | undefined;
  }

  /** Runs `then` once the first list has come. */
  whenSynced(plural: Watched['plural'], namespace: string, name: string, then: () => void): void {
    const watched = this.watchers.get(`${plural}/${namespace}/${name}`)?.data;
    if (watched === undefined || watched.synced) then();
    else watched.waiting.push(then);
  }

  private path(m: Watcher): string {
    const resource = this.context.scheme.resourceFor('', 'v1', m.data.plural);
    invariant(resource !== undefined, `${m.data.plural} are served`);
    return resourcePath(resource, { namespace: m.data.namespace });
  }

  private list(m: Watcher): void {
    const query = { fieldSelector: `metadata.name=${m.data.name}`, limit: '500', resourceVersion: '0' };
    this.context.api.request({ method: 'GET', path: this.path(m), query, subject: m.subject }, (response) => {
      if (!succeeded(response)) {
        m.send({ type: 'FAILED' });
        return;
      }
      m.data.object = itemsOf(response)[0];
      m.data.resourceVersion = (response.body as { readonly metadata?: { readonly resourceVersion?: string } }).metadata?.resourceVersion ?? '0';
      m.data.synced = true;
      m.send({ type: 'LISTED' });
      for (const then of m.data.waiting.splice(0)) then();
    }, () => m.send({ type: 'FAILED' }));
  }

  private open(m: Watcher): void {
    const timeout = 300 + this.context.actor.random.int(300);
    const query = { allowWatchBookmarks: 'true', fieldSelector: `metadata.name=${m.data.name}`, resourceVersion: m.data.resourceVersion, timeoutSeconds: String(timeout), watch: 'true' };
    m.data.watch?.close();
    m.data.watch = this.context.api.watch({ method: 'GET', path: this.path(m), query, subject: m.subject }, {
      opened: (response) => m.send({ type: succeeded(response) ? 'OPENED' : 'ENDED' }),
      frame: ({ type, object }) => {
        if (type === 'ERROR') {
          m.send({ type: 'ENDED' });
          return;
        }
        m.data.resourceVersion = object.metadata.resourceVersion ?? m.data.resourceVersion;
        if (type === 'BOOKMARK') return;
        m.data.object = type === 'DELETED' ? undefined : object;
        m.send({ type: 'EVENT' });
      },
      ended: () => m.send({ type: 'ENDED' }),
      failed: () => m.send({ type: 'FAILED' }),
    });
  }
}
