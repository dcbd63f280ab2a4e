import type { Actor } from '../../kernel/actor';
import type { MessageRow } from '../../kernel/time';
import type { ProcessContext, Running, Signal, Wake } from './process';
import { SIGNAL_NUMBER } from './process';

/** How a process ended. */
export interface ExitStatus {
  readonly code: number;
  readonly oomKilled: boolean;
}

/** A memory bound; the process is killed when it takes more. */
export interface MemoryLimit {
  readonly bytes: number;
}

/**
 * Drives one program through virtual time: sleeps, signals, memory. Nothing of it is in the log but its end.
 * `cause` is the message that started it: what the end is caused by, unless a signal brought it about.
 */
export class ProcessRun {
  private readonly running: Running;
  private turn = 0;
  private interruptible = false;
  private memory = 0;
  private ended = false;

  constructor(
    private readonly actor: Actor, private readonly context: ProcessContext, start: (context: ProcessContext) => Running,
    private readonly limit: MemoryLimit, private cause: MessageRow, private readonly onExit: (status: ExitStatus) => void,
  ) {
    this.running = start(context);
  }

  /** Runs until the first wait, within the present handling. */
  start(): void {
    this.resume('elapsed');
  }

  /** Delivers a signal; the message being handled becomes the cause of what follows from it. */
  signal(signal: Signal): void {
    if (this.ended) return;
    if (signal === 'KILL') {
      this.end({ code: 128 + SIGNAL_NUMBER.KILL, oomKilled: false });
      return;
    }
    const handler = this.context.handlers.get(signal);
    // Process 1 of a PID namespace is only reached by signals that it has a handler for.
    if (handler === 'ignore' || (handler === undefined && this.context.init)) return;
    this.cause = this.actor.kernel.currentMessage;
    if (handler === undefined) {
      this.end({ code: 128 + SIGNAL_NUMBER[signal], oomKilled: false });
      return;
    }
    this.context.pending.push(signal);
    if (this.interruptible) this.resume('signal');
  }

  /** It ends without anybody being told. */
  abandon(): void {
    this.ended = true;
  }

  private resume(wake: Wake): void {
    if (this.ended) return;
    const turn = ++this.turn;
    const step = this.running.next(wake);
    if (step.done === true) {
      this.end({ code: step.value, oomKilled: false });
      return;
    }
    const wait = step.value;
    this.interruptible = wait.kind !== 'memory' && wait.interruptible === true;
    if (wait.kind === 'memory') {
      this.memory += wait.bytes;
      if (this.memory > this.limit.bytes) {
        this.later(wait.micros, turn, () => this.end({ code: 128 + SIGNAL_NUMBER.KILL, oomKilled: true }));
        return;
      }
    }
    if (wait.kind !== 'forever') this.later(wait.micros, turn, () => this.resume('elapsed'));
  }

  private later(delay: number, turn: number, run: () => void): void {
    const { kernel } = this.actor;
    kernel.queue.add(kernel.now + delay, () => {
      if (this.ended || this.turn !== turn) return;
      kernel.currentMessage = this.cause;
      run();
    });
  }

  private end(status: ExitStatus): void {
    if (this.ended) return;
    this.ended = true;
    this.onExit(status);
  }
}
