import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { invariant } from '../base/assert';
import { pathOf } from './describe';
import type { MachineEvent, Snapshot, Step, StepEffect, Stepper } from './stepper';

/**
 * Flattens an XState definition into a table, once, and steps that: 12 times as fast as `machine.transition`, and proved
 * equal to it by property tests (compiled-stepper.test.ts, and one a component). What the simulation's machines may use:
 * nested states, guards and actions by name, `assign` in setup, `after`, `reenter`. The rest throws when compiled.
 * `handlers` are put into the action effects by name, so that nobody has to look them up step by step.
 */
export function compileStepper(machine: AnyStateMachine, handlers: Readonly<Record<string, unknown>> = {}): Stepper {
  return new CompiledStepper(machine, handlers);
}

interface Node {
  readonly path: string;
  readonly index: number;
  readonly depth: number;
  readonly parent: Node | undefined;
  readonly final: boolean;
  readonly entry: readonly Act[];
  readonly exit: readonly Act[];
  /** The states entered when this one is: down to the innermost. */
  initial: { readonly node: Node; readonly actions: readonly Act[] } | undefined;
  readonly on: Map<string, readonly Transition[]>;
  /** What taking a transition from here does, worked out when it is first taken. */
  readonly plans: Map<Transition, Plan>;
  /**
   * The event type heard last that no guard has a say in, and what it does. Most states hear one type alone, and then
   * nothing need be looked up: half of the cost of a step.
   */
  heard: string | undefined;
  plan: Plan | undefined;
  /** The last snapshot of this state: most machines of a kind share one context. */
  snapshot: CompiledSnapshot | undefined;
}

/** Everything that happens on the way from one innermost state to the next, in order. */
interface Plan {
  readonly acts: readonly Act[];
  readonly leaf: Node;
  readonly entered: boolean;
  /** When nothing depends on context or event: what always comes out. */
  readonly effects: readonly StepEffect[] | undefined;
  step: Step | undefined;
}
interface Transition {
  readonly source: Node;
  readonly target: Node | undefined;
  readonly reenter: boolean;
  readonly guard: Guard | undefined;
  readonly actions: readonly Act[];
}
interface Scope {
  readonly context: unknown;
  readonly event: MachineEvent;
}
type Params = (scope: Scope) => unknown;
type Guard = (scope: Scope) => boolean;
type Act =
  | { readonly kind: 'call'; readonly type: string; readonly handler: unknown; readonly params: Params; readonly constant: StepEffect | undefined }
  | { readonly kind: 'assign'; readonly change: (scope: Scope, params: unknown) => object; readonly params: Params }
  | { readonly kind: 'delay'; readonly id: string; readonly delay: Params; readonly event: MachineEvent }
  | { readonly kind: 'cancel'; readonly constant: StepEffect };

interface CompiledSnapshot extends Snapshot {
  readonly node: Node;
}

const NO_EFFECTS: readonly StepEffect[] = [];
const NO_CONTEXT: object = Object.freeze({});

class CompiledStepper implements Stepper {
  readonly id: string;
  private readonly nodes = new Map<string, Node>();
  private readonly root: Node;
  private readonly initial: Plan;
  private readonly context: unknown;

  constructor(private readonly machine: AnyStateMachine, private readonly handlers: Readonly<Record<string, unknown>>) {
    this.id = machine.id;
    this.root = this.compileNode(machine.root, undefined);
    this.compileTransitions(machine.root);
    const { acts, leaf } = enter([this.root]);
    this.initial = plan(acts, leaf, true);
    this.context = machine.config.context ?? NO_CONTEXT;
  }

  start(input: unknown): Step {
    const { context } = this;
    const event = { type: 'xstate.init', input };
    return take(this.initial, typeof context === 'function' ? (context as (arg: object) => unknown)({ input, event }) : context, event);
  }

  step(snapshot: Snapshot, event: MachineEvent): Step {
    const from = (snapshot as CompiledSnapshot).node;
    const { context } = snapshot;
    if (from.heard === event.type && from.plan !== undefined && !snapshot.done) return take(from.plan, context, event);
    const transition = snapshot.done ? undefined : select(from, context, event);
    if (transition === undefined) return { snapshot, entered: false, effects: NO_EFFECTS };
    let plan = from.plans.get(transition);
    if (plan === undefined) from.plans.set(transition, (plan = planOf(from, transition)));
    if (from.on.get(event.type)?.[0] === transition && transition.guard === undefined) {
      from.heard = event.type;
      from.plan = plan;
    }
    return take(plan, context, event);
  }

