import type { Actor } from '../../kernel/actor';
import { draw } from '../../kernel/latency';
import { MILLISECOND, SECOND, type MessageRow, type Micros, type SpanRow } from '../../kernel/time';
import { LATENCY } from '../latencies';
import { TokenBucket } from './rate-limiter';

/** A key taken from a queue. `merged` are the messages of later adds of the same key that this turn answers too. */
export interface Taken {
  readonly key: string;
  readonly merged: readonly MessageRow[];
}

interface Add {
  readonly sent: Micros;
  readonly cause: SpanRow;
  readonly from: Actor;
}

const BASE_DELAY = 5 * MILLISECOND;
const MAX_DELAY = 1000 * SECOND;

/**
 * A work queue: a key is handed to one worker at a time; adds while it waits are merged, adds while it is worked on are
 * remembered until `done`. Every wait is a `queue` message from who added to who took, so causes survive the queue.
 * Models client-go util/workqueue queue.go, delaying_queue.go, default_rate_limiters.go.
 */
export class WorkQueue {
  private readonly ready: string[] = [];
  private readonly dirty = new Map<string, Add[]>();
  private readonly processing = new Set<string>();
  private readonly failures = new Map<string, number>();
  private readonly idle: ((taken: Taken) => void)[] = [];
  private readonly waitingUntil = new Map<string, Micros>();
  private readonly bucket = new TokenBucket(10, 100);

  /**
   * `resource` names what the keys are of (`deployments`), for the log; `owner` is the actor whose workers take; `subjectOf` says
   * what a key means where that is not `resource/key`; `backOff` is the wait after a first failure and the longest one.
   */
  constructor(
    private readonly owner: Actor, private readonly resource: string, private readonly subjectOf: (key: string) => string = (key) => `${resource}/${key}`,
    private readonly backOff: { readonly base: Micros; readonly max: Micros } = { base: BASE_DELAY, max: MAX_DELAY },
  ) {}

  /** Keys waiting for a worker. */
  get length(): number {
    return this.ready.length;
  }

  /** Adds a key; the present span is the cause. `from` is who adds, when that is another actor of the same process. */
  add(key: string, from: Actor = this.owner): void {
    const { kernel } = this.owner;
    const add: Add = { sent: kernel.now, cause: kernel.currentSpan, from };
    const merged = this.dirty.get(key);
    if (merged !== undefined) {
      merged.push(add);
      return;
    }
    this.dirty.set(key, [add]);
    if (this.processing.has(key)) return;
    this.ready.push(key);
    this.wake();
  }

  /** Adds a key in `delay` microseconds; an earlier wait for the same key wins. */
  addAfter(key: string, delay: Micros): void {
    if (delay <= 0) {
      this.add(key);
      return;
    }
    const at = this.owner.now + delay;
    const earlier = this.waitingUntil.get(key);
    if (earlier !== undefined && earlier <= at) return;
    this.waitingUntil.set(key, at);
    const { kernel } = this.owner;
    const cause = kernel.currentSpan;
    kernel.queue.add(at, () => {
      if (this.waitingUntil.get(key) !== at) return;
      this.waitingUntil.delete(key);
      kernel.currentSpan = cause;
      this.add(key);
    });
  }

  /** Adds a key after its back-off: 5 ms doubling to 1000 s a failure, or the whole queue's 10 a second, whichever is longer. */
  addRateLimited(key: string): void {
    const failures = this.failures.get(key) ?? 0;
    this.failures.set(key, failures + 1);
    this.addAfter(key, Math.max(Math.min(this.backOff.base * 2 ** failures, this.backOff.max), this.bucket.reserve(this.owner.now)));
  }

  numRequeues(key: string): number {
    return this.failures.get(key) ?? 0;
  }

  /** The key was dealt with: its next back-off starts anew. */
  forget(key: string): void {
    this.failures.delete(key);
  }

  /** A worker waits for a key; `taken` runs once, inside the handling of the queue's message. */
  take(taken: (item: Taken) => void): void {
    this.idle.push(taken);
    this.wake();
  }

  /** The worker is through with the key; if it was added meanwhile it is ready again. */
  done(key: string): void {
    this.processing.delete(key);
    if (!this.dirty.has(key)) return;
    this.ready.push(key);
    this.wake();
  }

  private wake(): void {
    while (this.ready.length > 0 && this.idle.length > 0) {
      const key = this.ready.shift();
      const worker = this.idle.shift();
      if (key === undefined || worker === undefined) return;
      // Claimed now, handed over when the worker wakes; adds until then are merged.
      this.processing.add(key);
      const { kernel } = this.owner;
      kernel.queue.add(kernel.now + draw(LATENCY.workqueueGet, this.owner.random), () => this.handOver(key, worker));
    }
  }

  private handOver(key: string, worker: (taken: Taken) => void): void {
    const adds = this.dirty.get(key) ?? [];
    this.dirty.delete(key);
    const subject = this.subjectOf(key);
    const rows = adds.map((add) => this.owner.arrive({ kind: 'queue', label: `${this.resource} queue`, subject, sent: add.sent, cause: add.cause, from: add.from }));
    // The first add is what woke the worker.
    const [first, ...merged] = rows;
    if (first !== undefined) this.owner.kernel.currentMessage = first;
    worker({ key, merged });
  }
}
