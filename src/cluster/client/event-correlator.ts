import { MINUTE, type Micros } from '../../kernel/time';
import { TokenBucket } from './rate-limiter';

/** What somebody wants to report about an object. */
export interface Report {
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
}

/** What to do about a report: post a new event, raise the count of an earlier one, or drop it. */
export type Correlation =
  | { readonly action: 'create'; readonly message: string; readonly key: string }
  | { readonly action: 'count'; readonly message: string; readonly key: string; readonly count: number }
  | { readonly action: 'drop' };

/** From this many different messages of one reason within ten minutes on, they become one event. */
const SIMILAR = 10;
const SIMILAR_INTERVAL = 10 * MINUTE;
const SPAM_BURST = 25;
const SPAM_QPS = 1 / 300;

/**
 * Decides which reports become events: merges equal ones into a count, many similar ones into one, and drops floods.
 * Models client-go tools/record/events_cache.go EventCorrelator.
 */
export class EventCorrelator {
  private readonly similar = new Map<string, { messages: Set<string>; last: Micros }>();
  private readonly counts = new Map<string, number>();
  private readonly floods = new Map<string, TokenBucket>();

  /** `objectKey` names the object and who reports. */
  correlate(objectKey: string, report: Report, now: Micros): Correlation {
    const group = `${objectKey}|${report.type}|${report.reason}`;
    let seen = this.similar.get(group);
    if (seen === undefined || now - seen.last > SIMILAR_INTERVAL) this.similar.set(group, (seen = { messages: new Set(), last: now }));
    seen.last = now;
    seen.messages.add(report.message);
    const aggregated = seen.messages.size >= SIMILAR;
    const message = aggregated ? `(combined from similar events): ${report.message}` : report.message;
    const key = aggregated ? `${group}|combined` : `${group}|${report.message}`;
    let flood = this.floods.get(objectKey);
    if (flood === undefined) this.floods.set(objectKey, (flood = new TokenBucket(SPAM_QPS, SPAM_BURST)));
    const count = (this.counts.get(key) ?? 0) + 1;
    this.counts.set(key, count);
    if (!flood.tryTake(now)) return { action: 'drop' };
    return count === 1 ? { action: 'create', message, key } : { action: 'count', message, key, count };
  }
}