  private compileNode(source: AnyStateNode, parent: Node | undefined): Node {
    invariant(source.type === 'atomic' || source.type === 'compound' || source.type === 'final', `${this.id}: ${source.type} states are not for simulation machines`);
    invariant((source.always ?? []).length === 0, `${this.id}: eventless transitions hide states from the log`);
    invariant(source.invoke.length === 0, `${this.id}: invoke is not for simulation machines`);
    const node: Node = {
      path: pathOf(source), index: this.nodes.size, depth: source.path.length, parent, final: source.type === 'final',
      entry: source.entry.map((a) => this.compileAction(a)), exit: source.exit.map((a) => this.compileAction(a)), initial: undefined, on: new Map(), plans: new Map(), heard: undefined, plan: undefined, snapshot: undefined,
    };
    this.nodes.set(node.path, node);
    for (const key of Object.keys(source.states)) this.compileNode(source.states[key] as AnyStateNode, node);
    return node;
  }

  private compileTransitions(source: AnyStateNode): void {
    const node = this.node(source);
    if (source.type === 'compound') {
      const first = source.initial.target[0];
      invariant(first !== undefined, `${this.id}: ${node.path} has no initial state`);
      node.initial = { node: this.node(first), actions: source.initial.actions.map((a) => this.compileAction(a)) };
    }
    for (const [event, candidates] of source.transitions) {
      node.on.set(event, candidates.map((t) => {
        invariant((t.target?.length ?? 0) <= 1, `${this.id}: one target a transition`);
        const target = t.target?.[0];
        return {
          source: node, target: target === undefined ? undefined : this.node(target), reenter: t.reenter,
          guard: this.compileGuard(t.guard), actions: t.actions.map((a) => this.compileAction(a)),
        };
      }));
    }
    for (const key of Object.keys(source.states)) this.compileTransitions(source.states[key] as AnyStateNode);
  }

  private node(source: AnyStateNode): Node {
    const node = this.nodes.get(pathOf(source));
    invariant(node !== undefined, `${this.id}: unknown state ${pathOf(source)}`);
    return node;
  }

  private compileAction(action: unknown, params: Params = none): Act {
    if (isBuiltin(action, 'xstate.assign')) {
      const assignment = action.assignment;
      if (typeof assignment === 'function') return { kind: 'assign', change: (s, p) => (assignment as (s: Scope, p: unknown) => object)(s, p), params };
      const fields = Object.entries(assignment as object);
      return {
        kind: 'assign', params,
        change: (s, p) => Object.fromEntries(fields.map(([key, f]) => [key, typeof f === 'function' ? (f as (s: Scope, p: unknown) => unknown)(s, p) : f])),
      };
    }
    if (isBuiltin(action, 'xstate.raise')) {
      const { delay, event, id } = action;
      invariant(delay !== undefined && typeof id === 'string', `${this.id}: raise is for after only`);
      return { kind: 'delay', id, delay: this.compileDelay(delay), event: event as MachineEvent };
    }
    if (isBuiltin(action, 'xstate.cancel')) return { kind: 'cancel', constant: { kind: 'cancel', id: String(action.sendId) } };
    if (typeof action === 'string') return this.compileNamed(action, params, params === none ? { value: undefined } : undefined);
    invariant(typeof action === 'object' && action !== null && 'type' in action && typeof action.type === 'string', `${this.id}: actions are named, never inline`);
    const given: unknown = 'params' in action ? action.params : undefined;
    return typeof given === 'function' ? this.compileNamed(action.type, (s) => (given as (s: Scope) => unknown)(s)) : this.compileNamed(action.type, () => given, { value: given });
  }

  private compileNamed(type: string, params: Params, constant?: { readonly value: unknown }): Act {
    const implementation: unknown = this.machine.implementations.actions[type];
    if (isBuiltin(implementation, 'xstate.assign')) return this.compileAction(implementation, params);
    const handler = this.handlers[type];
    return { kind: 'call', type, handler, params, constant: constant === undefined ? undefined : { kind: 'action', call: { type, params: constant.value, handler } } };
  }

  private compileDelay(delay: unknown): Params {
    const named: unknown = typeof delay === 'string' ? this.machine.implementations.delays[delay] : delay;
    invariant(named !== undefined, `${this.id}: unknown delay ${String(delay)}`);
    return typeof named === 'function' ? (s) => (named as (s: Scope) => unknown)(s) : () => named;
  }

  private compileGuard(guard: unknown): Guard | undefined {
    if (guard === undefined) return undefined;
    const name = typeof guard === 'string' ? guard : typeof guard === 'object' && guard !== null && 'type' in guard ? String(guard.type) : undefined;
    invariant(name !== undefined, `${this.id}: guards are named, never inline`);
    const implementation: unknown = this.machine.implementations.guards[name];
    invariant(typeof implementation === 'function', `${this.id}: unknown guard ${name}`);
    const given: unknown = typeof guard === 'object' && guard !== null && 'params' in guard ? guard.params : undefined;
    const params: Params = typeof given === 'function' ? (s) => (given as (s: Scope) => unknown)(s) : () => given;
    return (s) => (implementation as (s: Scope, p: unknown) => boolean)(s, params(s));
  }
}

