import type { AnyStateMachine } from 'xstate';
import { canonicalJson, deepEqual } from '../base/json';
import { Prng } from '../base/prng';
import { compileStepper } from './compiled-stepper';
import type { MachineEvent, Step } from './stepper';
import { xstateStepper } from './xstate-stepper';

export interface EqualityOptions {
  /** How many random walks, of how many events. */
  readonly walks?: number;
  readonly length?: number;
  readonly seed?: number;
}

/**
 * Walks a definition with random events through the compiled stepper and through XState itself, side by side. Events are
 * types or whole events; delayed transitions fire whenever chance has it. Returns what differed: nothing, if all is well.
 */
export function expectSteppersEqual(machine: AnyStateMachine, input: unknown, events: readonly (string | MachineEvent)[], options: EqualityOptions = {}): readonly string[] {
  const { walks = 40, length = 60, seed = 1 } = options;
  const random = new Prng(seed, `steppers of ${machine.id}`);
  const compiled = compileStepper(machine);
  const reference = xstateStepper(machine, input);
  const differences: string[] = [];
  for (let walk = 0; walk < walks && differences.length === 0; walk++) {
    let ours = compiled.start(input);
    let theirs = reference.start(input);
    const path = ['start'];
    const pending = new Map<string, MachineEvent>();
    compare(ours, theirs, path, differences);
    for (let i = 0; i < length && differences.length === 0; i++) {
      for (const effect of ours.effects) {
        if (effect.kind === 'delay') pending.set(effect.id, effect.event);
        else if (effect.kind === 'cancel') pending.delete(effect.id);
      }
      const event = random.pick([...events.map((e) => (typeof e === 'string' ? { type: e } : e)), ...pending.values(), { type: 'unknown event' }]);
      path.push(event.type);
      ours = compiled.step(ours.snapshot, event);
      theirs = reference.step(theirs.snapshot, event);
      compare(ours, theirs, path, differences);
    }
  }
  return differences;
}

function compare(ours: Step, theirs: Step, path: readonly string[], differences: string[]): void {
  const check = (what: string, a: unknown, b: unknown): void => {
    if (!deepEqual(a, b)) differences.push(`${what} after ${path.join(' ')}: compiled ${canonicalJson(a)}, XState ${canonicalJson(b)}`);
  };
  check('state', ours.snapshot.state, theirs.snapshot.state);
  check('context', ours.snapshot.context, theirs.snapshot.context);
  check('done', ours.snapshot.done, theirs.snapshot.done);
  check('entered', ours.entered, theirs.entered);
  check('effects', ours.effects, theirs.effects);
}
