/** A machine's definition as plain data, for drawing it. State paths join the keys of nested states with dots. */
export interface MachineDescription {
  readonly id: string;
  readonly description: string | undefined;
  readonly initial: string;
  readonly states: readonly StateDescription[];
  readonly transitions: readonly TransitionDescription[];
}
export interface StateDescription {
  readonly path: string;
  readonly parent: string | undefined;
  readonly kind: 'atomic' | 'compound' | 'final';
  readonly description: string | undefined;
  readonly entry: readonly string[];
}
export interface TransitionDescription {
  readonly from: string;
  readonly to: string;
  /** The event's type; for a delayed transition `after <delay>`. */
  readonly event: string;
  readonly guard: string | undefined;
}
