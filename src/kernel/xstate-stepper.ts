import { createActor, type AnyMachineSnapshot, type AnyStateMachine } from 'xstate';
import type { MachineEvent, Snapshot, Step, StepEffect, Stepper } from './stepper';

/**
 * Steps a definition with XState itself, through one reused scope (`transition()` builds a throwaway actor a call).
 * The reference that compiled steppers are held against; the kernel can run on it too, slower and with the same log.
 */
export function xstateStepper(machine: AnyStateMachine, sampleInput: unknown): Stepper {
  const self = createActor(machine, { input: sampleInput });
  let effects: StepEffect[] = [];
  const scope = {
    self, system: self.system, id: '', sessionId: '', logger: () => {}, defer: () => {}, stopChild: () => {}, emit: () => {},
    actionExecutor: (action: { readonly type: string; readonly params: unknown; readonly exec?: unknown }) => {
      const effect = effectOf(action);
      if (effect !== undefined) effects.push(effect);
    },
  };
  const wrap = (next: AnyMachineSnapshot, before: XStateSnapshot | undefined): Step => {
    const state = pathOfValue(next.value);
    const entered = before === undefined || next._nodes !== before.native._nodes;
    const snapshot: XStateSnapshot = { state, context: next.context, done: next.status === 'done', native: next };
    return { snapshot, entered, effects };
  };
  return {
    id: machine.id,
    start(input) {
      effects = [];
      return wrap(machine.getInitialSnapshot(scope as never, input as never) as AnyMachineSnapshot, undefined);
    },
    step(snapshot: Snapshot, event: MachineEvent) {
      effects = [];
      const before = snapshot as XStateSnapshot;
      return wrap(machine.transition(before.native as never, event as never, scope as never) as AnyMachineSnapshot, before);
    },
  };
}

interface XStateSnapshot extends Snapshot {
  readonly native: AnyMachineSnapshot;
}

function effectOf(action: { readonly type: string; readonly params: unknown }): StepEffect | undefined {
  const params = action.params as { readonly id?: string; readonly delay?: number; readonly event?: MachineEvent } | string | undefined;
  if (action.type === 'xstate.raise' && typeof params === 'object' && params.event !== undefined) {
    return { kind: 'delay', id: String(params.id), delay: Number(params.delay), event: params.event };
  }
  if (action.type === 'xstate.cancel') return { kind: 'cancel', id: String(params) };
  return action.type === 'xstate.assign' ? undefined : { kind: 'action', call: { type: action.type, params: action.params } };
}

function pathOfValue(value: unknown): string {
  if (typeof value === 'string') return value;
  const [entry] = Object.entries(value as object);
  return entry === undefined ? '' : `${entry[0]}.${pathOfValue(entry[1])}`;
}
