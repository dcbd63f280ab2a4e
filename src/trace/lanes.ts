import { float64, int32 } from '../kernel/log-column';
import { NONE } from '../kernel/time';
import { componentOf } from './components';
import { isRestingState } from './resting';
import type { Trace } from './trace';
import { COMPONENTS, type ComponentId, type Micros, type SpanRow } from './types';
import type { Bar, Lane } from './views';

/** Spans a block: a block that is narrower than a pixel is drawn as one bar without looking into it. */
const BLOCK = 64;
/** Overlapping instances beyond so many rows share the last one. */
const MOST_ROWS = 24;

/** The spans of one lane in order of their begin, each with its row. */
class LaneSpans {
  readonly spans = int32();
  readonly rows = int32();
  private readonly blockEnds = float64();
  private readonly blockRows = int32();
  /** Which instance holds each row now. */
  private readonly holders: (number | undefined)[] = [];
  private readonly rowOf = new Map<number, number>();

  get height(): number {
    return Math.max(1, this.holders.length);
  }

  /** A span of work: on the row that its instance holds, else on the first free one. */
  work(span: SpanRow, instance: number, end: Micros): void {
    let row = this.rowOf.get(instance);
    if (row === undefined) {
      row = this.holders.indexOf(undefined);
      if (row < 0) row = Math.min(this.holders.length, MOST_ROWS - 1);
      this.holders[row] ??= instance;
      this.rowOf.set(instance, row);
    }
    const i = this.spans.push(span);
    this.rows.push(row);
    const block = Math.floor(i / BLOCK);
    if (this.blockEnds.length <= block) {
      this.blockEnds.push(0);
      this.blockRows.push(0);
    }
    this.blockEnds.set(block, Math.max(this.blockEnds.get(block), end === NONE ? Infinity : end));
    this.blockRows.set(block, this.blockRows.get(block) | (1 << row));
  }

  /** The instance rests or is done: its row is free. */
  rest(instance: number): void {
    const row = this.rowOf.get(instance);
    if (row === undefined) return;
    this.rowOf.delete(instance);
    if (this.holders[row] === instance) this.holders[row] = undefined;
  }

  get blocks(): number {
    return this.blockEnds.length;
  }

  blockEnd(block: number): Micros {
    return this.blockEnds.get(block);
  }

  blockMask(block: number): number {
    return this.blockRows.get(block);
  }
}

interface LaneEntry {
  readonly lane: Omit<Lane, 'rows' | 'openable'>;
  readonly spans: LaneSpans;
  readonly children: string[];
}

export interface BarWindow {
  readonly from: Micros;
  readonly to: Micros;
  /** Where a clock time stands, in pixels. Monotone. */
  readonly toX: (time: Micros) => number;
  /** Bars narrower than this (pixels) that touch become one. */
  readonly least: number;
  /** All on one row, as a closed lane is drawn. */
  readonly flat: boolean;
}

/**
 * The lanes of the timeline. A component opens into its actors, or, where it has one, into the machines of that; an actor
 * opens into its machines. Only work is drawn; states in which a machine waits for something to come are the gaps.
 */
export class LaneBook {
  private readonly entries = new Map<string, LaneEntry>();
  private readonly lanesOfActorMachine = new Map<number, readonly LaneEntry[]>();
  private readonly restingStates: (boolean | undefined)[] = [];
  private taken = 0;

  constructor(private readonly trace: Trace) {}

  /** Lanes to draw from top to bottom, given which are open. Controllers come in the order in which they first did something. */
  lanes(open: ReadonlySet<string>): readonly Lane[] {
    this.extend();
    const out: Lane[] = [];
    const visit = (id: string): void => {
      const entry = this.entries.get(id);
      if (entry === undefined) return;
      const children = this.childrenOf(entry);
      const openable = children.length > 0;
      out.push({ ...entry.lane, depth: entry.lane.parent === undefined ? 0 : out.some((l) => l.id === entry.lane.parent && l.depth === 1) ? 2 : 1, openable, rows: openable ? 1 : entry.spans.height });
      if (openable && open.has(id)) children.forEach(visit);
    };
    for (const component of COMPONENTS) visit(component);
    return out;
  }

  /** The lane of a span that is drawn, given which are open; undefined for a rest. */
  laneOf(span: SpanRow, open: ReadonlySet<string>): string | undefined {
    this.extend();
    const path = this.entriesOf(span).map((entry) => entry.lane.id);
    let id = path[0];
    for (const next of path.slice(1)) {
      if (id === undefined || !open.has(id)) break;
      if (this.isShown(next)) id = next;
    }
    return id;
  }

  /** What to draw of a lane, in order of x within each row. */
  bars(lane: string, window: BarWindow): readonly Bar[] {
    this.extend();
    const entry = this.entries.get(lane);
    return entry === undefined ? [] : barsOf(this.trace, entry.spans, window);
  }

