import { SECOND, type Micros } from '../../../kernel/time';
import type { CacheEvent } from './cache-event';

/** Models apiserver pkg/storage/cacher watch_cache.go: the ring shall span about this long. */
const FRESH_DURATION: Micros = 75 * SECOND;
const LOWER = 100;
const UPPER = 102_400;

/** The last events of a resource: where watches that begin in the past catch up. Grows and shrinks with the event rate. */
export class EventRing {
  private events: CacheEvent[] = [];
  private times: Micros[] = [];
  private head = 0;
  private capacity = LOWER;

  /** `since`: the revision of the list that the cache began with. */
  constructor(private since: number) {}

  add(event: CacheEvent, now: Micros): void {
    if (this.size >= this.capacity) this.makeRoom(now);
    this.events.push(event);
    this.times.push(now);
  }

  /** The oldest revision after which a watch may begin. */
  get oldest(): number {
    return this.since;
  }

  /** Events after `revision`; undefined when some of them are gone. */
  after(revision: number): readonly CacheEvent[] | undefined {
    if (revision < this.since) return undefined;
    let low = this.head;
    let high = this.events.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.events[middle] as CacheEvent).revision <= revision) low = middle + 1;
      else high = middle;
    }
    return this.events.slice(low);
  }

  private get size(): number {
    return this.events.length - this.head;
  }

  private makeRoom(now: Micros): void {
    const oldestTime = this.times[this.head] ?? 0;
    if (now - oldestTime < FRESH_DURATION && this.capacity < UPPER) {
      this.capacity = Math.min(UPPER, this.capacity * 2);
      return;
    }
    const quarter = this.times[this.events.length - Math.max(1, this.capacity >> 2)] ?? 0;
    if (now - quarter > FRESH_DURATION && this.capacity > LOWER) this.capacity = Math.max(LOWER, this.capacity >> 1);
    while (this.size >= this.capacity) {
      this.since = (this.events[this.head] as CacheEvent).revision;
      this.head++;
    }
    if (this.head > this.events.length / 2) {
      this.events = this.events.slice(this.head);
      this.times = this.times.slice(this.head);
      this.head = 0;
    }
  }
}
