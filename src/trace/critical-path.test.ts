import { describe, expect, it } from 'vitest';
import { criticalPath } from './critical-path';
import { logFromText, SMALL_RUN } from './testing/log-from-text';
import { traceOf } from './trace';

describe('the critical path', () => {
  const trace = traceOf(logFromText(SMALL_RUN));
  const path = criticalPath(trace, 0, { kind: 'span', row: 15 });

  it('covers the time from Enter to the last write without gaps or overlaps', () => {
    expect(path.begin).toBe(100);
    expect(path.end).toBe(1100);
    let cursor = path.begin;
    for (const segment of path.segments) {
      expect(segment.begin).toBe(cursor);
      expect(segment.end).toBeGreaterThan(segment.begin);
      cursor = segment.end;
    }
    expect(cursor).toBe(path.end);
  });

  it('adds up by component and by kind to the same whole', () => {
    const sum = (map: ReadonlyMap<string, number>): number => [...map.values()].reduce((a, b) => a + b, 0);
    expect(sum(path.byComponent)).toBe(1000);
    expect(sum(path.byKind)).toBe(1000);
    expect(path.byKind.get('queue')).toBe(400);
    expect(path.byComponent.get('kubectl')).toBe(40);
  });

  it('holds the states that led up to each message, not those beside it', () => {
    expect([...path.spans].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15]);
    expect(path.messages.has(6)).toBe(false);
  });
});
