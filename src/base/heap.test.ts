import { describe, expect, it } from 'vitest';
import { Heap } from './heap';
import { Prng } from './prng';

describe('Heap', () => {
  it('gives elements back in order, whatever the order in which they came', () => {
    const random = new Prng(7, 'heap');
    for (let round = 0; round < 50; round++) {
      const values = Array.from({ length: random.int(60) }, () => random.int(20));
      const heap = new Heap<number>((a, b) => a < b);
      for (const v of values) heap.push(v);
      expect(heap.size).toBe(values.length);
      const out: number[] = [];
      for (let v = heap.pop(); v !== undefined; v = heap.pop()) out.push(v);
      expect(out).toEqual([...values].sort((a, b) => a - b));
    }
  });

  it('stays in order when pushes and pops alternate', () => {
    const random = new Prng(8, 'heap');
    const heap = new Heap<number>((a, b) => a < b);
    const model: number[] = [];
    for (let i = 0; i < 2000; i++) {
      if (random.next() < 0.55) {
        const v = random.int(1000);
        heap.push(v);
        model.push(v);
        model.sort((a, b) => a - b);
      } else expect(heap.pop()).toBe(model.shift());
      expect(heap.peek()).toBe(model[0]);
    }
  });

  it('is empty after its last element is taken', () => {
    const heap = new Heap<string>((a, b) => a < b);
    expect(heap.pop()).toBeUndefined();
    heap.push('x');
    expect(heap.pop()).toBe('x');
    expect(heap.pop()).toBeUndefined();
    expect(heap.size).toBe(0);
  });
});
