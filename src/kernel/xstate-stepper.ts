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
  const wrap = (next: AnyMachineSnapshot, before: XStateSnapshot | undefined, event?: MachineEvent): Step => {
    const state = pathOfValue(next.value);
    const entered = before === undefined || event === undefined || next._nodes !== before.native._nodes || reenters(machine, before, event);
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
      // An actor that is done hears nothing any more; the bare definition would still answer.
      if (before.done) return { snapshot, entered: false, effects };
      return wrap(machine.transition(before.native as never, event as never, scope as never) as AnyMachineSnapshot, before, event);
    },
  };
}

/** Whether the innermost state is left and entered anew: XState keeps the list of active states then, and does not say. */
function reenters(machine: AnyStateMachine, { native }: XStateSnapshot, event: MachineEvent): boolean {
  const leaf = native._nodes.find((n) => n.type === 'atomic' || n.type === 'final');
  return machine.getTransitionData(native, event).some((t) => t.target !== undefined && t.target.length > 0 && (t.reenter || t.source !== leaf || t.target[0] !== leaf));
}

interface XStateSnapshot extends Snapshot {
  readonly native: AnyMachineSnapshot;
}

function effectOf(action: { readonly type: string; readonly params: unknown }): StepEffect | undefined {
  const params = action.params as { readonly id?: string; readonly sendId?: string; readonly delay?: number; readonly event?: MachineEvent } | undefined;
  if (action.type === 'xstate.raise' && params?.event !== undefined) {
    return { kind: 'delay', id: String(params.id), delay: Number(params.delay), event: params.event };
  }
  if (action.type === 'xstate.cancel') return { kind: 'cancel', id: String(params?.sendId) };
  return action.type === 'xstate.assign' ? undefined : { kind: 'action', call: { type: action.type, params: action.params } };
}

function pathOfValue(value: unknown): string {
  if (typeof value === 'string') return value;
  const [entry] = Object.entries(value as object);
  return entry === undefined ? '' : `${entry[0]}.${pathOfValue(entry[1])}`;
}
