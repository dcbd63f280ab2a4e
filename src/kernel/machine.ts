import type { AnyStateMachine } from 'xstate';
import { invariant } from '../base/assert';
import type { Actor, MachineNames } from './actor';
import { compileStepper } from './compiled-stepper';
import { actionName, describeMachine } from './describe';
import type { MachineDescription } from './log-machines';
import type { KernelCore } from './core';
import { Entry } from './queue';
import type { ActionCall, MachineEvent, Snapshot, Step, Stepper } from './stepper';
import { MILLISECOND, NONE, type MessageRow, type Micros, type SpanRow } from './time';

/** What a named action does. `params` are those the definition gives; write the type you expect. */
export type ActionHandler<E extends MachineEvent, D> = (machine: Machine<E, D>, params: never) => void;
export type ActionHandlers<E extends MachineEvent, D> = Readonly<Record<string, ActionHandler<E, D>>>;

/**
 * One kind of machine: a definition, compiled once, and what its named actions do. Events are `E`; each instance carries
 * plain data `D` beside its XState context (what the component needs and the drawing does not).
 */
export class MachineKind<E extends MachineEvent, D> {
  readonly description: MachineDescription;
  readonly stepper: Stepper;
  private names: { readonly actor: Actor; readonly names: MachineNames } | undefined;

  constructor(readonly name: string, definition: AnyStateMachine, readonly actions: ActionHandlers<E, D>, stepper?: Stepper) {
    this.stepper = stepper ?? compileStepper(definition, actions);
    this.description = { ...describeMachine(definition), id: name };
    for (const missing of namedActions(definition)) {
      invariant(missing in actions, `machine ${name}: nothing says what action ${missing} does`);
    }
  }

  /** Starts an instance at `actor`: see Actor.start. */
  start(actor: Actor, options: StartOptions<D>): Machine<E, D> {
    const { kernel } = actor;
    const machine = new Machine(kernel, actor, this, kernel.nextInstance(), options.subject, options.data);
    machine.begin(options.input);
    return machine;
  }

  /** What the log calls it at `actor`. Most kinds belong to one actor: nothing need be looked up then. */
  namesAt(actor: Actor): MachineNames {
    if (this.names?.actor !== actor) {
      const { machines } = actor.kernel.log;
      if (!machines.has(this.name)) machines.set(this.name, this.description);
      this.names = { actor, names: actor.machineNames(this) };
    }
    return this.names.names;
  }
}

export interface StartOptions<D> {
  /** The key of the object it works on. */
  readonly subject?: string | undefined;
  readonly data: D;
  /** For the definition's context. */
  readonly input?: unknown;
}

function namedActions(definition: AnyStateMachine): readonly string[] {
  const names = new Set<string>();
  const visit = (node: AnyStateMachine['root']): void => {
    for (const action of [...node.entry, ...node.exit, ...[...node.transitions.values()].flat().flatMap((t) => t.actions)]) {
      const name = actionName(action);
      const implementation: unknown = definition.implementations.actions[name];
      const assigns = typeof implementation === 'function' && 'type' in implementation && implementation.type === 'xstate.assign';
      if (!name.startsWith('xstate.') && !assigns) names.add(name);
    }
    for (const key of Object.keys(node.states)) visit(node.states[key] as AnyStateMachine['root']);
  };
  visit(definition.root);
  return [...names];
}

/**
 * One running machine. Every state it visits is a span in the log, caused by the message that was being handled when it
 * was entered. All effects of a step happen inside the span of the state that the step led to.
 */
export class Machine<E extends MachineEvent, D> {
  private snapshot: Snapshot | undefined;
  private stepping = false;
  private waiting: { readonly event: MachineEvent; readonly merged: readonly MessageRow[] | undefined }[] | undefined;
  private delays: Map<string, Entry> | undefined;
  private pending: Work<E, D> | undefined;
  private readonly names: MachineNames;
  private internedSubject: string | undefined;
  private subjectId = 0;
  /** The span of the present state. */
  span: SpanRow = NONE;
  /** The message that led to the present state. */
  cause: MessageRow = NONE;

  constructor(
    readonly kernel: KernelCore, readonly actor: Actor, readonly kind: MachineKind<E, D>, readonly instance: number,
    public subject: string | undefined, readonly data: D,
  ) {
    this.names = kind.namesAt(actor);
  }

  /** The present state, nested keys joined with dots. */
  get state(): string {
    return this.snapshot?.state ?? '';
  }

  get context(): unknown {
    return this.snapshot?.context;
  }

  get done(): boolean {
    return this.snapshot?.done ?? false;
  }

  /** For the kernel: enters the initial state. */
  begin(input: unknown): void {
    this.apply(this.kind.stepper.start(input));
    this.drain();
  }

  /**
   * Delivers an event now, within the handling of the current message. An event that the state does not know is ignored. `merged`
   * are further messages that led to the state which the event leads to (a queue merges several adds into one).
   */
  send(event: E, merged?: readonly MessageRow[]): void {
    this.deliver(event, merged);
  }

