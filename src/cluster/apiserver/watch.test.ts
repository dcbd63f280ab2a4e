import { describe, expect, it } from 'vitest';
import { MINUTE, SECOND } from '../../kernel/time';
import { CONFIG_MAPS, configMap, objectIn, ServerWorld, statusIn } from './testing/server-world';

const both = ['1.20', '1.35'] as const;

describe.each(both)('watching in %s', (version) => {
  it('begins with what is there, then says each change, in order', () => {
    const world = new ServerWorld(version);
    world.post(CONFIG_MAPS, configMap('a'));
    world.settle();
    const log = world.watch(CONFIG_MAPS);
    expect(log.opened?.code).toBe(200);
    world.post(CONFIG_MAPS, configMap('b'));
    world.patch(`${CONFIG_MAPS}/a`, { data: { a: '2' } });
    world.delete(`${CONFIG_MAPS}/b`);
    world.settle();
    expect(log.lines).toEqual(['ADDED a', 'ADDED b', 'MODIFIED a', 'DELETED b']);
    const revisions = log.frames.map((f) => Number(f.object.metadata.resourceVersion));
    expect(revisions).toEqual([...revisions].sort((x, y) => x - y));
  });

  it('goes on after a revision, and hears nothing twice', () => {
    const world = new ServerWorld(version);
    const first = objectIn(world.post(CONFIG_MAPS, configMap('a')));
    world.post(CONFIG_MAPS, configMap('b'));
    // Opened while the cache is still taking in the last write.
    const log = world.watch(CONFIG_MAPS, { resourceVersion: first.metadata.resourceVersion ?? '' });
    world.post(CONFIG_MAPS, configMap('c'));
    world.settle();
    expect(log.lines).toEqual(['ADDED b', 'ADDED c']);
  });

  it('turns a change of labels into arrival and departure', () => {
    const world = new ServerWorld(version);
    const log = world.watch(CONFIG_MAPS, { labelSelector: 'in=yes' });
    world.post(CONFIG_MAPS, configMap('a'));
    world.patch(`${CONFIG_MAPS}/a`, { metadata: { labels: { in: 'yes' } } });
    world.patch(`${CONFIG_MAPS}/a`, { data: { a: '2' } });
    world.patch(`${CONFIG_MAPS}/a`, { metadata: { labels: { in: 'no' } } });
    world.settle();
    expect(log.lines).toEqual(['ADDED a', 'MODIFIED a', 'DELETED a']);
  });

  it('gives all watchers one frame object', () => {
    const world = new ServerWorld(version);
    const [one, two] = [world.watch(CONFIG_MAPS), world.watch(CONFIG_MAPS)];
    world.post(CONFIG_MAPS, configMap('a'));
    world.settle();
    expect(one.frames[0]).toBe(two.frames[0]);
  });

  it('ends when its time is over, and falls silent when the client leaves', () => {
    const world = new ServerWorld(version);
    const timed = world.watch(CONFIG_MAPS, { timeoutSeconds: '5' });
    const left = world.watch(CONFIG_MAPS);
    left.handle?.close();
    world.settle(6 * SECOND);
    expect(timed.ended).toBe(true);
    world.post(CONFIG_MAPS, configMap('a'));
    world.settle();
    expect(timed.frames).toHaveLength(0);
    expect(left.frames).toHaveLength(0);
  });

  it('sends bookmarks about once a minute to those who ask', () => {
    const world = new ServerWorld(version);
    const log = world.watch(CONFIG_MAPS, { allowWatchBookmarks: 'true', timeoutSeconds: '600' });
    const without = world.watch(CONFIG_MAPS, { timeoutSeconds: '600' });
    world.settle(3 * MINUTE + 5 * SECOND);
    expect(log.frames.map((f) => f.type)).toEqual(['BOOKMARK', 'BOOKMARK', 'BOOKMARK']);
    expect(without.frames).toHaveLength(0);
  });

  it('watches events, which have no cache, from etcd', () => {
    const world = new ServerWorld(version);
    const path = '/api/v1/namespaces/default/events';
    const event = (name: string): object => ({ apiVersion: 'v1', kind: 'Event', metadata: { name, namespace: 'default' }, involvedObject: { namespace: 'default', kind: 'Pod', name: 'p' }, reason: 'R', message: 'm', type: 'Normal' });
    world.post(path, event('a'));
    const log = world.watch(path);
    world.post(path, event('b'));
    world.settle();
    expect(log.lines).toEqual(['ADDED a', 'ADDED b']);
  });

  it('forgets events an hour after their last write', () => {
    const world = new ServerWorld(version);
    const path = '/api/v1/namespaces/default/events';
    world.post(path, { apiVersion: 'v1', kind: 'Event', metadata: { name: 'a', namespace: 'default' }, involvedObject: { namespace: 'default' }, type: 'Normal' });
    const log = world.watch(path);
    world.settle(59 * MINUTE);
    expect(world.get(`${path}/a`).code).toBe(200);
    world.settle(3 * MINUTE);
    expect(world.get(`${path}/a`).code).toBe(404);
    expect(log.lines).toEqual(['ADDED a']);
  });
});

describe('streamed lists', () => {
  it('are what 1.35 begins a watch with when asked to', () => {
    const world = new ServerWorld('1.35');
    world.post(CONFIG_MAPS, configMap('a'));
    const log = world.watch(CONFIG_MAPS, { sendInitialEvents: 'true', resourceVersionMatch: 'NotOlderThan', allowWatchBookmarks: 'true' });
    expect(log.frames.map((f) => f.type)).toEqual(['ADDED', 'BOOKMARK']);
    expect(log.frames[1]?.object.metadata.annotations).toEqual({ 'k8s.io/initial-events-end': 'true' });
  });

  it('are unknown to 1.20, which answers 422', () => {
    const world = new ServerWorld('1.20');
    const log = world.watch(CONFIG_MAPS, { sendInitialEvents: 'true', resourceVersionMatch: 'NotOlderThan', allowWatchBookmarks: 'true' });
    expect(log.opened?.code).toBe(422);
    expect(statusIn(log.opened ?? world.get('/')).message).toContain('resourceVersionMatch is forbidden for watch');
  });
});
