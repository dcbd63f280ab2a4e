import { describe, expect, test } from 'vitest';
import { MINUTE, SECOND } from '../../kernel/time';
import { Backoff } from './backoff';
import { goDuration } from './duration';

describe('back-off', () => {
  test('the first restart is immediate, then 10 s doubling to five minutes', () => {
    const backoff = new Backoff();
    const waits: number[] = [];
    let now = 0;
    for (let crash = 0; crash < 8; crash++) {
      const finished = now;
      while (backoff.inBackOffSince('c', finished, now)) now += SECOND;
      waits.push((now - finished) / SECOND);
      backoff.next('c', finished, now);
    }
    expect(waits).toEqual([0, 10, 20, 40, 80, 160, 300, 300]);
  });

  test('is forgotten when a container ran for more than ten minutes', () => {
    const backoff = new Backoff();
    backoff.next('c', 0, 0);
    backoff.next('c', 0, 0);
    const finished = 11 * MINUTE;
    expect(backoff.inBackOffSince('c', finished, finished)).toBe(false);
    backoff.next('c', finished, finished);
    expect(backoff.get('c')).toBe(10 * SECOND);
  });

  test('pulls wait since the last attempt', () => {
    const backoff = new Backoff();
    backoff.next('image', 0, 0);
    expect(backoff.inBackOffSinceUpdate('image', 9 * SECOND)).toBe(true);
    expect(backoff.inBackOffSinceUpdate('image', 10 * SECOND)).toBe(false);
    expect(backoff.inBackOffSinceUpdate('other', 0)).toBe(false);
  });
});

test.each([[0, '0s'], [900, '900µs'], [29_184, '29.184ms'], [10 * SECOND, '10s'], [80 * SECOND, '1m20s'], [5 * MINUTE, '5m0s'], [1_234_567, '1.234567s'], [61 * MINUTE, '1h1m0s']])('%d µs are %s', (micros, text) => {
  expect(goDuration(micros)).toBe(text);
});
test('durations may be cut off', () => expect(goDuration(3_123_999, 1000)).toBe('3.123s'));