  private isShown(id: string): boolean {
    const entry = this.entries.get(id);
    const parent = entry?.lane.parent === undefined ? undefined : this.entries.get(entry.lane.parent);
    return parent !== undefined && this.childrenOf(parent).includes(id);
  }

  /** A component with one actor shows that actor's machines at once. */
  private childrenOf(entry: LaneEntry): readonly string[] {
    if (entry.lane.parent !== undefined) return entry.children.length > 1 ? entry.children : [];
    const only = entry.children.length === 1 ? this.entries.get(entry.children[0] ?? '') : undefined;
    return only === undefined ? entry.children : only.children;
  }

  private extend(): void {
    const { spans, strings } = this.trace.log;
    const count = this.trace.index.spansBegunBy(Infinity);
    for (; this.taken < count; this.taken++) {
      const row = this.taken;
      const state = spans.state.get(row);
      const resting = (this.restingStates[state] ??= isRestingState(strings[state] ?? ''));
      const instance = spans.instance.get(row);
      const end = spans.end.get(row);
      // A final state lasts no time.
      const over = resting || end === spans.begin.get(row);
      for (const entry of this.entriesOf(row)) {
        if (over) entry.spans.rest(instance);
        else entry.spans.work(row, instance, end);
      }
    }
  }

  /** The lanes that show a span: component, actor, machine. */
  private entriesOf(row: SpanRow): readonly LaneEntry[] {
    const { spans, strings } = this.trace.log;
    const actor = spans.actor.get(row);
    const machine = spans.machine.get(row);
    const key = actor * 0x10_0000 + machine;
    let entries = this.lanesOfActorMachine.get(key);
    if (entries === undefined) {
      const component = componentOf(strings[actor] ?? '');
      const top = this.entry(component, undefined, component, '');
      const middle = this.entry(`${component}/${strings[actor] ?? ''}`, component, component, strings[actor] ?? '');
      const bottom = this.entry(`${middle.lane.id}/${strings[machine] ?? ''}`, middle.lane.id, component, strings[machine] ?? '');
      entries = [top, middle, bottom];
      this.lanesOfActorMachine.set(key, entries);
    }
    return entries;
  }

  private entry(id: string, parent: string | undefined, component: ComponentId, label: string): LaneEntry {
    let entry = this.entries.get(id);
    if (entry === undefined) {
      entry = { lane: { id, parent, component, label, depth: 0 }, spans: new LaneSpans(), children: [] };
      this.entries.set(id, entry);
      if (parent !== undefined) this.entries.get(parent)?.children.push(id);
    }
    return entry;
  }
}

function barsOf(trace: Trace, lane: LaneSpans, { from, to, toX, least, flat }: BarWindow): readonly Bar[] {
  const { begin, end, state } = trace.log.spans;
  const bars: Bar[] = [];
  /** The last bar of each row, while it may still grow. */
  const last = new Map<number, { bar: Bar; index: number }>();
  const place = (row: number, x0: number, x1: number, span: SpanRow, count: number): void => {
    const before = last.get(row);
    const narrow = x1 - x0 < least;
    if (before !== undefined && x0 - before.bar.x1 < least && (narrow || x1 <= before.bar.x1) && before.bar.x1 - before.bar.x0 < 40 * least) {
      const longer = end.get(span) - begin.get(span) > end.get(before.bar.span) - begin.get(before.bar.span);
      const bar: Bar = { row, x0: before.bar.x0, x1: Math.max(before.bar.x1, x1), span: longer ? span : before.bar.span, count: before.bar.count + count, state: '' };
      bars[before.index] = bar;
      before.bar = bar;
      return;
    }
    const bar: Bar = { row, x0, x1, span, count, state: count === 1 ? (trace.log.strings[state.get(span)] ?? '') : '' };
    last.set(row, { bar, index: bars.push(bar) - 1 });
  };
  for (let block = 0; block < lane.blocks; block++) {
    const first = block * BLOCK;
    const firstBegin = begin.get(lane.spans.get(first));
    if (firstBegin > to) break;
    if (lane.blockEnd(block) < from) continue;
    const next = Math.min(first + BLOCK, lane.spans.length);
    const x0 = toX(firstBegin);
    const x1 = lane.blockEnd(block) === Infinity ? Infinity : toX(lane.blockEnd(block));
    if (x1 - x0 < least) {
      const rows = flat ? 1 : lane.blockMask(block);
      for (let row = 0; row < MOST_ROWS; row++) if ((rows & (1 << row)) !== 0) place(row, x0, x1, lane.spans.get(first), next - first);
      continue;
    }
    for (let i = first; i < next; i++) {
      const span = lane.spans.get(i);
      const b = begin.get(span);
      const e = end.get(span) === NONE ? trace.until : end.get(span);
      if (e < from || b > to) continue;
      place(flat ? 0 : lane.rows.get(i), toX(Math.max(b, from)), toX(Math.min(e, to)), span, 1);
    }
  }
  return bars;
}
