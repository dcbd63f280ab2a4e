import { int32, type Column } from '../kernel/log-column';
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

/** How machines were used up to a time: what their drawings show. Remembers the last answer and goes on from there while time goes forward. */
export class MachineHistory {
  private readonly rows = new Map<number, Column<Int32Array>>();
  private taken = 0;
  private last: { readonly key: string; readonly visits: Map<string, number>; readonly passages: Map<string, number>; instances: number; next: number; time: Micros } | undefined;

  constructor(private readonly trace: Trace) {}

  /** Undefined when no machine of that name has a definition in the log. */
  use(machine: string, time: Micros, filter: Omit<MachineFilter, 'machine'> = {}): MachineUse | undefined {
    const description = this.trace.log.machines.get(machine);
    if (description === undefined) return undefined;
    this.extend();
    const counts = this.count(machine, time, filter);
    return { description, instances: counts.instances, visits: counts.visits, passages: counts.passages, present: machinesAt(this.trace, time, { ...filter, machine }) };
  }

  private count(machine: string, time: Micros, filter: MachineFilter): NonNullable<MachineHistory['last']> {
    const { log, index } = this.trace;
    const key = JSON.stringify([machine, filter]);
    const known = this.last?.key === key && this.last.time <= time ? this.last : { key, visits: new Map<string, number>(), passages: new Map<string, number>(), instances: 0, next: 0, time };
    // Maps are made anew, so that a reader which kept the last answer sees no change in it.
    const counts = { ...known, visits: new Map(known.visits), passages: new Map(known.passages), time };
    const rows = this.rows.get(index.stringId(machine));
    const match = rowMatcher(this.trace, filter);
    for (; rows !== undefined && counts.next < rows.length; counts.next++) {
      const row = rows.get(counts.next);
      if (log.spans.begin.get(row) > time) break;
      if (!match(row)) continue;
      const state = log.strings[log.spans.state.get(row)] ?? '';
      counts.visits.set(state, (counts.visits.get(state) ?? 0) + 1);
      const previous = index.previousInInstance(row);
      if (previous === NONE) counts.instances++;
      else {
        const passage = `${log.strings[log.spans.state.get(previous)] ?? ''}→${state}`;
        counts.passages.set(passage, (counts.passages.get(passage) ?? 0) + 1);
      }
    }
    this.last = counts;
    return counts;
  }

  private extend(): void {
    const { machine } = this.trace.log.spans;
    const count = this.trace.index.spansBegunBy(Infinity);
    for (; this.taken < count; this.taken++) {
      const id = machine.get(this.taken);
      let rows = this.rows.get(id);
      if (rows === undefined) this.rows.set(id, (rows = int32()));
      rows.push(this.taken);
    }
  }
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
