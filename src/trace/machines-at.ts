import { NONE } from '../kernel/time';
import { componentOf } from './components';
import { isResting } from './resting';
import { spanView } from './rows';
import type { Trace } from './trace';
import type { ComponentId, Micros, SpanRow } from './types';
import type { MachineUse, MachineView } from './views';

/** Which machines to look at; every field given must fit. */
export interface MachineFilter {
  readonly component?: ComponentId | undefined;
  readonly actor?: string | undefined;
  readonly machine?: string | undefined;
  readonly instance?: number | undefined;
  readonly subject?: string | undefined;
}

/** The machines that are in some state at `time`, final states excepted. */
export function machinesAt(trace: Trace, time: Micros, filter: MachineFilter = {}): readonly MachineView[] {
  const found: MachineView[] = [];
  const match = rowMatcher(trace, filter);
  for (const row of trace.index.spansAt(time)) if (match(row)) found.push(machineView(trace, row));
  return found;
}

/** The state of one machine instance at a time; undefined before it began and after it was done. */
export function machineStateAt(trace: Trace, instance: number, time: Micros): MachineView | undefined {
  const { begin, end } = trace.log.spans;
  for (const row of trace.index.spansOfInstance(instance)) {
    if (begin.get(row) > time) return undefined;
    if (end.get(row) === NONE || end.get(row) > time) return machineView(trace, row);
  }
  return undefined;
}

/** How a machine was used up to `time`: what its drawing shows. Undefined when no such machine stepped. */
export function machineUse(trace: Trace, machine: string, time: Micros, filter: Omit<MachineFilter, 'machine'> = {}): MachineUse | undefined {
  const { log, index } = trace;
  const description = log.machines.get(machine);
  if (description === undefined) return undefined;
  const match = rowMatcher(trace, { ...filter, machine });
  const visits = new Map<string, number>();
  const passages = new Map<string, number>();
  let instances = 0;
  const until = index.spansBegunBy(time);
  for (let row = 0; row < until; row++) {
    if (!match(row)) continue;
    const state = log.strings[log.spans.state.get(row)] ?? '';
    visits.set(state, (visits.get(state) ?? 0) + 1);
    const previous = index.previousInInstance(row);
    if (previous === NONE) instances++;
    else {
      const passage = `${log.strings[log.spans.state.get(previous)] ?? ''}→${state}`;
      passages.set(passage, (passages.get(passage) ?? 0) + 1);
    }
  }
  return { description, instances, visits, passages, present: machinesAt(trace, time, { ...filter, machine }) };
}

export function machineView(trace: Trace, row: SpanRow): MachineView {
  const span = spanView(trace.log, row);
  return {
    machine: span.machine, instance: span.instance, actor: span.actor, component: span.component, node: span.node, subject: span.subject, state: span.state, span: row, since: span.begin,
    resting: isResting(trace.log, row),
  };
}

/** A test of rows by number, so that looking at many costs no objects. */
function rowMatcher(trace: Trace, filter: MachineFilter): (row: SpanRow) => boolean {
  const { spans, strings } = trace.log;
  const id = (text: string | undefined): number | undefined => (text === undefined ? undefined : trace.index.stringId(text));
  const [actor, machine, subject] = [id(filter.actor), id(filter.machine), id(filter.subject)];
  const { component, instance } = filter;
  return (row) => {
    if (instance !== undefined && spans.instance.get(row) !== instance) return false;
    if (machine !== undefined && spans.machine.get(row) !== machine) return false;
    if (actor !== undefined && spans.actor.get(row) !== actor) return false;
    if (subject !== undefined && spans.subject.get(row) !== subject) return false;
    return component === undefined || componentOf(strings[spans.actor.get(row)] ?? '') === component;
  };
}
