import { describe, expect, it } from 'vitest';
import { schemeFor } from '../../api/scheme';
import type { KubeObject } from '../../api/types';
import { Kernel } from '../../kernel/kernel';
import { SECOND } from '../../kernel/time';
import { ApiClient } from './api-client';
import type { ApiServer, Exchange, WatchFrame } from './http';
import { Informer } from './informer';

const map = (name: string, resourceVersion: string, labels: Readonly<Record<string, string>> = {}, namespace = 'default'): KubeObject => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace, resourceVersion, labels } });

/** An API server of one resource, whose list and watch events a test gives. */
class Source {
  readonly kernel = new Kernel(3);
  items: KubeObject[] = [];
  lists = 0;
  private watch: Exchange | undefined;
  readonly informer: Informer<KubeObject>;

  constructor() {
    const { kernel } = this;
    const server: ApiServer = { actor: kernel.actor('kube-apiserver'), url: '', unreachable: () => undefined, serve: (e) => this.serve(e) };
    this.informer = new Informer<KubeObject>(new ApiClient(kernel.actor('c'), server, { credential: { kind: 'none' }, userAgent: 'test' }), schemeFor('1.20'), '', 'v1', 'configmaps');
  }

  private serve(exchange: Exchange): void {
    const audit = { request: exchange.row, verb: '', uri: '', user: '', resource: '', subresource: undefined, namespace: undefined, name: undefined, code: 200, requestObject: undefined, response: undefined };
    if (exchange.request.query['watch'] === 'true') {
      this.watch = exchange;
      exchange.respond({ code: 200, body: undefined, contentType: '', headers: {} }, audit);
    } else {
      this.lists++;
      exchange.respond({ code: 200, body: { metadata: { resourceVersion: '100' }, items: this.items }, contentType: '', headers: {} }, audit);
    }
  }

  send(type: WatchFrame['type'], object: KubeObject): void {
    this.watch?.frame({ type, object }, undefined);
    this.run();
  }

  run(): void {
    this.kernel.run(this.kernel.now + SECOND);
  }
}

describe('an informer', () => {
  it('is synced after its first list and tells its handlers of every object in it', () => {
    const source = new Source();
    source.items = [map('a', '1'), map('b', '2')];
    const added: string[] = [];
    source.informer.addHandlers({ added: (o) => added.push(o.metadata.name) });
    let synced = false;
    source.informer.whenSynced(() => (synced = true));
    source.informer.start();
    expect(source.informer.hasSynced()).toBe(false);
    source.run();
    expect([synced, added]).toEqual([true, ['a', 'b']]);
    expect(source.informer.size).toBe(2);
  });

  it('follows the watch and gives handlers what was before and what is', () => {
    const source = new Source();
    const told: string[] = [];
    source.informer.addHandlers({
      added: (o) => told.push(`added ${o.metadata.name}`), updated: (b, a) => told.push(`${b.metadata.resourceVersion ?? ''} to ${a.metadata.resourceVersion ?? ''}`), deleted: (o) => told.push(`deleted ${o.metadata.name} at ${o.metadata.resourceVersion ?? ''}`),
    });
    source.informer.start();
    source.run();
    source.send('ADDED', map('a', '101'));
    source.send('MODIFIED', map('a', '102'));
    source.send('BOOKMARK', map('', '103'));
    source.send('DELETED', map('a', '104'));
    expect(told).toEqual(['added a', '101 to 102', 'deleted a at 104']);
    expect(source.informer.get('default/a')).toBeUndefined();
  });

  it('has updated its store and indices before a handler runs', () => {
    const source = new Source();
    source.informer.addIndex('app', (o) => [o.metadata.labels?.['app'] ?? '']);
    const found: number[] = [];
    source.informer.addHandlers({ added: () => found.push([...source.informer.byIndex('app', 'x')].length) });
    source.informer.start();
    source.run();
    source.send('ADDED', map('a', '101', { app: 'x' }));
    expect(found).toEqual([1]);
  });

  it('moves an object in an index when its value changes, and keeps its place when it does not', () => {
    const source = new Source();
    source.informer.addIndex('app', (o) => [o.metadata.labels?.['app'] ?? '']);
    source.items = [map('a', '1', { app: 'x' }), map('b', '2', { app: 'x' })];
    source.informer.start();
    source.run();
    const names = (value: string): readonly string[] => [...source.informer.byIndex('app', value)].map((o) => o.metadata.name);
    source.send('MODIFIED', map('a', '101', { app: 'x', more: 'y' }));
    expect(names('x')).toEqual(['a', 'b']);
    source.send('MODIFIED', map('a', '102', { app: 'z' }));
    expect([names('x'), names('z')]).toEqual([['b'], ['a']]);
    source.send('DELETED', map('a', '103', { app: 'z' }));
    expect(names('z')).toEqual([]);
  });

  it('lists by namespace', () => {
    const source = new Source();
    source.items = [map('a', '1'), map('b', '2', {}, 'other')];
    source.informer.start();
    source.run();
    expect([...source.informer.list('other')].map((o) => o.metadata.name)).toEqual(['b']);
  });

  it('lists again after an error and reports what changed meanwhile', () => {
    const source = new Source();
    source.items = [map('a', '1'), map('b', '2'), map('same', '3')];
    const told: string[] = [];
    source.informer.start();
    source.informer.addHandlers({ added: (o) => told.push(`added ${o.metadata.name}`), updated: (_, o) => told.push(`updated ${o.metadata.name}`), deleted: (o) => told.push(`deleted ${o.metadata.name}`) });
    source.run();
    told.length = 0;
    source.items = [map('b', '5'), map('same', '3'), map('c', '6')];
    source.send('ERROR', { apiVersion: 'v1', kind: 'Status', metadata: { name: '' }, code: 410 });
    expect(source.lists).toBe(2);
    expect(told).toEqual(['deleted a', 'updated b', 'added c']);
  });
});
