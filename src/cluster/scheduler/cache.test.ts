import { describe, expect, it } from 'vitest';
import type { Pod } from '../../api/types';
import { Prng } from '../../base/prng';
import { SchedulerCache } from './cache';
import { NodeInfo } from './node-info';
import { PodClasses } from './pod-info';
import { node, pod } from './testing/objects';

/** What a node info says, without its history. */
const contents = (n: NodeInfo): object => ({
  cpu: n.cpu, memory: n.memory, nonZeroCpu: n.nonZeroCpu, nonZeroMemory: n.nonZeroMemory, scalars: [...n.scalars].filter(([, v]) => v !== 0), pods: n.pods().map((p) => p.key).sort(),
  classes: [...n.classes.values()].reduce((sum, c) => sum + c.total, 0), terminating: [...n.classes.values()].reduce((sum, c) => sum + c.terminating, 0), port: n.conflicts([{ ip: '0.0.0.0', protocol: 'TCP', port: 80 }]),
});

function recomputed(classes: PodClasses, name: string, pods: readonly Pod[]): object {
  const info = NodeInfo.empty(name);
  info.setNode(node(name));
  for (const p of pods) if (p.spec.nodeName === name) info.addPod(classes.info(p));
  return contents(info);
}

describe('SchedulerCache', () => {
  it('has the sums that adding everything up would give, after any history', () => {
    const random = new Prng(1, 'cache');
    const names = ['w1', 'w2', 'w3'];
    for (let round = 0; round < 20; round++) {
      const classes = new PodClasses();
      const cache = new SchedulerCache(classes);
      for (const n of names) cache.setNode(node(n));
      const pods = new Map<string, Pod>();
      for (let i = 0; i < 120; i++) {
        const name = `p${random.int(15)}`;
        const present = pods.get(name);
        if (present !== undefined && random.next() < 0.4) {
          cache.removePod(present);
          pods.delete(name);
        } else if (present !== undefined) {
          const dying: Pod = random.next() < 0.5 ? present : { ...present, metadata: { ...present.metadata, deletionTimestamp: '2026-11-30T17:00:00Z' } };
          const next: Pod = { ...dying, status: { ...dying.status, phase: 'Running' } };
          cache.addPod(next);
          pods.set(name, next);
        } else {
          const made = pod(name, { node: random.pick(names), requests: { cpu: `${random.int(5)}00m`, 'example.com/gpu': String(random.int(2)) }, ...(random.next() < 0.2 ? { hostPort: 80 } : {}) });
          if (random.next() < 0.5) cache.assume(classes.info(made));
          cache.addPod(made);
          pods.set(name, made);
        }
        const { snapshot } = cache.snapshot();
        for (const n of names) {
          const info = snapshot.node(n);
          expect(info === undefined ? undefined : contents(info)).toEqual(recomputed(classes, n, [...pods.values()]));
        }
      }
    }
  });

  it('does not change a snapshot afterwards', () => {
    const classes = new PodClasses();
    const cache = new SchedulerCache(classes);
    cache.setNode(node('w1'));
    cache.addPod(pod('a', { node: 'w1', requests: { cpu: '1' } }));
    const { snapshot } = cache.snapshot();
    cache.addPod(pod('b', { node: 'w1', requests: { cpu: '1' } }));
    cache.removePod(pod('a'));
    expect(snapshot.node('w1')).toMatchObject({ cpu: 1000, podCount: 1 });
    expect(snapshot.node('w1')?.pods().map((p) => p.key)).toEqual(['default/a']);
    expect(cache.snapshot().snapshot.node('w1')?.pods().map((p) => p.key)).toEqual(['default/b']);
  });

  it('copies only the nodes that changed', () => {
    const classes = new PodClasses();
    const cache = new SchedulerCache(classes);
    for (const n of ['w1', 'w2', 'w3']) cache.setNode(node(n));
    const first = cache.snapshot().snapshot;
    cache.addPod(pod('a', { node: 'w2' }));
    const second = cache.snapshot();
    expect(second.changed).toEqual(['w2']);
    expect(second.snapshot.node('w1')).toBe(first.node('w1'));
    expect(second.snapshot.node('w2')).not.toBe(first.node('w2'));
    expect(cache.snapshot().snapshot).toBe(second.snapshot);
  });

  it('counts an assumed pod until it is confirmed or forgotten', () => {
    const classes = new PodClasses();
    const cache = new SchedulerCache(classes);
    cache.setNode(node('w1'));
    const info = classes.info(pod('a', { node: 'w1', requests: { cpu: '1' } }));
    cache.assume(info);
    expect(cache.isAssumed('uid-a')).toBe(true);
    expect(cache.snapshot().snapshot.node('w1')?.cpu).toBe(1000);
    cache.forget(info);
    expect(cache.snapshot().snapshot.node('w1')?.cpu).toBe(0);
    cache.assume(info);
    cache.addPod(info.pod);
    cache.forget(info);
    expect(cache.snapshot().snapshot.node('w1')?.cpu).toBe(1000);
    expect(cache.isAssumed('uid-a')).toBe(false);
  });

  it('remembers pods of a node that it has not seen yet, and forgets the node with its last pod', () => {
    const cache = new SchedulerCache(new PodClasses());
    cache.addPod(pod('a', { node: 'w1', requests: { cpu: '1' } }));
    expect(cache.snapshot().snapshot.nodes).toEqual([]);
    cache.setNode(node('w1'));
    expect(cache.snapshot().snapshot.node('w1')?.cpu).toBe(1000);
    cache.removeNode('w1');
    expect(cache.snapshot().snapshot.nodes).toEqual([]);
    cache.removePod(pod('a', { node: 'w1' }));
    cache.setNode(node('w1'));
    expect(cache.snapshot().snapshot.node('w1')?.cpu).toBe(0);
  });

  it('lets zones take turns in the order of nodes', () => {
    const cache = new SchedulerCache(new PodClasses());
    for (const [name, zone] of [['a1', 'a'], ['a2', 'a'], ['a3', 'a'], ['b1', 'b'], ['b2', 'b']] as const) cache.setNode(node(name, { labels: { 'topology.kubernetes.io/zone': zone } }));
    expect(cache.snapshot().snapshot.nodes.map((n) => n.name)).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']);
  });
});

describe('PodClasses', () => {
  it('puts pods of one template into one class, and any difference that matters into another', () => {
    const classes = new PodClasses();
    const a = classes.info(pod('a', { labels: { app: 'web' }, requests: { cpu: '1' } }));
    expect(classes.info(pod('b', { labels: { app: 'web' }, requests: { cpu: '1' } })).class).toBe(a.class);
    expect(classes.info(pod('c', { labels: { app: 'web' }, requests: { cpu: '2' } })).class).not.toBe(a.class);
    expect(classes.info(pod('d', { labels: { app: 'db' }, requests: { cpu: '1' } })).class).not.toBe(a.class);
    expect(classes.info(pod('e', { labels: { app: 'web' }, requests: { cpu: '1' }, hostPort: 80 })).class).not.toBe(a.class);
  });

  it('counts containers without requests as 100m and 200Mi where scoring asks', () => {
    expect(new PodClasses().info(pod('a')).class).toMatchObject({ cpu: 0, memory: 0, nonZeroCpu: 100, nonZeroMemory: 209_715_200 });
  });
});