const none: Params = () => undefined;

function snapshotOf(node: Node, context: unknown): CompiledSnapshot {
  if (node.snapshot?.context !== context) node.snapshot = { state: node.path, context, done: node.final && node.depth === 1, index: node.index, node };
  return node.snapshot as CompiledSnapshot;
}

function select(from: Node, context: unknown, event: MachineEvent): Transition | undefined {
  for (let node: Node | undefined = from; node !== undefined; node = node.parent) {
    const found = firstOpen(node.on.get(event.type), context, event) ?? firstOpen(node.on.get('*'), context, event);
    if (found !== undefined) return found;
  }
  return undefined;
}

function firstOpen(candidates: readonly Transition[] | undefined, context: unknown, event: MachineEvent): Transition | undefined {
  if (candidates === undefined) return undefined;
  for (const t of candidates) if (t.guard === undefined || t.guard({ context, event })) return t;
  return undefined;
}

/** Models XState's order: leave from the inside out, act, enter from the outside in, go on to the initial states. */
function planOf(from: Node, t: Transition): Plan {
  const { target } = t;
  if (target === undefined) return plan(t.actions, from, false);
  const domain = domainOf(t, target);
  const acts: Act[] = [];
  for (let node: Node | undefined = from; node !== undefined && node !== domain; node = node.parent) acts.push(...node.exit);
  acts.push(...t.actions);
  const path: Node[] = [];
  for (let node: Node | undefined = target; node !== undefined && node !== domain; node = node.parent) path.unshift(node);
  const entry = path.length > 0 ? enter(path) : { acts: [], leaf: from };
  return plan([...acts, ...entry.acts], entry.leaf, domain !== from);
}

function plan(acts: readonly Act[], leaf: Node, entered: boolean): Plan {
  const constants = acts.map((act) => ('constant' in act ? act.constant : undefined));
  return { acts, leaf, entered, effects: constants.every((c) => c !== undefined) ? constants : undefined, step: undefined };
}

function take(plan: Plan, context: unknown, event: MachineEvent): Step {
  if (plan.effects !== undefined) {
    if (plan.step?.snapshot.context !== context) plan.step = { snapshot: snapshotOf(plan.leaf, context), entered: plan.entered, effects: plan.effects };
    return plan.step as Step;
  }
  const effects: StepEffect[] = [];
  const after = run(plan.acts, { context, event }, effects);
  return { snapshot: snapshotOf(plan.leaf, after), entered: plan.entered, effects };
}

/** Enters the states of `path`, outermost first, and then the initial ones below. */
function enter(path: readonly Node[]): { readonly acts: readonly Act[]; readonly leaf: Node } {
  const acts = path.flatMap((node) => node.entry);
  let leaf = path[path.length - 1] as Node;
  while (leaf.initial !== undefined) {
    acts.push(...leaf.initial.actions, ...leaf.initial.node.entry);
    leaf = leaf.initial.node;
  }
  return { acts, leaf };
}

/** The innermost state that is neither left nor entered. Models XState's getTransitionDomain. */
function domainOf(t: Transition, target: Node): Node | undefined {
  if (!t.reenter && (target === t.source || isWithin(target, t.source))) return t.source;
  let ancestor = t.source.parent;
  while (ancestor !== undefined && !isWithin(target, ancestor)) ancestor = ancestor.parent;
  return ancestor;
}

function isWithin(node: Node, ancestor: Node): boolean {
  for (let n = node.parent; n !== undefined; n = n.parent) if (n === ancestor) return true;
  return false;
}

function run(acts: readonly Act[], scope: Scope, effects: StepEffect[]): unknown {
  let { context } = scope;
  for (const act of acts) {
    const now = context === scope.context ? scope : { context, event: scope.event };
    switch (act.kind) {
      case 'call': effects.push(act.constant ?? { kind: 'action', call: { type: act.type, params: act.params(now), handler: act.handler } }); break;
      case 'assign': context = { ...(context as object), ...act.change(now, act.params(now)) }; break;
      case 'delay': effects.push({ kind: 'delay', id: act.id, delay: Number(act.delay(now)), event: act.event }); break;
      case 'cancel': effects.push(act.constant); break;
    }
  }
  return context;
}

interface Builtin {
  readonly type: string;
  readonly assignment?: unknown;
  readonly delay?: unknown;
  readonly event?: unknown;
  readonly id?: unknown;
  readonly sendId?: unknown;
}

function isBuiltin(action: unknown, type: string): action is Builtin {
  return typeof action === 'function' && 'type' in action && action.type === type;
}
