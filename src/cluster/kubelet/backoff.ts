import { SECOND, type Micros } from '../../kernel/time';

interface Entry {
  backoff: Micros;
  lastUpdate: Micros;
}

const INITIAL = 10 * SECOND;
const MAXIMUM = 300 * SECOND;

/** Back-off by key: 10 s doubling to 5 min, forgotten after twice that. Models client-go util/flowcontrol/backoff.go. */
export class Backoff {
  private readonly entries = new Map<string, Entry>();

  get(key: string): Micros {
    return this.entries.get(key)?.backoff ?? 0;
  }

  /** Counts an attempt that follows something which happened at `eventTime`. */
  next(key: string, eventTime: Micros, now: Micros): void {
    const entry = this.entries.get(key);
    if (entry === undefined || eventTime - entry.lastUpdate > 2 * MAXIMUM) this.entries.set(key, { backoff: INITIAL, lastUpdate: now });
    else {
      entry.backoff = Math.min(entry.backoff * 2, MAXIMUM);
      entry.lastUpdate = now;
    }
  }

  /** Whether it is too early to try again after `eventTime`. */
  inBackOffSince(key: string, eventTime: Micros, now: Micros): boolean {
    const entry = this.entries.get(key);
    return entry !== undefined && eventTime - entry.lastUpdate <= 2 * MAXIMUM && now - eventTime < entry.backoff;
  }

  /** Whether it is too early to try again after the last attempt. */
  inBackOffSinceUpdate(key: string, now: Micros): boolean {
    const entry = this.entries.get(key);
    return entry !== undefined && now - entry.lastUpdate <= 2 * MAXIMUM && now - entry.lastUpdate < entry.backoff;
  }

  forget(prefix: string): void {
    for (const key of this.entries.keys()) if (key.startsWith(prefix)) this.entries.delete(key);
  }
}
