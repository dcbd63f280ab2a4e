import { MESSAGE_KINDS } from '../../kernel/log';
import { NONE } from '../../kernel/time';
import { requestOfSpan } from '../story-rows';
import type { Trace } from '../trace';
import type { Fact, Micros, RowRef, SpanRow } from '../types';
import { CommonNames } from './names';
import { turnsOf, type Turn } from './turns';

/** A place in one of the runs. */
export interface Place {
  readonly ref: RowRef;
  readonly actor: string;
  readonly machine: string;
  readonly state: string;
  /** What it is about, as its run names it; empty when about nothing. */
  readonly subject: string;
  /** On the clock of its run. */
  readonly at: Micros;
  /** µs after its command's Enter. */
  readonly since: Micros;
  /** The message that woke it, in the log's words: `watch`, `ADDED pods/default/web`, `kube-apiserver`. */
  readonly wokenBy: { readonly kind: string; readonly label: string; readonly from: string } | undefined;
}

/** A write as one run has it. */
export interface Write {
  readonly fact: Fact;
  readonly since: Micros;
}

/** Where two runs part company; each undefined where they never do. */
export interface Parting {
  /** The first state that began at another time after Enter. */
  readonly time: { readonly left: Place; readonly right: Place } | undefined;
  /** The first turn of a machine that took another way: after `before` (undefined: from its beginning) it went to these states; undefined: it was over, or never was. */
  readonly path: { readonly before: Place | undefined; readonly left: Place | undefined; readonly right: Place | undefined } | undefined;
  /** The first write of another content, and who asked for it: the same object's nth, undefined where a run has no such write. */
  readonly result: { readonly by: string; readonly left: Write | undefined; readonly right: Write | undefined } | undefined;
}

/** A run as it is compared. */
export interface Side {
  readonly trace: Trace;
  readonly names: CommonNames;
  readonly enters: readonly Micros[];
}

export function sideOf(trace: Trace): Side {
  return { trace, names: new CommonNames(trace), enters: trace.index.commands.map((row) => trace.log.messages.sent.get(row)) };
}

/** Looks for the first place where two runs differ: in time, in what was done, in what was written. Yields where it may pause. */
export function* findParting(left: Side, right: Side): Generator<undefined, Parting> {
  const time = firstTime(left, right);
  yield;
  const ours = turnsOf(left.trace, left.names);
  yield;
  const theirs = turnsOf(right.trace, right.names);
  yield;
  const path = firstPath(left, right, ours, theirs);
  yield;
  return { time, path, result: firstResult(left, right) };
}

/** The spans of each command in the order of the log, as long as they are of the same states: where times differ first. */
function firstTime(left: Side, right: Side): Parting['time'] {
  const [l, r] = [commandSpans(left), commandSpans(right)];
  for (let ordinal = 0; ordinal < Math.min(l.length, r.length); ordinal++) {
    const [a = [], b = []] = [l[ordinal], r[ordinal]];
    for (let i = 0; i < Math.min(a.length, b.length); i++) {
      const [x, y] = [placeOf(left, a[i] ?? 0), placeOf(right, b[i] ?? 0)];
      if (x.since !== y.since && x.actor === y.actor && x.state === y.state) return { left: x, right: y };
      if (x.actor !== y.actor || x.state !== y.state) break;
    }
  }
  return undefined;
}

function commandSpans({ trace: { log, index } }: Side): readonly (readonly SpanRow[])[] {
  const rows = new Map<number, SpanRow[]>(index.commands.map((command) => [command, []]));
  for (let row = 0; row < log.spans.begin.length; row++) rows.get(index.commandOfSpan(row))?.push(row);
  return [...rows.values()];
}

type Turns = ReadonlyMap<string, readonly Turn[]>;

function firstPath(left: Side, right: Side, l: Turns, r: Turns): Parting['path'] {
  let first: { readonly since: Micros; readonly path: NonNullable<Parting['path']> } | undefined;
  const consider = (before: Place | undefined, a: Place | undefined, b: Place | undefined): void => {
    const since = Math.min(a?.since ?? Infinity, b?.since ?? Infinity);
    if (first === undefined || since < first.since) first = { since, path: { before, left: a, right: b } };
  };
  for (const key of new Set([...l.keys(), ...r.keys()])) {
    const [ours = [], theirs = []] = [l.get(key), r.get(key)];
    for (let n = 0; n < Math.max(ours.length, theirs.length); n++) {
      const [a, b] = [ours[n], theirs[n]];
      const at = firstDifference(left, right, a, b);
      if (at === undefined) continue;
      const before = at === 0 || a === undefined ? undefined : placeOf(left, a.spans[at - 1] ?? 0);
      consider(before, placeAt(left, a, at), placeAt(right, b, at));
      break;
    }
  }
  return first?.path;
}

