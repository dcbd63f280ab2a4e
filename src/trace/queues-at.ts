import { MESSAGE_KINDS } from '../kernel/log';
import { int32 } from '../kernel/log-column';
import type { Trace } from './trace';
import type { Micros } from './types';
import type { QueueView } from './views';

const QUEUE = MESSAGE_KINDS.indexOf('queue');

/** Finds what waits in work queues at any time. A wait is a `queue` message: it is a row once it is over, so what still waits at the end of the log is not seen. */
export class QueueHistory {
  private readonly rows = int32();
  private taken = 0;
  /** The longest wait so far: nothing that ended later than this after a time can have waited at it. */
  private longest: Micros = 0;

  constructor(private readonly trace: Trace) {}

  /** Every queue that was ever used, with its depth at `time`. */
  at(time: Micros): readonly QueueView[] {
    this.extend();
    const { messages, strings } = this.trace.log;
    const found = new Map<string, { actor: string; label: string; keys: Set<string> }>();
    for (const known of this.names.values()) found.set(`${known.actor}|${known.label}`, { ...known, keys: new Set() });
    // Rows are in order of their end.
    for (let i = this.firstEndingAfter(time); i < this.rows.length; i++) {
      const row = this.rows.get(i);
      if (messages.delivered.get(row) > time + this.longest) break;
      if (messages.sent.get(row) > time) continue;
      const actor = strings[messages.to.get(row)] ?? '';
      const label = strings[messages.label.get(row)] ?? '';
      found.get(`${actor}|${label}`)?.keys.add(strings[messages.subject.get(row)] ?? '');
    }
    return [...found.values()].map(({ actor, label, keys }) => ({ actor, label, depth: keys.size, keys: [...keys] }));
  }

  private readonly names = new Map<string, { readonly actor: string; readonly label: string }>();

  private extend(): void {
    const { messages, strings } = this.trace.log;
    for (; this.taken < messages.sent.length; this.taken++) {
      const row = this.taken;
      if (messages.kind.get(row) !== QUEUE) continue;
      this.rows.push(row);
      this.longest = Math.max(this.longest, messages.delivered.get(row) - messages.sent.get(row));
      const name = `${messages.to.get(row)}|${messages.label.get(row)}`;
      if (!this.names.has(name)) this.names.set(name, { actor: strings[messages.to.get(row)] ?? '', label: strings[messages.label.get(row)] ?? '' });
    }
  }

  private firstEndingAfter(time: Micros): number {
    const { delivered } = this.trace.log.messages;
    let low = 0;
    let high = this.rows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (delivered.get(this.rows.get(middle)) <= time) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
