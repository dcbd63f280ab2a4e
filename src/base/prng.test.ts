import { describe, expect, it } from 'vitest';
import { Prng } from './prng';

const draws = (p: Prng, n: number): readonly number[] => Array.from({ length: n }, () => p.uint32());

describe('Prng', () => {
  it('gives the same numbers for the same seed and stream', () => {
    expect(draws(new Prng(1, 'a'), 20)).toEqual(draws(new Prng(1, 'a'), 20));
  });

  it('gives other numbers for another seed and for another stream', () => {
    const first = draws(new Prng(1, 'a'), 20);
    expect(draws(new Prng(2, 'a'), 20)).not.toEqual(first);
    expect(draws(new Prng(1, 'b'), 20)).not.toEqual(first);
  });

  it('keeps giving these numbers: recorded logs and shared links depend on them', () => {
    expect(draws(new Prng(42, 'kube-scheduler'), 4)).toMatchInlineSnapshot(`
      [
        1793139312,
        3691291844,
        1040869169,
        1478216972,
      ]
    `);
  });

  it('spreads integers evenly', () => {
    const random = new Prng(3, 'even');
    const counts = new Array<number>(10).fill(0);
    for (let i = 0; i < 10_000; i++) {
      const v = random.int(10);
      counts[v] = (counts[v] ?? 0) + 1;
    }
    for (const c of counts) expect(Math.abs(c - 1000)).toBeLessThan(150);
  });

  it('makes version-4 UUIDs and hexadecimal digits', () => {
    const random = new Prng(4, 'text');
    for (let i = 0; i < 50; i++) expect(random.uuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(random.hex(13)).toMatch(/^[0-9a-f]{13}$/);
  });

  it('draws normal deviates with mean 0 and deviation 1', () => {
    const random = new Prng(5, 'normal');
    const values = Array.from({ length: 20_000 }, () => random.normal());
    const mean = values.reduce((a, b) => a + b, 0) / values.length;
    const deviation = Math.sqrt(values.reduce((a, b) => a + (b - mean) ** 2, 0) / values.length);
    expect(mean).toBeCloseTo(0, 1);
    expect(deviation).toBeCloseTo(1, 1);
  });

  it('throws when asked to pick from nothing', () => {
    expect(() => new Prng(1, 'x').pick([])).toThrow(/invariant/);
  });
});