const placeAt = (side: Side, turn: Turn | undefined, i: number): Place | undefined => {
  const row = turn?.spans[i];
  return row === undefined ? undefined : placeOf(side, row);
};

/** The number of the first state that differs; undefined: none. */
function firstDifference(left: Side, right: Side, a: Turn | undefined, b: Turn | undefined): number | undefined {
  if (a === undefined || b === undefined) return 0;
  for (let i = 0; i < Math.max(a.spans.length, b.spans.length); i++) {
    const [x, y] = [a.spans[i], b.spans[i]];
    if (x === undefined || y === undefined || stateOf(left, x) !== stateOf(right, y)) return i;
  }
  return undefined;
}

const stateOf = ({ trace: { log } }: Side, row: SpanRow): string => log.strings[log.spans.state.get(row)] ?? '';

function placeOf({ trace: { log, index }, enters }: Side, row: SpanRow): Place {
  const { spans, messages } = log;
  const at = spans.begin.get(row);
  const cause = spans.cause.get(row);
  const ordinal = index.commands.indexOf(index.commandOfSpan(row));
  return {
    ref: { kind: 'span', row }, actor: log.strings[spans.actor.get(row)] ?? '', machine: log.strings[spans.machine.get(row)] ?? '', state: log.strings[spans.state.get(row)] ?? '',
    subject: log.strings[spans.subject.get(row)] ?? '', at, since: at - (enters[ordinal] ?? 0),
    wokenBy: cause === NONE ? undefined : { kind: MESSAGE_KINDS[messages.kind.get(cause)] ?? '', label: log.strings[messages.label.get(cause)] ?? '', from: log.strings[messages.from.get(cause)] ?? '' },
  };
}

/** Writes of objects, each object's in order: the first whose content differs. Events and endpoint slices are named by chance. */
const UNCOMPARED: ReadonlySet<string> = new Set(['events', 'leases', 'endpointslices', 'endpoints']);

function firstResult(left: Side, right: Side): Parting['result'] {
  const [l, r] = [writesOf(left), writesOf(right)];
  let first: { readonly since: Micros; readonly result: NonNullable<Parting['result']> } | undefined;
  for (const subject of new Set([...l.keys(), ...r.keys()])) {
    const [ours = [], theirs = []] = [l.get(subject), r.get(subject)];
    for (let n = 0; n < Math.max(ours.length, theirs.length); n++) {
      const [a, b] = [ours[n], theirs[n]];
      if (a !== undefined && b !== undefined && contentOf(a.fact) === contentOf(b.fact)) continue;
      const since = Math.min(a?.since ?? Infinity, b?.since ?? Infinity);
      if (first === undefined || since < first.since) first = { since, result: { by: a === undefined ? writerOf(right, b) : writerOf(left, a), left: a, right: b } };
      break;
    }
  }
  return first?.result;
}

/** Who asked for a write. */
function writerOf({ trace }: Side, write: Write | undefined): string {
  const asked = write === undefined ? NONE : trace.log.messages.cause.get(trace.log.revisions.cause.get(write.fact.row));
  return asked === NONE ? 'kube-apiserver' : (requestOfSpan(trace, asked)?.from ?? 'kube-apiserver');
}

/** What the map knows of an object, without what is chance: address, uid, revision. */
export const contentOf = (f: Fact): string => [f.type, f.word, f.phase, f.ready, f.wanted, f.current, f.updated, f.available, f.restarts, f.node, f.deleting, f.schedulable, f.detail].join('|');

/** The writes that go back to commands, by the object's common name. What changes nothing that is compared is left out. */
export function writesOf({ trace: { log, index, facts }, names, enters }: Side): ReadonlyMap<string, readonly Write[]> {
  const writes = new Map<string, Write[]>();
  for (let row = 0; row < facts.length; row++) {
    const cause = log.revisions.cause.get(row);
    const command = cause === NONE ? NONE : index.commandOfMessage(cause);
    if (command === NONE || UNCOMPARED.has(facts.text('resource', row))) continue;
    const fact = facts.view(row, log.revisions);
    const common = names.of(fact.subject);
    const known = writes.get(common);
    const last = known?.at(-1);
    if (last !== undefined && contentOf(last.fact) === contentOf(fact)) continue;
    const write = { fact, since: fact.time - (enters[index.commands.indexOf(command)] ?? 0) };
    if (known === undefined) writes.set(common, [write]);
    else known.push(write);
  }
  return writes;
}