  /**
   * The present state takes `delay` microseconds of work, then `event` follows. No message: the machine goes on with itself, and
   * what is being handled now is the cause of what follows.
   */
  work(delay: Micros, event: E): void {
    const { kernel } = this;
    // One entry a machine serves for all its work: a third of the cost of a stage otherwise. Only a state that was left before its work was over needs another.
    const work = this.pending === undefined || this.pending.queued ? (this.pending = new Work(this)) : this.pending;
    work.begin(event);
    kernel.queue.put(work, kernel.now + delay);
  }

  /** For its own work: the state that `span` began has worked enough on `message`, unless it was left meanwhile. */
  goOn(span: SpanRow, message: MessageRow, event: E): void {
    if (this.span !== span) return;
    this.kernel.currentMessage = message;
    this.deliver(event);
  }

  /** Attaches a document (a decision, a result, a reason) to the span of the present state. */
  note(document: unknown): void {
    this.kernel.log.explainSpan(this.span, document);
  }

  /** Says that `message` too led to the present state, or, if it came later, to the next: one of several answers that the state waits for. */
  join(message: MessageRow): void {
    if (message !== this.cause) this.kernel.log.join(this.span, message);
  }

  private deliver(event: MachineEvent, merged?: readonly MessageRow[]): void {
    if (this.stepping) {
      (this.waiting ??= []).push({ event, merged });
      return;
    }
    if (this.snapshot === undefined) throw new Error(`invariant: ${this.kind.name} has not begun`);
    this.apply(this.kind.stepper.step(this.snapshot, event), merged);
    this.drain();
  }

  /** Events sent by the machine's own handlers wait until the step that sent them is complete. */
  private drain(): void {
    for (let next = this.waiting?.shift(); next !== undefined; next = this.waiting?.shift()) {
      if (this.snapshot !== undefined) this.apply(this.kind.stepper.step(this.snapshot, next.event), next.merged);
    }
  }

  private apply(step: Step, merged?: readonly MessageRow[]): void {
    const { kernel } = this;
    const before = kernel.currentSpan;
    this.snapshot = step.snapshot;
    if (step.entered) {
      if (this.span !== NONE) kernel.log.closeSpan(this.span, kernel.now);
      // Where nothing is being handled but another machine's state goes on, what led to that state led to this one.
      this.cause = kernel.currentMessage === NONE && before !== NONE ? kernel.log.spans.cause.get(before) : kernel.currentMessage;
      this.span = this.openSpan(step.snapshot);
      if (merged !== undefined) for (const row of merged) if (row !== NONE) this.join(row);
      if (step.snapshot.done) kernel.log.closeSpan(this.span, kernel.now);
    }
    kernel.currentSpan = this.span;
    this.stepping = true;
    for (const effect of step.effects) {
      switch (effect.kind) {
        case 'action': this.act(effect.call); break;
        case 'delay': this.setDelay(effect.id, effect.delay, effect.event); break;
        case 'cancel': this.cancelDelay(effect.id); break;
      }
    }
    this.stepping = false;
    kernel.currentSpan = before;
  }

  private openSpan({ state, index }: Snapshot): SpanRow {
    const { log, now } = this.kernel;
    const { names } = this;
    const stateId = index === undefined ? log.intern(state) : (names.states[index] ??= log.intern(state));
    if (this.subject !== this.internedSubject) {
      this.internedSubject = this.subject;
      this.subjectId = this.subject === undefined ? 0 : log.intern(this.subject);
    }
    return log.appendSpan(now, names.actor, names.machine, this.instance, stateId, this.cause, this.subjectId);
  }

  private act(call: ActionCall): void {
    const handler = (call.handler ?? this.kind.actions[call.type]) as ActionHandler<E, D> | undefined;
    if (handler === undefined) throw new Error(`invariant: machine ${this.kind.name}: no action ${call.type}`);
    handler(this, call.params as never);
  }

  private setDelay(id: string, milliseconds: number, event: MachineEvent): void {
    this.cancelDelay(id);
    const entry = this.actor.timer(Math.round(milliseconds * MILLISECOND), id.split('.')[2] ?? id, () => {
      this.delays?.delete(id);
      this.deliver(event);
    }, this.subject);
    (this.delays ??= new Map()).set(id, entry);
  }

  private cancelDelay(id: string): void {
    const entry = this.delays?.get(id);
    if (entry !== undefined) entry.run = undefined;
    this.delays?.delete(id);
  }
}

/** A state of `machine` at work: an entry of the queue, used again and again. */
class Work<E extends MachineEvent, D> extends Entry {
  queued = false;
  private span: SpanRow = NONE;
  private message: MessageRow = NONE;
  private event: E | undefined;

  constructor(private readonly machine: Machine<E, D>) {
    super(() => {
      this.queued = false;
      if (this.event !== undefined) machine.goOn(this.span, this.message, this.event);
    });
  }

  begin(event: E): void {
    this.queued = true;
    const { machine } = this;
    const { currentMessage } = machine.kernel;
    this.span = machine.span;
    // An answer that the state waited for, or what led to the state.
    this.message = currentMessage === NONE ? machine.cause : currentMessage;
    this.event = event;
  }
}
