import { ClusterHistory } from '../trace/cluster-at';
import { commandAt, commandsOf } from '../trace/commands';
import { Storyteller } from '../trace/journey';
import { MachineHistory } from '../trace/machines-at';
import { LaneBook } from '../trace/lanes';
import { RuntimeHistory } from '../trace/node-detail';
import { QueueHistory } from '../trace/queues-at';
import { RequestHistory } from '../trace/requests-at';
import { storyTimeOf, toClock, toStory, type StoryTime } from '../trace/story-time';
import type { TraceReplica } from '../trace/trace';
import type { MessageRow, Micros, RowRef } from '../trace/types';
import type { Command, CriticalPath, Journey, Step } from '../trace/views';
import type { SessionState } from './session';

/** Readers of one trace. They remember what they found out and go on from there as the log grows. */
export interface Readers {
  readonly trace: TraceReplica;
  readonly cluster: ClusterHistory;
  readonly requests: RequestHistory;
  readonly queues: QueueHistory;
  readonly runtime: RuntimeHistory;
  readonly machines: MachineHistory;
  readonly lanes: LaneBook;
  readonly stories: Storyteller;
}

/** Everything that is computed from a session's log; each result is the same object until the log grows. */
export interface Derived {
  readonly readers: () => Readers;
  readonly commands: () => readonly Command[];
  readonly journeys: () => readonly Journey[];
  /** The command that the page tells about at a time. */
  readonly commandAt: (time: Micros) => MessageRow | undefined;
  readonly journeyAt: (time: Micros) => Journey | undefined;
  readonly path: (command: MessageRow) => CriticalPath | undefined;
  /** The step that holds at a time: the last one of the command's journey that has begun. */
  readonly stepAt: (time: Micros) => Step | undefined;
  /** The step that a row belongs to, whichever of its occurrences it is. */
  readonly stepOf: (row: RowRef) => Step | undefined;
  readonly storyTime: () => StoryTime;
  /** From the first command (or the boot's end) to the end of the log: what the timeline shows. */
  readonly range: () => { readonly begin: Micros; readonly end: Micros };
}

export function createDerived(session: () => SessionState): Derived {
  let readers: Readers | undefined;
  const readersOf = (): Readers => {
    const { trace } = session();
    if (readers?.trace !== trace) {
      readers = { trace, cluster: new ClusterHistory(trace), requests: new RequestHistory(trace), queues: new QueueHistory(trace), runtime: new RuntimeHistory(trace), machines: new MachineHistory(trace), lanes: new LaneBook(trace), stories: new Storyteller(trace, () => session().version) };
    }
    return readers;
  };

  /** Computed once for each version that the session tells: the log itself may have grown further, and all views wait for the same news. */
  const once = <T>(compute: (state: SessionState) => T): (() => T) => {
    let known: { readonly trace: TraceReplica; readonly version: number; readonly value: T } | undefined;
    return () => {
      const state = session();
      if (known?.trace !== state.trace || known.version !== state.version) known = { trace: state.trace, version: state.version, value: compute(state) };
      return known.value;
    };
  };

  const range = once(({ trace, readyAt }) => {
    const first = trace.index.commands[0];
    const begin = first === undefined ? (readyAt ?? 0) : trace.log.messages.sent.get(first);
    return { begin, end: Math.max(trace.until, begin + 1) };
  });
  const journeys = once(() => readersOf().stories.journeys());
  const commandAtTime = (time: Micros): MessageRow | undefined => commandAt(session().trace, time);
  const journeyAt = (time: Micros): Journey | undefined => {
    const row = commandAtTime(time);
    return row === undefined ? undefined : journeys().find((j) => j.command.row === row);
  };
  return {
    readers: readersOf,
    commands: once(({ trace }) => commandsOf(trace)),
    journeys,
    commandAt: commandAtTime,
    journeyAt,
    path: (command) => readersOf().stories.path(command),
    stepAt: (time) => journeyAt(time)?.steps.findLast((step) => step.begin <= time),
    stepOf: (row) => readersOf().stories.stepOf(row),
    storyTime: once(() => storyTimeOf(journeys().flatMap((j) => [{ begin: j.command.sent, end: j.command.sent + 1 }, ...j.steps]), range().begin, range().end)),
    range,
  };
}

/** Seconds of playback for a clock time and back, in the mode that is on. Clock seconds count from the range's begin. */
export interface PlayScale {
  readonly toSeconds: (time: Micros) => number;
  readonly toMicros: (seconds: number) => Micros;
  readonly duration: number;
}

export function playScale(derived: Derived, mode: 'story' | 'clock'): PlayScale {
  const { begin, end } = derived.range();
  if (mode === 'clock') return { toSeconds: (t) => (t - begin) / 1e6, toMicros: (s) => begin + s * 1e6, duration: (end - begin) / 1e6 };
  const warp = derived.storyTime();
  return { toSeconds: (t) => toStory(warp, t), toMicros: (s) => toClock(warp, s), duration: warp.story.at(-1) ?? 0 };
}
