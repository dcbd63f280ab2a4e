import { expect, it } from 'vitest';
import { SECOND } from '../../kernel/time';
import { TokenBucket } from './rate-limiter';

it('lets a burst through at once and then makes callers wait their turn', () => {
  const bucket = new TokenBucket(20, 3);
  expect([0, 1, 2].map(() => bucket.reserve(0))).toEqual([0, 0, 0]);
  expect([0, 1].map(() => bucket.reserve(0))).toEqual([50_000, 100_000]);
});

it('saves tokens up to the burst and no further', () => {
  const bucket = new TokenBucket(20, 3);
  for (let i = 0; i < 3; i++) bucket.reserve(0);
  expect([0, 1, 2, 3].map(() => bucket.reserve(10 * SECOND))).toEqual([0, 0, 0, 50_000]);
});

it('does not charge a refusal', () => {
  const bucket = new TokenBucket(1, 1);
  expect([bucket.tryTake(0), bucket.tryTake(0), bucket.tryTake(SECOND / 2), bucket.tryTake(SECOND)]).toEqual([true, false, false, true]);
});

it('never gives anything at a rate of nothing', () => {
  const bucket = new TokenBucket(0, 0);
  expect(bucket.tryTake(1000 * SECOND)).toBe(false);
});
