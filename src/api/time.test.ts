import { describe, expect, it } from 'vitest';
import { cronFields, formatMicroTime, formatRFC1123Z, formatTime, parseTime } from './time';

describe('times', () => {
  it('agrees with the calendar of the host from 1970 to 2100, leap days included', () => {
    for (let day = 0; day < 47_500; day += 13) {
      const micros = (day * 86_400 + 61_234) * 1_000_000;
      expect(formatTime(micros)).toBe(new Date(micros / 1000).toISOString().replace('.000', ''));
      expect(parseTime(formatTime(micros))).toBe(micros);
    }
  });

  it('writes the three forms that objects, leases and describe use', () => {
    const t = parseTime('2026-11-30T17:02:14.000512Z');
    if (t === undefined) throw new Error('not parsed');
    expect(formatTime(t)).toBe('2026-11-30T17:02:14Z');
    expect(formatMicroTime(t)).toBe('2026-11-30T17:02:14.000512Z');
    expect(formatRFC1123Z(t)).toBe('Mon, 30 Nov 2026 17:02:14 +0000');
  });

  it('reads offsets and fractions, and refuses what is no time', () => {
    expect(parseTime('2026-11-30T18:02:14+01:00')).toBe(parseTime('2026-11-30T17:02:14Z'));
    expect(parseTime('2026-11-30T17:02:14.5Z')).toBe((parseTime('2026-11-30T17:02:14Z') ?? 0) + 500_000);
    expect(parseTime('2026-13-30T17:02:14Z')).toBeUndefined();
    expect(parseTime('yesterday')).toBeUndefined();
  });

  it('gives cron its fields', () => {
    expect(cronFields(parseTime('2026-11-30T17:02:14Z') ?? 0)).toMatchObject({ minute: 2, hour: 17, day: 30, month: 11, weekday: 1 });
  });
});
