import { invariant } from '../base/assert';
import { Log } from './log';
import { EventQueue } from './queue';
import { NONE, type MessageRow, type Micros, type SpanRow } from './time';

/**
 * The one clock and the one queue. Virtual time is a whole number of microseconds; it moves only here. Everything that
 * happens is an entry of the queue, and all that it does is a row in the log, with its cause.
 */
export class KernelCore {
  readonly log = new Log();
  readonly queue = new EventQueue();
  now: Micros = 0;
  /** What is being handled: the cause of each span that begins now. */
  currentMessage: MessageRow = NONE;
  /** Where it is being handled: the cause of each message that is sent now. */
  currentSpan: SpanRow = NONE;
  private instances = 0;

  constructor(readonly seed: number) {}

  /** Handles everything due up to and including `until`, then lets the clock stand at `until`. */
  run(until: Micros): void {
    while (this.step(until)) {
      // One entry at a time.
    }
    this.now = Math.max(this.now, until);
  }

  /** Handles entries while `goOn` says so and something is due by `until`. The clock stands at the last entry handled. */
  runWhile(goOn: () => boolean, until: Micros): void {
    while (goOn() && this.step(until)) {
      // One entry at a time.
    }
  }

  /** Handles the next entry if it is due by `until`. False when there is none. */
  step(until: Micros): boolean {
    const entry = this.queue.take(until);
    if (entry === undefined) return false;
    invariant(entry.run !== undefined, 'the queue gives no cancelled entry');
    this.now = entry.time;
    this.currentMessage = NONE;
    this.currentSpan = NONE;
    entry.run();
    return true;
  }

  /**
   * `callback`, in the span that is current now whenever it is called: what follows from an answer is caused by the state that
   * asked, until that answer leads to another one. For whoever asks and is told later.
   */
  resuming<A extends readonly unknown[]>(callback: (...answer: A) => void): (...answer: A) => void {
    const span = this.currentSpan;
    if (span === NONE) return callback;
    return (...answer) => {
      const before = this.currentSpan;
      this.currentSpan = span;
      callback(...answer);
      this.currentSpan = before;
    };
  }

  nextInstance(): number {
    return ++this.instances;
  }
}
