import { FAILURES } from './failures';
import { FIRST_STEPS } from './first-steps';
import type { LibraryScenario } from './library-scenario';
import { NODES } from './nodes';
import { REFUSALS } from './refusals';
import { ROLLOUTS } from './rollouts';
import { SCHEDULING } from './scheduling';
import { WORKLOADS } from './workloads';

/** Every ready-made scenario, in the groups and the order in which they are offered. */
export const LIBRARY = [FIRST_STEPS, WORKLOADS, ROLLOUTS, SCHEDULING, NODES, FAILURES, REFUSALS] as const;

export type GroupId = (typeof LIBRARY)[number]['id'];
export type ScenarioId = (typeof LIBRARY)[number]['scenarios'][number]['id'];
type Known = LibraryScenario & { readonly id: ScenarioId };

export const SCENARIOS: readonly Known[] = LIBRARY.flatMap((group): readonly Known[] => group.scenarios);

export const libraryScenario = (id: string | undefined): Known | undefined => SCENARIOS.find((scenario) => scenario.id === id);

/** The scenario that typed lines begin with: the longest of those whose lines are the first ones. */
export function scenarioOfLines(lines: readonly string[]): ScenarioId | undefined {
  const told = SCENARIOS.filter((scenario) => beginsWith(lines, scenario));
  return [...told].sort((a, b) => linesOf(b).length - linesOf(a).length)[0]?.id;
}

export const beginsWith = (lines: readonly string[], scenario: LibraryScenario): boolean => linesOf(scenario).every((line, i) => line === lines[i]);

const linesOf = (scenario: LibraryScenario): readonly string[] => scenario.steps.flatMap((step) => ('line' in step ? [step.line] : []));
