import { beginsWith, libraryScenario, scenarioOfLines, type ScenarioId } from '../../scenarios/library/library';
import type { LibraryScenario } from '../../scenarios/library/library-scenario';
import type { PlannedInput, StartOptions } from '../../state/session';

/** `own` is an empty cluster with a prompt. */
export type StoryId = ScenarioId | 'own';

/** What a scenario of the library does to a fresh cluster. */
export function planOf({ steps }: Pick<LibraryScenario, 'steps'>): readonly PlannedInput[] {
  let id = 0;
  return steps.map((step) => ({
    at: undefined,
    action: 'wait' in step ? { type: 'advance', by: step.wait * 1_000_000 } : { type: 'execute', id: ++id, line: step.line, ...(step.stdin === undefined ? {} : { stdin: step.stdin }) },
  }));
}

/**
 * The story that a session tells: the one it was started as, as long as its commands begin so; else, for links from before
 * there were names, the longest whose commands are its first. An empty session is one's own cluster.
 */
export function storyOf(options: StartOptions, lines: readonly string[]): StoryId | undefined {
  if (lines.length === 0) return 'own';
  const named = libraryScenario(options.scenario);
  return named !== undefined && beginsWith(lines, named) ? named.id : scenarioOfLines(lines);
}
