import { commandsOf } from './commands';
import { endsOf, type ObjectComparison } from './compare/ends';
import { findParting, sideOf, type Parting } from './compare/parting';
import { talliesOf, type Tallies } from './compare/tallies';
import { Storyteller } from './journey';
import type { Trace } from './trace';
import { COMPONENTS, type ComponentId, type Micros } from './types';
import type { CriticalPath, Journey } from './views';

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

/** A chapter's end in two runs, µs after Enter. */
export interface ChapterComparison {
  readonly id: string;
  readonly component: ComponentId;
  readonly left: Micros | undefined;
  readonly right: Micros | undefined;
  /** The end on the left run's clock. */
  readonly at: Micros | undefined;
}

/** How long the critical path was in a component. */
export interface PathComparison {
  readonly component: ComponentId;
  readonly left: Micros;
  readonly right: Micros;
}

export interface CommandComparison {
  readonly ordinal: number;
  readonly leftLine: string | undefined;
  readonly rightLine: string | undefined;
  readonly left: Journey | undefined;
  readonly right: Journey | undefined;
  /** From Enter to the end of the story. */
  readonly leftTook: Micros | undefined;
  readonly rightTook: Micros | undefined;
  /** In the order of the left run, what only the right has after it. */
  readonly steps: readonly StepComparison[];
  readonly chapters: readonly ChapterComparison[];
  /** The length of the critical path. */
  readonly leftPath: Micros | undefined;
  readonly rightPath: Micros | undefined;
  readonly path: readonly PathComparison[];
}

export interface RunComparison {
  readonly commands: readonly CommandComparison[];
  readonly parting: Parting;
  readonly left: Tallies;
  readonly right: Tallies;
  readonly objects: readonly ObjectComparison[];
}

/** A run and who tells its story: a storyteller that has followed it as it grew has little left to do. */
export interface Told {
  readonly trace: Trace;
  readonly stories: Storyteller;
}

/**
 * Two runs side by side: their commands, where they part, how much each did, and what they left different. Yields where it may
 * pause: with hundreds of pods the whole takes longer than a page may stand still.
 */
export function* comparing(left: Told, right: Told): Generator<undefined, RunComparison> {
  const [l, r] = [sideOf(left.trace), sideOf(right.trace)];
  left.stories.journeys();
  yield;
  right.stories.journeys();
  yield;
  const commands = compareTold(left, right);
  yield;
  const parting = yield* findParting(l, r);
  yield;
  const tallies = { left: talliesOf(left.trace), right: talliesOf(right.trace) };
  yield;
  return { commands, parting, ...tallies, objects: endsOf(l, r) };
}

/** The same at once. */
export function compareWhole(left: Trace, right: Trace): RunComparison {
  const steps = comparing({ trace: left, stories: new Storyteller(left) }, { trace: right, stories: new Storyteller(right) });
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Two runs side by side, command by command in order. */
export const compareRuns = (left: Trace, right: Trace): readonly CommandComparison[] =>
  compareTold({ trace: left, stories: new Storyteller(left) }, { trace: right, stories: new Storyteller(right) });

function compareTold({ trace: left, stories: tellLeft }: Told, { trace: right, stories: tellRight }: Told): readonly CommandComparison[] {
  const [l, r] = [tellLeft.journeys(), tellRight.journeys()];
  return Array.from({ length: Math.max(commandsOf(left).length, commandsOf(right).length) }, (_, ordinal) => {
    const [a, b] = [l[ordinal], r[ordinal]];
    const [pathA, pathB] = [a && tellLeft.path(a.command.row), b && tellRight.path(b.command.row)];
    return {
      ordinal, leftLine: a?.command.line, rightLine: b?.command.line, left: a, right: b, leftTook: took(a), rightTook: took(b),
      steps: stepsOf(a, b), chapters: chaptersOf(a, b), leftPath: took(pathA), rightPath: took(pathB), path: pathsOf(pathA, pathB),
    };
  });
}

const took = (whole: { readonly begin: Micros; readonly end: Micros } | undefined): Micros | undefined => (whole === undefined ? undefined : whole.end - whole.begin);
const unique = <T>(ids: readonly T[]): readonly T[] => [...new Set(ids)];

function stepsOf(a: Journey | undefined, b: Journey | undefined): readonly StepComparison[] {
  return unique([...(a?.steps ?? []), ...(b?.steps ?? [])].map((step) => step.id)).map((id) => {
    const [x, y] = [a?.steps.find((s) => s.id === id), b?.steps.find((s) => s.id === id)];
    return {
      id, rule: (x ?? y)?.rule ?? '', left: a === undefined || x === undefined ? undefined : x.begin - a.begin, right: b === undefined || y === undefined ? undefined : y.begin - b.begin,
      leftCount: x?.count ?? 0, rightCount: y?.count ?? 0,
    };
  });
}

function chaptersOf(a: Journey | undefined, b: Journey | undefined): readonly ChapterComparison[] {
  return unique([...(a?.chapters ?? []), ...(b?.chapters ?? [])].map((chapter) => chapter.id)).map((id) => {
    const [x, y] = [a?.chapters.find((c) => c.id === id), b?.chapters.find((c) => c.id === id)];
    return {
      id, component: (x ?? y)?.component ?? 'kubectl', left: a === undefined || x === undefined ? undefined : x.end - a.begin, right: b === undefined || y === undefined ? undefined : y.end - b.begin, at: x?.end,
    };
  });
}

function pathsOf(a: CriticalPath | undefined, b: CriticalPath | undefined): readonly PathComparison[] {
  return COMPONENTS.map((component) => ({ component, left: a?.byComponent.get(component) ?? 0, right: b?.byComponent.get(component) ?? 0 })).filter(({ left, right }) => left + right > 0);
}
