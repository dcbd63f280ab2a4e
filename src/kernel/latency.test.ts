import { describe, expect, it } from 'vitest';
import { Prng } from '../base/prng';
import { draw } from './latency';

describe('draw', () => {
  const many = (d: Parameters<typeof draw>[0]): readonly number[] => {
    const random = new Prng(1, 'latency');
    return Array.from({ length: 20_000 }, () => draw(d, random)).sort((a, b) => a - b);
  };

  it('has the median and the ninth decile that were asked for', () => {
    const values = many({ p50: 1000, p90: 3000 });
    expect(values[10_000]).toBeGreaterThan(950);
    expect(values[10_000]).toBeLessThan(1050);
    expect(values[18_000]).toBeGreaterThan(2800);
    expect(values[18_000]).toBeLessThan(3200);
  });

  it('stays within its bounds, in whole microseconds', () => {
    const values = many({ p50: 100, p90: 300, min: 60, max: 400 });
    expect(values[0]).toBeGreaterThanOrEqual(60);
    expect(values.at(-1)).toBeLessThanOrEqual(400);
    expect(values.every((v) => Number.isInteger(v))).toBe(true);
  });

  it('is cut at four times the ninth decile and at one when nothing else is said', () => {
    const values = many({ p50: 2, p90: 20 });
    expect(values[0]).toBeGreaterThanOrEqual(1);
    expect(values.at(-1)).toBeLessThanOrEqual(80);
  });
});
