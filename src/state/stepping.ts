import type { Micros, SpanRow } from '../trace/types';
import type { Derived } from './derived';
import type { StepUnit } from './playback.machine';

/** Where the playhead goes by one step of a unit; undefined when there is nothing further. Times closer than this (µs) are one. */
const SAME: Micros = 1;

export function stepFrom(derived: Derived, time: Micros, unit: StepUnit, direction: 1 | -1): Micros | undefined {
  switch (unit) {
    case 'step': return nearest(derived.journeys().flatMap((j) => j.steps.map((s) => s.begin)), time, direction);
    case 'chapter': return nearest(derived.journeys().flatMap((j) => [j.command.sent, ...j.chapters.map((c) => c.begin)]), time, direction);
    case 'event': return nextSpan(derived, time, direction);
  }
}

function nearest(times: readonly Micros[], time: Micros, direction: 1 | -1): Micros | undefined {
  let best: Micros | undefined;
  for (const t of times) {
    if (direction === 1 ? t > time + SAME && (best === undefined || t < best) : t < time - SAME && (best === undefined || t > best)) best = t;
  }
  return best;
}

/** Begin of the next or previous span that goes back to the present command. */
function nextSpan(derived: Derived, time: Micros, direction: 1 | -1): Micros | undefined {
  const { trace } = derived.readers();
  const command = derived.commandAt(time);
  const { begin } = trace.log.spans;
  const count = trace.index.spansBegunBy(Infinity);
  const belongs = (row: SpanRow): boolean => command === undefined || trace.index.commandOfSpan(row) === command;
  for (let row = trace.index.spansBegunBy(time) - (direction === 1 ? 0 : 1); row >= 0 && row < count; row += direction) {
    const t = begin.get(row);
    if (belongs(row) && (direction === 1 ? t > time + SAME : t < time - SAME)) return t;
  }
  return undefined;
}
