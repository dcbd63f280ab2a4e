import { Prng } from '../base/prng';
import type { KernelCore } from './core';
import { draw, type Distribution } from './latency';
import type { MessageKind } from './log';
import type { Entry } from './queue';
import type { MessageRow, Micros, SpanRow } from './time';

/** One message to another actor (or to oneself). */
export interface Send {
  readonly kind: MessageKind;
  /** What a reader of the log sees: `POST /api/v1/…`, `RunPodSandbox`, `ADDED pods default/web`. */
  readonly label: string;
  /** The key of the object it is about: `pods/default/web`, `nodes/node-1`. */
  readonly subject?: string | undefined;
  /** A document to keep in the log; never mutated afterwards. */
  readonly payload?: unknown;
  /** Microseconds on the way. */
  readonly delay: Micros;
  /** The span that caused it, when that is not the one being handled. */
  readonly cause?: SpanRow | undefined;
}

/** What the log calls a machine of an actor and its states: numbers of interned strings. */
export interface MachineNames {
  readonly actor: number;
  readonly machine: number;
  /** By the number of the state. */
  readonly states: number[];
}

/** What an actor can start: a MachineKind. */
export interface Startable<O, M> {
  start(actor: Actor, options: O): M;
}

/**
 * A component as the log knows it: `kubectl`, `kube-apiserver`, `kubelet:node-1`. What it may do to the world is here:
 * send, wait, start machines, draw from its own stream of randomness.
 */
export class Actor {
  readonly random: Prng;
  private readonly names = new Map<object, MachineNames>();
  private interned: number | undefined;

  constructor(readonly kernel: KernelCore, readonly name: string) {
    this.random = new Prng(kernel.seed, name);
  }

  get now(): Micros {
    return this.kernel.now;
  }

  /** Its name's number in the log. */
  get id(): number {
    return (this.interned ??= this.kernel.log.intern(this.name));
  }

  /** A duration drawn from a distribution with this actor's randomness. */
  sample(distribution: Distribution): Micros {
    return draw(distribution, this.random);
  }

  /** Sends; `deliver` runs at the receiver when the message arrives. Returns the message's row. */
  send(to: Actor, message: Send, deliver: (row: MessageRow) => void): MessageRow {
    const { kernel } = this;
    const at = kernel.now + message.delay;
    const row = kernel.log.appendMessage(kernel.now, at, this.id, to.id, message.kind, message.label, message.cause ?? kernel.currentSpan, message.subject, message.payload);
    kernel.queue.add(at, () => {
      kernel.currentMessage = row;
      deliver(row);
    });
    return row;
  }

  /** Runs `fire` in `delay` microseconds; the log shows the wait once it is over. Set `run` of the result to undefined to cancel. */
  timer(delay: Micros, label: string, fire: () => void, subject?: string): Entry {
    const { kernel } = this;
    const sent = kernel.now;
    const cause = kernel.currentSpan;
    return kernel.queue.add(sent + delay, () => {
      this.arrive({ kind: 'timer', label, subject, sent, cause, from: this });
      fire();
    });
  }

  /**
   * Records a message that ends now and began at `sent` (a wait in a queue, whose end nobody knew before), and makes it
   * what is being handled.
   */
  arrive(m: { readonly kind: MessageKind; readonly label: string; readonly subject?: string | undefined; readonly payload?: unknown; readonly sent: Micros; readonly cause: SpanRow; readonly from: Actor }): MessageRow {
    const { kernel } = this;
    const row = kernel.log.appendMessage(m.sent, kernel.now, m.from.id, this.id, m.kind, m.label, m.cause, m.subject, m.payload);
    kernel.currentMessage = row;
    return row;
  }

  /** Starts a machine of `kind`; its first span is caused by the message being handled. */
  start<O, M>(kind: Startable<O, M>, options: O): M {
    return kind.start(this, options);
  }

  /** For machines: the interned names of one kind of machine at this actor. */
  machineNames(kind: { readonly name: string }): MachineNames {
    let names = this.names.get(kind);
    if (names === undefined) {
      const { log } = this.kernel;
      names = { actor: this.id, machine: log.intern(kind.name), states: [] };
      this.names.set(kind, names);
    }
    return names;
  }

  /** An ordered way to another actor: nothing sent later arrives earlier, as on one TCP connection. */
  link(to: Actor): Link {
    return new Link(this, to);
  }
}

/** See Actor.link. */
export class Link {
  private last: Micros = 0;

  constructor(private readonly from: Actor, private readonly to: Actor) {}

  send(message: Send, deliver: (row: MessageRow) => void): MessageRow {
    const at = Math.max(this.from.now + message.delay, this.last);
    this.last = at;
    return this.from.send(this.to, { ...message, delay: at - this.from.now }, deliver);
  }
}

