import { describe, expect, it } from 'vitest';
import type { RangeRequest, RangeResult, TxnRequest, TxnResult, WatchResponse } from '../../api/etcd';
import type { KubeObject } from '../../api/types';
import { Kernel } from '../../kernel/kernel';
import { MINUTE, SECOND } from '../../kernel/time';
import { Etcd } from './etcd';
import { MvccStore } from './store';
import { WriteAheadLog } from './wal';

const object = (name: string, data = ''): KubeObject => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data });

describe('the multi-version store', () => {
  it('keeps one revision counter over all keys, and versions of each key', () => {
    const store = new MvccStore();
    store.put('/a', object('a'), 2);
    store.put('/b', object('b'), 3);
    store.put('/a', object('a', 'x'), 4);
    expect(store.get('/a')).toMatchObject({ createRevision: 2, modRevision: 4, version: 2 });
    expect(store.get('/a')?.document.metadata.resourceVersion).toBe('4');
  });

  it('reads a prefix in order, as it is and as it was', () => {
    const store = new MvccStore();
    store.put('/r/b', object('b'), 2);
    store.put('/r/a', object('a'), 3);
    store.put('/s/x', object('x'), 4);
    store.delete('/r/b', 5);
    const names = (revision?: number): readonly string[] => store.range({ key: '/r/', prefix: true, revision }).kvs.map((kv) => kv.key);
    expect(names()).toEqual(['/r/a']);
    expect(names(4)).toEqual(['/r/a', '/r/b']);
    expect(names(2)).toEqual(['/r/b']);
  });

  it('pages by key and counts all', () => {
    const store = new MvccStore();
    ['a', 'b', 'c', 'd'].forEach((name, i) => store.put(`/r/${name}`, object(name), i + 2));
    expect(store.range({ key: '/r/', prefix: true, after: '/r/a', limit: 2 })).toMatchObject({ count: 3, kvs: [{ key: '/r/b' }, { key: '/r/c' }] });
  });

  it('gives a deletion the last document with the revision of the deletion', () => {
    const store = new MvccStore();
    store.put('/a', object('a', 'last'), 2);
    expect(store.delete('/a', 3)).toMatchObject({ type: 'delete', document: { data: 'last', metadata: { resourceVersion: '3' } } });
  });

  it('forgets, when compacted, what was overwritten, and nothing that is still there', () => {
    const store = new MvccStore();
    store.put('/a', object('a', '1'), 2);
    store.put('/a', object('a', '2'), 3);
    store.put('/gone', object('g'), 4);
    store.delete('/gone', 5);
    store.put('/a', object('a', '3'), 6);
    store.compact(5);
    expect(store.range({ key: '/a', prefix: false, revision: 4 }).compacted).toBe(true);
    expect(store.range({ key: '/a', prefix: false, revision: 5 }).kvs[0]?.document).toMatchObject({ data: '2' });
    expect(store.get('/a')?.document).toMatchObject({ data: '3' });
    expect(store.range({ key: '/', prefix: true }).kvs.map((kv) => kv.key)).toEqual(['/a']);
    expect(store.eventsFrom(5, '/')).toBeUndefined();
    expect(store.eventsFrom(6, '/')?.map((e) => e.revision)).toEqual([6]);
  });
});

describe('the write-ahead log', () => {
  it('lets entries that come during an fsync share the next one', () => {
    const wal = new WriteAheadLog(() => 100);
    expect([wal.append(0), wal.append(10), wal.append(90), wal.append(150), wal.append(500)]).toEqual([100, 200, 200, 300, 600]);
  });
});

class World {
  readonly kernel = new Kernel(1);
  readonly etcd = new Etcd(this.kernel);
  readonly client = this.kernel.actor('client');

  txn(request: TxnRequest): TxnResult {
    let result: TxnResult | undefined;
    this.etcd.txn(request, this.client, undefined, (r) => (result = r));
    this.kernel.runWhile(() => result === undefined, this.kernel.now + SECOND);
    if (result === undefined) throw new Error('no answer');
    return result;
  }

  range(request: RangeRequest): RangeResult {
    let result: RangeResult | undefined;
    this.etcd.range(request, this.client, undefined, (r) => (result = r));
    this.kernel.runWhile(() => result === undefined, this.kernel.now + SECOND);
    if (result === undefined) throw new Error('no answer');
    return result;
  }
}

describe('etcd', () => {
  it('lets one of two writers of the same revision win, and shows the other what is there', () => {
    const world = new World();
    const first = world.txn({ key: '/a', modRevision: 0, op: { type: 'put', value: object('a', '1') } });
    expect(first).toMatchObject({ succeeded: true, revision: 2 });
    const results: TxnResult[] = [];
    for (const data of ['2', '3']) world.etcd.txn({ key: '/a', modRevision: 2, op: { type: 'put', value: object('a', data) } }, world.client, undefined, (r) => results.push(r));
    world.kernel.run(world.kernel.now + SECOND);
    expect(results.map((r) => r.succeeded)).toEqual([true, false]);
    expect(results[1]?.kv?.document).toMatchObject({ data: '2' });
    expect(world.etcd.store.revision).toBe(3);
  });

  it('appends each write to the log of revisions with its cause', () => {
    const world = new World();
    world.txn({ key: '/a', modRevision: 0, op: { type: 'put', value: object('a') } });
    world.txn({ key: '/a', modRevision: 2, op: { type: 'delete' } });
    const { revisions, strings } = world.kernel.log;
    expect([revisions.revision.get(0), revisions.revision.get(1)]).toEqual([2, 3]);
    expect(strings[revisions.key.get(1)]).toBe('/a');
  });

  it('sends a watcher what happened since a revision and what happens, in order', () => {
    const world = new World();
    for (let i = 0; i < 3; i++) world.txn({ key: `/r/${i}`, modRevision: 0, op: { type: 'put', value: object(String(i)) } });
    const seen: WatchResponse[] = [];
    const stream = world.etcd.watch('/r/', 3, world.client, (r) => seen.push(r));
    for (let i = 3; i < 8; i++) world.etcd.txn({ key: `/r/${i}`, modRevision: 0, op: { type: 'put', value: object(String(i)) } }, world.client, undefined, () => {});
    world.kernel.run(world.kernel.now + SECOND);
    world.txn({ key: '/other', modRevision: 0, op: { type: 'put', value: object('x') } });
    stream.requestProgress();
    world.kernel.run(world.kernel.now + SECOND);
    expect(seen.flatMap((r) => r.events.map((e) => e.revision))).toEqual([3, 4, 5, 6, 7, 8, 9]);
    expect(seen.at(-1)).toMatchObject({ events: [], revision: world.etcd.store.revision });
  });

  it('deletes what hangs on a lease when it runs out, in one revision', () => {
    const world = new World();
    world.etcd.leaseGrant(1, 60);
    for (const key of ['/a', '/b', '/c']) world.txn({ key, modRevision: 0, op: { type: 'put', value: object(key), lease: key === '/c' ? undefined : 1 } });
    world.kernel.run(2 * MINUTE);
    expect(world.range({ key: '/', prefix: true }).kvs.map((kv) => kv.key)).toEqual(['/c']);
    expect(world.etcd.store.revision).toBe(5);
  });
});
