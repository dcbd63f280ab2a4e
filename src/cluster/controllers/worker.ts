import { invariant } from '../../base/assert';
import type { Actor } from '../../kernel/actor';
import type { Distribution } from '../../kernel/latency';
import { MachineKind, type Machine } from '../../kernel/machine';
import type { MachineEvent } from '../../kernel/stepper';
import type { MessageRow, Micros } from '../../kernel/time';
import type { ApiResponse } from '../client/http';
import type { Taken, WorkQueue } from '../client/workqueue';
import { LATENCY } from '../latencies';

/**
 * One step of a sync: the machine's event that leads to the state in which it is done, what to note there, and what the
 * state does. `begin` calls `done` once, later, with what the sync goes on with.
 */
export interface Step {
  readonly event: string;
  readonly note?: unknown;
  readonly begin: (worker: SyncMachine, done: (reply: unknown) => void) => void;
}

/**
 * What a sync comes to: undefined when it went well, otherwise why the key has to be tried again. A sync is a generator
 * over plain data: it reads caches, decides, and yields the steps that take time; it never waits by itself.
 */
export type Sync = Generator<Step, SyncError | undefined, unknown>;

export interface SyncError {
  readonly message: string;
  readonly code?: number;
  readonly reason?: string;
  /** Trying again is no use: the key is dropped. */
  readonly giveUp?: boolean;
  /** Not a failure but something to wait for: the key comes again after so many microseconds. */
  readonly after?: Micros;
}

/** Events of a machine that runs syncs: those that steps name, and the two ends. */
export type WorkerEvent<S extends string> = { readonly type: S | 'DONE' | 'FAILED' | 'REQUEUED' };

export interface WorkerData {
  step: Step | undefined;
  resume: (reply: unknown) => void;
}

export type SyncMachine = Machine<MachineEvent, WorkerData>;

/** A step that takes time to think and asks nobody. */
export function* think(event: string, duration: Distribution = LATENCY.controllerStep, note?: unknown): Generator<Step, void, unknown> {
  yield {
    event, note,
    begin: (m, done) => {
      const { kernel } = m;
      kernel.queue.add(kernel.now + m.actor.sample(duration), () => {
        kernel.currentMessage = m.cause;
        done(undefined);
      });
    },
  };
}

/** A step that makes one request and goes on with its answer. */
export function* call(event: string, request: (done: (response: ApiResponse) => void) => void, note?: unknown): Generator<Step, ApiResponse, unknown> {
  const reply = yield { event, note, begin: (_, done) => request(done) };
  return reply as ApiResponse;
}

/**
 * A step that makes several requests side by side and goes on, when the last has answered, with all answers in the order
 * asked. `answered` runs at each answer. Every answer is a cause of what follows.
 */
export function* callAll(
  event: string, requests: readonly ((done: (response: ApiResponse) => void) => void)[], answered: (response: ApiResponse, index: number) => void = () => {}, note?: unknown,
): Generator<Step, readonly ApiResponse[], unknown> {
  if (requests.length === 0) return [];
  const reply = yield {
    event, note,
    begin: (m, done) => {
      const { kernel } = m;
      const responses: (ApiResponse | undefined)[] = requests.map(() => undefined);
      let missing = requests.length;
      requests.forEach((request, i) => request((response) => {
        responses[i] = response;
        missing -= 1;
        kernel.currentSpan = m.span;
        answered(response, i);
        if (missing === 0) done(responses);
        else m.join(kernel.currentMessage);
      }));
    },
  };
  return reply as readonly ApiResponse[];
}

/** Puts a step's state to work. Every state of a worker machine that is not idle has this as its entry action. */
export function perform(m: SyncMachine): void {
  const { step, resume } = m.data;
  invariant(step !== undefined, `${m.kind.name} entered ${m.state} without a step`);
  m.data.step = undefined;
  if (step.note !== undefined) m.note(step.note);
  step.begin(m, resume);
}

/** An XState definition. */
export type Definition = ConstructorParameters<typeof MachineKind>[1];

