import { describe, expect, it } from 'vitest';
import {
  addQuantity, canonicalQuantity, compareQuantity, formatQuantity, milliQuantity, parseQuantity, quantity, quantityMilliValue, quantityValue, roundUpToMilli, subQuantity, wholeQuantity,
} from './quantity';

const canonical = (text: string) => {
  const r = canonicalQuantity(text);
  return r.ok ? r.value : `error: ${r.error}`;
};

describe('the canonical form', () => {
  it.each([
    ['0', '0'], ['0Mi', '0'], ['0.5', '500m'], ['.5', '500m'], ['100m', '100m'], ['1900m', '1900m'], ['2000m', '2'], ['1000', '1k'], ['64', '64'],
    ['1024Mi', '1Gi'], ['1.5Gi', '1536Mi'], ['24683988Ki', '24683988Ki'], ['267847642337', '267847642337'], ['1000Ki', '1000Ki'], ['512', '512'],
    ['1E', '1E'], ['1e3', '1e3'], ['1E3', '1e3'], ['100e-3', '100e-3'], ['-5', '-5'], ['0.1Ki', '102400m'], ['1023Ki', '1023Ki'], ['+3', '3'],
  ])('%s → %s', (text, want) => {
    expect(canonical(text)).toBe(want);
  });

  it.each(['', '1.2.3', 'abc', '1 Gi', 'ten'])('refuses %j with the message of the decoder', (text) => {
    expect(canonical(text)).toBe("error: quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
  });

  it('refuses a suffix that is none', () => {
    expect(parseQuantity('1mi')).toEqual({ ok: false, error: "unable to parse quantity's suffix" });
  });
});

describe('sums', () => {
  it('keeps the format of the first, unless it is zero', () => {
    expect(formatQuantity(addQuantity(quantity('100m'), quantity('1900m')))).toBe('2');
    expect(formatQuantity(addQuantity(quantity('0'), quantity('64Mi')))).toBe('64Mi');
    expect(formatQuantity(addQuantity(quantity('512Mi'), quantity('512Mi')))).toBe('1Gi');
    expect(formatQuantity(subQuantity(quantity('1'), quantity('250m')))).toBe('750m');
  });

  it('compares across suffixes', () => {
    expect(compareQuantity(quantity('1Gi'), quantity('1G'))).toBe(1);
    expect(compareQuantity(quantity('1000m'), quantity('1'))).toBe(0);
    expect(compareQuantity(milliQuantity(1), wholeQuantity(1))).toBe(-1);
  });
});

describe('numbers', () => {
  it('rounds up to whole units and to thousandths', () => {
    expect(quantityValue('100m')).toBe(1);
    expect(quantityValue('24683988Ki')).toBe(24_683_988 * 1024);
    expect(quantityValue('264212084Ki')).toBe(264_212_084 * 1024);
    expect(quantityValue('1.5Gi')).toBe(1.5 * 1024 ** 3);
    expect(quantityMilliValue('2')).toBe(2000);
    expect(quantityMilliValue('1900m')).toBe(1900);
    expect(quantityMilliValue('0.0005')).toBe(1);
    expect(formatQuantity(roundUpToMilli(quantity('1500u')))).toBe('2m');
  });
});
