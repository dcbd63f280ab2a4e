/** A named action that a transition asks for, with its resolved parameters. */
export interface ActionCall {
  readonly type: string;
  readonly params: unknown;
  /** What carries it out, where the stepper was told: a MachineKind's handler of that name. */
  readonly handler?: unknown;
}

/** An event is an object with a type; machines narrow it. */
export interface MachineEvent {
  readonly type: string;
}

/** Where a machine is: its innermost state and its context. */
export interface Snapshot {
  /** Keys of nested states joined with dots. */
  readonly state: string;
  readonly context: unknown;
  readonly done: boolean;
  /** The number of the state in its machine, where the stepper has one: for tables of what is known about states. */
  readonly index?: number;
}

export type StepEffect =
  | { readonly kind: 'action'; readonly call: ActionCall }
  /** `after`: deliver `event` to this machine in `delay` milliseconds, unless cancelled by `id`. */
  | { readonly kind: 'delay'; readonly id: string; readonly delay: number; readonly event: MachineEvent }
  | { readonly kind: 'cancel'; readonly id: string };

/** What one event did. `entered` is false when the machine stayed where it was (no span ends, none begins). */
export interface Step {
  readonly snapshot: Snapshot;
  readonly entered: boolean;
  readonly effects: readonly StepEffect[];
}

/** The one thing that the kernel asks of a machine definition. Pure: the same arguments give the same step. */
export interface Stepper {
  readonly id: string;
  start(input: unknown): Step;
  step(snapshot: Snapshot, event: MachineEvent): Step;
}
