import { describe, expect, it } from 'vitest';
import { SECOND } from '../../../kernel/time';
import { CacheEvent } from './cache-event';
import { EventRing } from './event-ring';

const event = (revision: number): CacheEvent => new CacheEvent({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } }, undefined, false, revision, 'configmaps/default/a');
const revisions = (events: readonly CacheEvent[] | undefined): readonly number[] | undefined => events?.map((e) => e.revision);

describe('the ring of recent events', () => {
  it('gives the events after a revision', () => {
    const ring = new EventRing(10);
    for (const r of [11, 15, 15, 20]) ring.add(event(r), 0);
    expect(revisions(ring.after(10))).toEqual([11, 15, 15, 20]);
    expect(revisions(ring.after(15))).toEqual([20]);
    expect(revisions(ring.after(99))).toEqual([]);
  });

  it('cannot go back before the list that it began with', () => {
    expect(new EventRing(10).after(9)).toBeUndefined();
  });

  it('grows while it spans less than 75 seconds, and forgets what is older', () => {
    const ring = new EventRing(0);
    for (let i = 1; i <= 1000; i++) ring.add(event(i), i * 1000);
    expect(ring.after(0)).toHaveLength(1000);
    for (let i = 1001; i <= 3000; i++) ring.add(event(i), (i - 900) * SECOND);
    expect(ring.after(0)).toBeUndefined();
    expect(ring.oldest).toBeGreaterThan(1000);
    expect(revisions(ring.after(2999))).toEqual([3000]);
  });
});
