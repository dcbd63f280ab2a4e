import { describe, expect, it } from 'vitest';
import { goDuration, humanDuration, shortHumanDuration } from './duration';

describe('ages', () => {
  it.each([
    [-3, '<invalid>'], [-1.5, '0s'], [0, '0s'], [119, '119s'], [120, '2m'], [135, '2m15s'], [599, '9m59s'], [600, '10m'], [10_799, '179m'],
    [10_800, '3h'], [11_100, '3h5m'], [28_800, '8h'], [172_799, '47h'], [172_800, '2d'], [180_000, '2d2h'], [691_200, '8d'],
    [63_072_000, '2y'], [63_158_400, '2y1d'], [252_288_000, '8y'],
  ])('%d seconds is %s', (s, want) => {
    expect(humanDuration(s)).toBe(want);
  });

  it('has a short form of one unit', () => {
    expect([59, 60, 3599, 3600, 86_400, 86_400 * 365].map(shortHumanDuration)).toEqual(['59s', '1m', '59m', '1h', '1d', '1y']);
  });
});

describe('durations in messages', () => {
  it.each([
    [0, '0s'], [512, '512µs'], [1500, '1.5ms'], [250_000, '250ms'], [1_234_567, '1.234567s'], [40_000_000, '40s'], [300_000_000, '5m0s'], [3_601_500_000, '1h0m1.5s'],
  ])('%d µs is %s', (micros, want) => {
    expect(goDuration(micros)).toBe(want);
  });
});
