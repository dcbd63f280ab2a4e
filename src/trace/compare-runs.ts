import { commandsOf } from './commands';
import { Storyteller } from './journey';
import type { Trace } from './trace';
import type { Micros } from './types';

/** One step as two runs tell it; undefined where a run has it not. */
export interface StepComparison {
  readonly id: string;
  readonly rule: string;
  /** µs after Enter. */
  readonly left: Micros | undefined;
  readonly right: Micros | undefined;
  readonly leftCount: number;
  readonly rightCount: number;
}

export interface CommandComparison {
  readonly ordinal: number;
  readonly leftLine: string | undefined;
  readonly rightLine: string | undefined;
  /** From Enter to the end of the story. */
  readonly leftTook: Micros | undefined;
  readonly rightTook: Micros | undefined;
  /** In the order of the left run, what only the right has after it. */
  readonly steps: readonly StepComparison[];
}

/** Two runs side by side, command by command in order. */
export function compareRuns(left: Trace, right: Trace): readonly CommandComparison[] {
  const [l, r] = [new Storyteller(left).journeys(), new Storyteller(right).journeys()];
  return Array.from({ length: Math.max(commandsOf(left).length, commandsOf(right).length) }, (_, ordinal) => {
    const [a, b] = [l[ordinal], r[ordinal]];
    const ids = [...new Set([...(a?.steps ?? []), ...(b?.steps ?? [])].map((step) => step.id))];
    return {
      ordinal, leftLine: a?.command.line, rightLine: b?.command.line, leftTook: a === undefined ? undefined : a.end - a.begin, rightTook: b === undefined ? undefined : b.end - b.begin,
      steps: ids.map((id) => {
        const [x, y] = [a?.steps.find((s) => s.id === id), b?.steps.find((s) => s.id === id)];
        return {
          id, rule: (x ?? y)?.rule ?? '', left: a === undefined || x === undefined ? undefined : x.begin - a.begin, right: b === undefined || y === undefined ? undefined : y.begin - b.begin,
          leftCount: x?.count ?? 0, rightCount: y?.count ?? 0,
        };
      }),
    };
  });
}
