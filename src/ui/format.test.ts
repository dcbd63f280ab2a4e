import { expect, test } from 'vitest';
import { clock, duration } from './format';

test('durations keep three digits that matter', () => {
  expect([640, 1230, 12_340, 123_400, 1_190_000, 14_600_000, 125_000_000].map(duration)).toEqual(['640 µs', '1.23 ms', '12.3 ms', '123 ms', '1.19 s', '14.6 s', '2 min 5 s']);
});

test('a clock has always as many digits', () => {
  expect([clock(0), clock(138_400)]).toEqual(['0.000 s', '0.138 s']);
});
