import { describe, expect, it } from 'vitest';
import type { KubeVersion } from '../../api/version';
import type { Pod } from '../../api/types';
import { Kernel } from '../../kernel/kernel';
import { SECOND } from '../../kernel/time';
import { behaviourOf } from '../versions';
import { added, deleted, updated } from './cluster-event';
import { NO_LISTERS } from './listers';
import { Nominator } from './nominator';
import { PodClasses } from './pod-info';
import { createProfile } from './profile';
import type { QueuedPod } from './queued-pod';
import { nodeChanges } from './queueing-hints';
import { SchedulingQueue } from './scheduling-queue';
import { node, pod } from './testing/objects';

interface Bench {
  readonly kernel: Kernel;
  readonly queue: SchedulingQueue;
  readonly nominator: Nominator;
  readonly gates: Set<string>;
  /** Waits for the next pod for so many seconds. */
  take(seconds?: number): QueuedPod | undefined;
}

function bench(version: KubeVersion): Bench {
  const kernel = new Kernel(1);
  const nominator = new Nominator();
  const gates = new Set<string>();
  const profile = createProfile(behaviourOf(version).scheduler, NO_LISTERS, new Map());
  const queue = new SchedulingQueue({ actor: kernel.actor('kube-scheduler'), profile, classes: new PodClasses(), nominator, gate: (p) => (gates.has(p.metadata.name) ? 'SchedulingGates' : undefined) });
  return {
    kernel, queue, nominator, gates,
    take: (seconds = 1) => {
      let taken: QueuedPod | undefined;
      const until = kernel.now + seconds * SECOND;
      queue.take(({ item }) => (taken = item));
      kernel.runWhile(() => taken === undefined, until);
      return taken;
    },
  };
}

const newer = (p: Pod, more: Partial<Pod['metadata']>): Pod => ({ ...p, metadata: { ...p.metadata, ...more } });
const FIT: ReadonlySet<string> = new Set(['NodeResourcesFit']);
const AFFINITY: ReadonlySet<string> = new Set(['NodeAffinity']);