/** A worker machine whose entry actions all put the step in hand to work. */
export function workerKind(machine: Definition): MachineKind<MachineEvent, WorkerData> {
  const actions = ['readCache', 'decide', 'request', 'wait', 'discover'];
  return new MachineKind<MachineEvent, WorkerData>(machine.id, machine, Object.fromEntries(actions.map((name) => [name, perform])));
}

/** Declarations of those actions, for `setup`. */
export const workerActions = { readCache: () => {}, decide: () => {}, request: () => {}, wait: () => {}, discover: () => {} } as const;

export interface WorkersOptions {
  readonly actor: Actor;
  readonly queue: WorkQueue;
  readonly machine: Definition;
  readonly count: number;
  /** How the log names the key. */
  readonly subject: (key: string) => string;
  readonly sync: (key: string) => Sync;
  /** The sync itself says when a key's failures are forgotten; success alone does not. */
  readonly keepsFailures?: boolean;
  /** After how many failures in a row a key is dropped; undefined: never. */
  readonly maxRetries?: number;
}

/**
 * Starts the workers of a controller. Each takes a key, runs its sync step by step, and settles with the queue as
 * controllers do: forget on success, rate-limited retry on failure.
 */
export function startWorkers(options: WorkersOptions): void {
  const kind = workerKind(options.machine);
  for (let i = 0; i < options.count; i++) new Worker(options, kind).next();
}

class Worker {
  private readonly machine: SyncMachine;
  private run: Sync | undefined;
  private key = '';

  constructor(private readonly options: WorkersOptions, kind: MachineKind<MachineEvent, WorkerData>) {
    this.machine = options.actor.start(kind, { data: { step: undefined, resume: (reply) => this.advance(reply) } });
  }

  next(): void {
    this.options.queue.take((taken) => this.begin(taken));
  }

  private begin(taken: Taken): void {
    const { machine, options } = this;
    this.key = taken.key;
    machine.subject = options.subject(taken.key);
    this.run = options.sync(taken.key);
    this.advance(undefined, taken.merged);
  }

  /** `merged`: messages that led to the next step beside the one being handled. */
  private advance(reply: unknown, merged?: readonly MessageRow[]): void {
    const { machine } = this;
    const { kernel } = machine;
    invariant(this.run !== undefined, `${machine.kind.name} is resumed without a sync`);
    const before = kernel.currentSpan;
    kernel.currentSpan = machine.span;
    const result = this.run.next(reply);
    if (result.done === true) this.finish(result.value);
    else {
      machine.data.step = result.value;
      machine.send({ type: result.value.event }, merged);
      invariant(machine.data.step === undefined, `${machine.kind.name}: ${result.value.event} leads nowhere from ${machine.state}`);
    }
    kernel.currentSpan = before;
  }

  private finish(error: SyncError | undefined): void {
    const { machine, options, key } = this;
    const { queue } = options;
    const { kernel } = machine;
    this.run = undefined;
    if (error === undefined) {
      if (options.keepsFailures !== true) queue.forget(key);
      this.idle('DONE');
      return;
    }
    const retries = queue.numRequeues(key);
    const retry = error.giveUp !== true && retries < (options.maxRetries ?? Number.POSITIVE_INFINITY);
    const before = machine.state;
    machine.send({ type: 'FAILED' });
    invariant(machine.state === 'requeueing', `${machine.kind.name} cannot fail in ${before}: ${error.message}`);
    machine.note({ type: 'syncFailed', message: error.message, ...(error.code === undefined ? {} : { code: error.code }), retries, retry });
    kernel.currentSpan = machine.span;
    if (error.after !== undefined) queue.addAfter(key, error.after);
    else if (retry) queue.addRateLimited(key);
    else queue.forget(key);
    kernel.queue.add(kernel.now + machine.actor.sample(LATENCY.workqueueGet), () => {
      kernel.currentMessage = machine.cause;
      this.idle('REQUEUED');
    });
  }

  private idle(event: 'DONE' | 'REQUEUED'): void {
    const { machine } = this;
    const before = machine.state;
    machine.subject = undefined;
    machine.send({ type: event });
    invariant(machine.state === 'idle', `${machine.kind.name} cannot end in ${before}`);
    this.options.queue.done(this.key);
    this.next();
  }
}
