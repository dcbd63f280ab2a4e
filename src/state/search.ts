import { isResting } from '../trace/resting';
import type { Trace } from '../trace/trace';
import type { Micros, RowRef, SpanRow } from '../trace/types';
import type { Derived } from './derived';

/** Something that can be found and gone to. */
export interface SearchEntry {
  readonly kind: 'command' | 'step' | 'object' | 'machine';
  /** What it is found by, and shown as when `textKey` is undefined. */
  readonly text: string;
  /** For steps: `step.<rule>.title`, filled with `params`; the caller gives its text to `search`. */
  readonly textKey?: string | undefined;
  readonly params?: Readonly<Record<string, string | number>> | undefined;
  readonly time: Micros;
  readonly row?: RowRef | undefined;
  readonly subject?: string | undefined;
  readonly step?: string | undefined;
}

/** Everything that the session's log offers for search, in the order of time. */
export function searchEntries(derived: Derived): readonly SearchEntry[] {
  const { trace } = derived.readers();
  const entries: SearchEntry[] = [];
  for (const journey of derived.journeys()) {
    const { command } = journey;
    entries.push({ kind: 'command', text: command.line, time: command.sent, row: { kind: 'message', row: command.row } });
    for (const step of journey.steps) {
      entries.push({ kind: 'step', text: `${step.rule} ${Object.values(step.params).join(' ')}`, textKey: `step.${step.rule}.title`, params: step.params, time: step.begin, row: step.anchor, step: step.id });
    }
  }
  const seen = new Set<string>();
  for (let row = 0; row < trace.facts.length; row++) {
    const resource = trace.facts.text('resource', row);
    if (resource === 'events' || resource === 'leases') continue;
    const { subject, time, revision } = trace.facts.view(row, trace.log.revisions);
    if (!seen.has(subject)) {
      seen.add(subject);
      entries.push({ kind: 'object', text: subject, time, subject, params: { revision } });
    }
  }
  const { begin } = derived.range();
  const runs = firstRuns(trace, begin);
  for (const [name] of trace.log.machines) {
    const row = runs.get(name);
    entries.push({ kind: 'machine', text: name, time: row === undefined ? begin : Math.max(begin, trace.log.spans.begin.get(row)), row: row === undefined ? undefined : { kind: 'span', row } });
  }
  return entries;
}

/** Where each machine is to be seen: its first state of work since `from`, else its first state at all. */
function firstRuns(trace: Trace, from: Micros): ReadonlyMap<string, SpanRow> {
  const { spans, strings, machines } = trace.log;
  const first = new Map<string, SpanRow>();
  const working = new Set<string>();
  for (let row = 0; row < spans.begin.length && working.size < machines.size; row++) {
    const name = strings[spans.machine.get(row)] ?? '';
    if (working.has(name)) continue;
    const works = spans.begin.get(row) >= from && !isResting(trace.log, row);
    if (works) working.add(name);
    if (works || !first.has(name)) first.set(name, row);
  }
  return first;
}

/** Entries in which every word occurs, best first: whole words, then beginnings, then anywhere. `textOf` gives a step its words in the present language. */
export function search(entries: readonly SearchEntry[], query: string, textOf: (entry: SearchEntry) => string, limit = 50): readonly SearchEntry[] {
  const words = query.toLowerCase().split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) return [];
  const scored = entries.flatMap((entry, order) => {
    const text = `${entry.text} ${textOf(entry)}`.toLowerCase();
    let score = 0;
    for (const word of words) {
      const at = text.indexOf(word);
      if (at < 0) return [];
      const begins = at === 0 || /[\s/.-]/.test(text[at - 1] ?? '');
      const ends = at + word.length === text.length || /[\s/.-]/.test(text[at + word.length] ?? '');
      score += begins && ends ? 3 : begins ? 2 : 1;
    }
    return [{ entry, score, order }];
  });
  return scored.sort((a, b) => b.score - a.score || a.order - b.order).slice(0, limit).map(({ entry }) => entry);
}
