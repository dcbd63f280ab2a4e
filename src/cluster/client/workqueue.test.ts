import { expect, it } from 'vitest';
import { Kernel } from '../../kernel/kernel';
import { MILLISECOND, SECOND } from '../../kernel/time';
import { WorkQueue, type Taken } from './workqueue';

interface Bench {
  readonly kernel: Kernel;
  readonly queue: WorkQueue;
  readonly taken: { readonly key: string; readonly at: number; readonly merged: number }[];
  take(): void;
}

function bench(): Bench {
  const kernel = new Kernel(1);
  const queue = new WorkQueue(kernel.actor('c'), 'things');
  const taken: { key: string; at: number; merged: number }[] = [];
  return { kernel, queue, taken, take: () => queue.take((item: Taken) => taken.push({ key: item.key, at: kernel.now, merged: item.merged.length })) };
}

it('hands keys out in the order in which they came', () => {
  const b = bench();
  for (const key of ['x', 'y', 'z']) b.queue.add(key);
  for (let i = 0; i < 3; i++) {
    b.take();
    b.kernel.run(b.kernel.now + SECOND);
  }
  expect(b.taken.map((t) => t.key)).toEqual(['x', 'y', 'z']);
});

it('merges adds of a key that waits, and keeps all their causes', () => {
  const b = bench();
  b.queue.add('x');
  b.queue.add('x');
  b.queue.add('x');
  b.take();
  b.take();
  b.kernel.run(SECOND);
  expect(b.taken).toHaveLength(1);
  expect(b.taken[0]?.merged).toBe(2);
  const { messages } = b.kernel.log;
  expect(Array.from({ length: messages.sent.length }, (_, row) => b.kernel.log.messageKind(row))).toEqual(['queue', 'queue', 'queue']);
});

it('gives a key to one worker at a time: adds meanwhile come after done', () => {
  const b = bench();
  b.queue.add('x');
  b.take();
  b.take();
  b.kernel.run(MILLISECOND);
  b.queue.add('x');
  b.kernel.run(SECOND);
  expect(b.taken).toHaveLength(1);
  b.queue.done('x');
  b.kernel.run(2 * SECOND);
  expect(b.taken).toHaveLength(2);
});

it('lets the earlier of two waits win', () => {
  const b = bench();
  b.take();
  b.take();
  b.queue.addAfter('x', 3 * SECOND);
  b.queue.addAfter('x', SECOND);
  b.queue.addAfter('x', 2 * SECOND);
  b.kernel.run(10 * SECOND);
  expect(b.taken).toHaveLength(1);
  expect(Math.floor((b.taken[0]?.at ?? 0) / SECOND)).toBe(1);
});

it('backs off from five milliseconds, doubling, until the key is forgotten', () => {
  const b = bench();
  const waits: number[] = [];
  const fail = (): void => {
    const from = b.kernel.now;
    b.queue.addRateLimited('x');
    b.take();
    b.kernel.run(b.kernel.now + 10 * SECOND);
    waits.push(Math.floor(((b.taken.at(-1)?.at ?? 0) - from) / MILLISECOND));
    b.queue.done('x');
  };
  for (let i = 0; i < 4; i++) fail();
  expect(waits).toEqual([5, 10, 20, 40]);
  expect(b.queue.numRequeues('x')).toBe(4);
  b.queue.forget('x');
  fail();
  expect(waits.at(-1)).toBe(5);
});

it('lets no more than a hundred retries a burst and ten a second through, whatever their keys', () => {
  const b = bench();
  for (let i = 0; i < 120; i++) b.queue.addRateLimited(`k${i}`);
  for (let i = 0; i < 120; i++) b.take();
  b.kernel.run(SECOND / 2);
  expect(b.taken.length).toBeGreaterThanOrEqual(100);
  expect(b.taken.length).toBeLessThan(110);
  b.kernel.run(3 * SECOND);
  expect(b.taken).toHaveLength(120);
});
