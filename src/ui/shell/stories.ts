import { stepsOf } from '../../scenarios/library/as-scenario';
import { beginsWith, libraryScenario, scenarioOfLines, type ScenarioId } from '../../scenarios/library/library';
import type { LibraryScenario } from '../../scenarios/library/library-scenario';
import type { PlannedInput, StartOptions } from '../../state/session';
import { planOfScenario } from './scenario-plan';

/** `own` is an empty cluster with a prompt. */
export type StoryId = ScenarioId | 'own';

/** What a scenario of the library does to a fresh cluster. */
export const planOf = (scenario: Pick<LibraryScenario, 'steps'>): readonly PlannedInput[] => planOfScenario({ steps: stepsOf(scenario) });

/**
 * The story that a session tells: the one it was started as, as long as its commands begin so; else, for links from before
 * there were names, the longest whose commands are its first. An empty session is one's own cluster.
 */
export function storyOf(options: StartOptions, lines: readonly string[]): StoryId | undefined {
  if (lines.length === 0) return 'own';
  const named = libraryScenario(options.scenario);
  return named !== undefined && beginsWith(lines, named) ? named.id : scenarioOfLines(lines);
}
