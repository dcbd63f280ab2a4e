import type { Scenario, ScenarioStep } from '../scenario';
import type { LibraryScenario } from './library-scenario';

/** Seconds after a command of which the library does not say more: what a small Deployment needs until it is Ready. */
const SETTLE = 12;
const TAIL = 3;

/** A scenario of the library as one that the runner takes. */
export function asScenario({ id, nodes, steps }: LibraryScenario, title: string): Scenario {
  return { id, title, nodes, tail: TAIL, steps: stepsOf({ steps }) };
}

/** Its steps in the scenario format. */
export function stepsOf({ steps }: Pick<LibraryScenario, 'steps'>): readonly ScenarioStep[] {
  return steps.map((step) => ('wait' in step ? { kind: 'sleep', seconds: step.wait, at: undefined } : { kind: 'run', command: step.line, stdin: step.stdin, as: 'admin', settle: step.settle ?? SETTLE, at: undefined }));
}
