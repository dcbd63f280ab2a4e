import type { AnyStateMachine, AnyStateNode } from 'xstate';
import type { MachineDescription, StateDescription, TransitionDescription } from './log-machines';

export const pathOf = (node: AnyStateNode): string => node.path.join('.');

/** Reads a definition off the machine that runs, so that the drawing cannot differ from the behaviour. */
export function describeMachine(machine: AnyStateMachine): MachineDescription {
  const states: StateDescription[] = [];
  const transitions: TransitionDescription[] = [];
  const visit = (node: AnyStateNode): void => {
    if (node.path.length > 0) {
      states.push({
        path: pathOf(node),
        parent: node.parent === undefined || node.parent.path.length === 0 ? undefined : pathOf(node.parent),
        kind: node.type === 'final' ? 'final' : node.type === 'compound' ? 'compound' : 'atomic',
        description: node.description,
        entry: node.entry.map(actionName).filter((name) => !name.startsWith('xstate.')),
      });
    }
    for (const [event, candidates] of node.transitions) {
      for (const candidate of candidates) {
        for (const target of candidate.target ?? []) {
          transitions.push({ from: pathOf(node), to: pathOf(target), event: readableEvent(event), guard: guardName(candidate.guard) });
        }
      }
    }
    for (const key of Object.keys(node.states)) visit(node.states[key] as AnyStateNode);
  };
  visit(machine.root);
  return { id: machine.id, description: machine.root.description, initial: initialPath(machine.root), states, transitions };
}

function initialPath(node: AnyStateNode): string {
  const first = node.type === 'compound' ? node.initial.target[0] : undefined;
  return first === undefined ? pathOf(node) : initialPath(first);
}

export function actionName(action: unknown): string {
  if (typeof action === 'string') return action;
  if ((typeof action === 'object' || typeof action === 'function') && action !== null && 'type' in action && typeof action.type === 'string') return action.type;
  return 'inline';
}

function guardName(guard: unknown): string | undefined {
  return guard === undefined ? undefined : actionName(guard);
}

/** `xstate.after.backOff.podWorker.waiting` reads `after backOff`. */
function readableEvent(event: string): string {
  return event.startsWith('xstate.after.') ? `after ${event.split('.')[2] ?? ''}` : event;
}