describe('SchedulingQueue', () => {
  it('gives the most important pod first, then the one that waits longest', () => {
    const b = bench('1.35');
    b.queue.add(pod('first'));
    b.queue.add(pod('second'));
    b.queue.add(pod('important', { priority: 5 }));
    expect([b.take(), b.take(), b.take()].map((i) => i?.info.pod.metadata.name)).toEqual(['important', 'first', 'second']);
    expect(b.take()).toBeUndefined();
  });

  it('hands over a pod that comes while the scheduler waits', () => {
    const b = bench('1.35');
    let name = '';
    b.queue.take(({ item }) => (name = item.info.pod.metadata.name));
    b.kernel.run(10 * SECOND);
    b.queue.add(pod('late'));
    b.kernel.run(11 * SECOND);
    expect(name).toBe('late');
  });

  it('forgets a pod that is deleted while it waits', () => {
    const b = bench('1.35');
    b.queue.add(pod('gone'));
    b.queue.delete(pod('gone'));
    expect(b.take()).toBeUndefined();
  });

  it('does not take back a pod that was deleted during its attempt', () => {
    const b = bench('1.35');
    b.queue.add(pod('gone'));
    const item = b.take();
    b.queue.delete(pod('gone'));
    if (item !== undefined) b.queue.addUnschedulable(item, FIT);
    expect(b.take(400)).toBeUndefined();
  });

  it('lets a pod whose attempts end in errors wait 1, 2, 4, 8, 10, 10 seconds, looking once a second', () => {
    const b = bench('1.20');
    b.kernel.run(300_000);
    b.queue.add(pod('unlucky'));
    const waits: number[] = [];
    for (let i = 0; i < 7; i++) {
      const item = b.take(15);
      if (item === undefined) throw new Error('the pod did not come back');
      waits.push(b.kernel.now);
      b.queue.addUnschedulable(item, new Set());
      // Another pod is tried in between, so that the move below counts for this attempt.
      b.queue.move(added('Node', node('n')));
    }
    const gaps = waits.slice(1).map((t, i) => (t - (waits[i] ?? 0)) / SECOND);
    // Each wait ends at the first tick past its back-off.
    for (const [i, backOff] of [1, 2, 4, 8, 10, 10].entries()) {
      expect(gaps[i]).toBeGreaterThanOrEqual(backOff);
      expect(gaps[i]).toBeLessThan(backOff + 1.01);
    }
  });

  it('1.35: gives a waiting scheduler a rejected pod before its back-off is over, but not one that met an error', () => {
    const b = bench('1.35');
    b.queue.add(pod('rejected'));
    const item = b.take();
    if (item === undefined) throw new Error('nothing came');
    // Something happens during the attempt that may help: it goes to the back-off queue.
    b.queue.move(added('Node', node('n')));
    b.queue.addUnschedulable(item, FIT);
    expect(item.place).toBe('backoffQ');
    expect(b.take(0.5)).toBe(item);
    b.queue.addUnschedulable(item, new Set());
    expect(item.place).toBe('backoffQ');
    expect(b.take(0.5)).toBeUndefined();
    expect(item.place).toBe('backoffQ');
    b.kernel.run(b.kernel.now + 5 * SECOND);
    expect(item.place).toBe('inFlight');
  });

  it('moves only the pods that an event may help', () => {
    const b = bench('1.35');
    b.queue.add(pod('small', { requests: { cpu: '1' } }));
    b.queue.add(pod('picky', { spec: { nodeSelector: { disk: 'ssd' } } }));
    for (const plugins of [FIT, AFFINITY]) {
      const item = b.take();
      if (item !== undefined) b.queue.addUnschedulable(item, plugins);
    }
    b.kernel.run(b.kernel.now + 3 * SECOND);
    const before = node('n');
    const after = node('n', { labels: { disk: 'ssd' } });
    b.queue.move(updated('Node', before, after, nodeChanges(before, after)));
    expect(b.take()?.info.pod.metadata.name).toBe('picky');
  });

  it('keeps gated pods out until the gate opens, whatever happens meanwhile', () => {
    const b = bench('1.35');
    b.gates.add('gated');
    b.queue.add(pod('gated'));
    b.queue.move(added('Node', node('n')));
    expect(b.take(400)).toBeUndefined();
    b.gates.clear();
    b.queue.ungate('uid-gated');
    b.kernel.run(b.kernel.now + SECOND);
    expect(b.take()).toBeUndefined();
  });

  it('asks again at the door of a preemptor when a pod of the cluster is gone', () => {
    const b = bench('1.35');
    b.queue.add(pod('vip', { requests: { cpu: '1' } }));
    const item = b.take();
    if (item === undefined) throw new Error('nothing came');
    b.gates.add('vip');
    b.queue.move(added('Node', node('n')));
    b.queue.addUnschedulable(item, FIT);
    expect([item.place, item.gatedBy]).toEqual(['unschedulablePods', 'SchedulingGates']);
    item.gatedBy = 'DefaultPreemption';
    b.gates.clear();
    b.kernel.run(b.kernel.now + 3 * SECOND);
    b.queue.move(deleted('AssignedPod', pod('victim', { node: 'n' })));
    expect(b.take()).toBe(item);
  });

  it('1.20: a change of the pod’s version alone queues it again; 1.35: it does not', () => {
    for (const [version, again] of [['1.20', true], ['1.35', false]] as const) {
      const b = bench(version);
      const before = newer(pod('p'), { resourceVersion: '1' });
      b.queue.add(before);
      const item = b.take();
      if (item === undefined) throw new Error('nothing came');
      b.queue.addUnschedulable(item, FIT);
      b.queue.update(before, newer(before, { resourceVersion: '2' }));
      expect(item.place === 'activeQ').toBe(again);
    }
  });

  it('1.35: a new toleration of its own queues a pod again that taints kept away', () => {
    const b = bench('1.35');
    const before = pod('p');
    b.queue.add(before);
    const item = b.take();
    if (item === undefined) throw new Error('nothing came');
    b.queue.addUnschedulable(item, new Set(['TaintToleration']));
    b.kernel.run(b.kernel.now + 3 * SECOND);
    b.queue.update(before, { ...before, spec: { ...before.spec, tolerations: [{ operator: 'Exists' }] } });
    expect(item.place).toBe('activeQ');
  });

  it('remembers nominations with the pod', () => {
    const b = bench('1.35');
    const nominated = pod('vip', { status: { nominatedNodeName: 'w1' } });
    b.queue.add(nominated);
    expect([...b.nominator.on('w1')].map((p) => p.key)).toEqual(['default/vip']);
    b.queue.update(nominated, pod('vip', { status: { nominatedNodeName: 'w2' } }));
    expect([...b.nominator.on('w1')]).toEqual([]);
    expect(b.nominator.nodeFor('uid-vip')).toBe('w2');
    b.queue.delete(nominated);
    expect(b.nominator.empty).toBe(true);
  });
});
