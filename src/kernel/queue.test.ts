import { describe, expect, it } from 'vitest';
import { Prng } from '../base/prng';
import { EventQueue } from './queue';

describe('EventQueue', () => {
  it('gives entries by time, and those of one time in the order in which they were added', () => {
    const random = new Prng(9, 'queue');
    for (let round = 0; round < 40; round++) {
      const queue = new EventQueue();
      const expected: { readonly time: number; readonly n: number }[] = [];
      const got: number[] = [];
      for (let n = 0; n < 80; n++) {
        const time = random.int(10);
        expected.push({ time, n });
        queue.add(time, () => got.push(n));
      }
      expected.sort((a, b) => a.time - b.time || a.n - b.n);
      for (let e = queue.take(); e !== undefined; e = queue.take()) e.run?.();
      expect(got).toEqual(expected.map((e) => e.n));
    }
  });

  it('keeps that order when entries are added while others are taken', () => {
    const random = new Prng(10, 'queue');
    const queue = new EventQueue();
    let last = -1;
    let lastSeq = -1;
    let now = 0;
    for (let i = 0; i < 3000; i++) {
      if (queue.size === 0 || random.next() < 0.5) queue.add(now + random.int(5), () => {});
      else {
        const entry = queue.take();
        if (entry === undefined) throw new Error('nothing came');
        expect(entry.time).toBeGreaterThanOrEqual(last);
        if (entry.time === last) expect(entry.seq).toBeGreaterThan(lastSeq);
        now = last = entry.time;
        lastSeq = entry.seq;
      }
    }
  });

  it('passes over cancelled entries, in front and in the heap', () => {
    const queue = new EventQueue();
    const first = queue.add(1, () => {});
    const second = queue.add(2, () => {});
    queue.add(3, () => {});
    first.run = undefined;
    expect(queue.nextTime()).toBe(2);
    second.run = undefined;
    expect(queue.take()?.time).toBe(3);
    expect(queue.take()).toBeUndefined();
    expect(queue.nextTime()).toBeUndefined();
  });
});
