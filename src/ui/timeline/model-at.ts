import { bandsOf } from './bands';
import type { App } from '../../state/app';
import { playScale } from '../../state/derived';
import { causesOf } from '../../trace/causes';
import { directEffects } from '../../trace/effects';
import { componentOf } from '../../trace/components';
import { spanView } from '../../trace/rows';
import type { Micros, RowRef, SpanRow } from '../../trace/types';
import type { Bar, Lane } from '../../trace/views';
import { knownRow } from '../inspector/focus';
import type { TimelineModel, Arrow, ChapterBand, DrawnLane, PathPiece } from './model';
import { TOP } from './model';
import { scaleOf, ticks, type Scale, type Window } from './scale';

const ROW = { closed: 26, open: 19 };
/** Causes and effects are drawn so far away from the selection. */
const MOST_ARROWS = { cause: 40, effect: 24 };

export interface LaneLayout {
  readonly lanes: readonly { readonly lane: Lane; readonly y: number; readonly height: number; readonly rowHeight: number }[];
  readonly height: number;
}

/** Lanes below one another; a lane that is open shows a row an instance. */
export function layLanes(lanes: readonly Lane[], open: ReadonlySet<string>): LaneLayout {
  let y = 0;
  const laid = lanes.map((lane) => {
    const rowHeight = lane.depth === 0 ? ROW.closed : ROW.open;
    const height = lane.depth === 0 || (lane.openable && !open.has(lane.id)) ? rowHeight : Math.max(1, lane.openable ? 1 : lane.rows) * rowHeight;
    const here = { lane, y, height, rowHeight };
    y += height;
    return here;
  });
  return { lanes: laid, height: y };
}

export interface TimelineInput {
  readonly width: number;
  readonly height: number;
  readonly scrollTop: number;
  readonly window: Window;
  readonly layout: LaneLayout;
  readonly open: ReadonlySet<string>;
  readonly t: Micros;
  readonly hovered: SpanRow | undefined;
  readonly pathOnly: boolean;
  readonly chapterTitles: (id: string) => readonly string[];
  readonly label: (bar: Bar) => readonly string[];
}

/** The picture of a window of the run. */
export function modelAt(app: Pick<App, 'derived' | 'playback' | 'selection'>, input: TimelineInput): TimelineModel {
  const { derived } = app;
  const { mode } = app.playback.store.getState();
  const play = playScale(derived, mode);
  const scale = scaleOf(input.window, 0, input.width);
  const toX = (time: Micros): number => scale.x(play.toSeconds(time));
  const { lanes: book } = derived.readers();
  const from = play.toMicros(input.window[0]);
  const to = play.toMicros(input.window[1]);
  const seen = (y: number, height: number): boolean => y + height > input.scrollTop && y < input.scrollTop + input.height - TOP;
  const lanes: DrawnLane[] = input.layout.lanes.filter(({ y, height }) => seen(y, height)).map(({ lane, y, height, rowHeight }) => ({
    id: lane.id, component: lane.component, depth: lane.depth, y, height, rowHeight,
    bars: book.bars(lane.id, { from, to, toX, least: 2.5, flat: height === rowHeight }),
  }));
  const journey = derived.journeyAt(input.t);
  const step = derived.stepAt(input.t);
  const path = journey === undefined ? undefined : derived.path(journey.command.row);
  const row = knownRow(app.selection.getState().row, app);
  const selected = row?.kind === 'span' ? row.row : undefined;
  return {
    width: input.width, height: input.height, scale, scrollTop: input.scrollTop,
    ticks: (derived.commands().length === 0 ? [] : ticks(scale, 90)).map((time) => ({ x: scale.x(time), label: tickLabel(time, scale) })),
    chapters: (journey === undefined ? [] : bandsOf(journey)).map(({ chapter, begin, end }): ChapterBand => ({
      id: chapter.id, titles: input.chapterTitles(chapter.id), component: chapter.component, x0: toX(begin), x1: toX(end), current: step?.chapter === chapter.id,
    })),
    path: (path?.segments ?? []).map((s): PathPiece => ({ component: s.component, x0: toX(s.begin), x1: toX(s.end), waiting: s.kind !== 'work' })),
    lanes, arrows: row === undefined ? [] : arrowsOf(app, row, toX, input), selected, hovered: input.hovered, onPath: path?.spans ?? NONE_ON_PATH, pathOnly: input.pathOnly, label: input.label,
  };
}

const NONE_ON_PATH: ReadonlySet<SpanRow> = new Set();

function tickLabel(time: number, scale: Scale): string {
  const span = scale.window[1] - scale.window[0];
  return span < 0.002 ? `${(time * 1e6).toFixed(0)} µs` : span < 2 ? `${(time * 1e3).toFixed(span < 0.02 ? 2 : 0)} ms` : `${time.toFixed(span < 20 ? 1 : 0)} s`;
}

/** From the causes to the selection, and from it to what followed at once. */
function arrowsOf(app: Pick<App, 'derived'>, row: RowRef, toX: (time: Micros) => number, input: TimelineInput): readonly Arrow[] {
  const { trace, lanes: book } = app.derived.readers();
  const place = new Map(input.layout.lanes.map((laid) => [laid.lane.id, laid]));
  const at = (span: SpanRow, end: boolean): { readonly x: number; readonly y: number } | undefined => {
    const laid = place.get(book.laneOf(span, input.open) ?? '');
    if (laid === undefined) return undefined;
    const view = spanView(trace.log, span);
    return { x: toX(end ? (view.end ?? trace.until) : view.begin), y: TOP + laid.y + Math.min(laid.height, laid.rowHeight) / 2 };
  };
  const arrows: Arrow[] = [];
  const add = (kind: Arrow['kind'], from: SpanRow, to: SpanRow): void => {
    const [a, b] = [at(from, false), at(to, false)];
    if (a === undefined || b === undefined) return;
    const end = at(from, true);
    arrows.push({ kind, component: componentOf(spanView(trace.log, from).actor), from: { x: Math.min(end?.x ?? a.x, b.x), y: a.y }, to: b });
  };
  const spans = causesOf(trace, row).flatMap(({ ref }) => (ref.kind === 'span' ? [ref.row] : [])).slice(0, MOST_ARROWS.cause);
  for (let i = 0; i + 1 < spans.length; i++) add('cause', spans[i + 1] as SpanRow, spans[i] as SpanRow);
  const start = row.kind === 'span' ? row.row : undefined;
  if (start === undefined) return arrows;
  let effects = 0;
  for (const message of directEffects(trace, { kind: 'span', row: start })) {
    // The first state that a message led to; the machine's further states follow from that one.
    for (const next of directEffects(trace, message)) {
      if (next.kind === 'span' && effects++ < MOST_ARROWS.effect) add('effect', start, next.row);
      break;
    }
  }
  return arrows;
}

/** The bar under a point of the canvas. */
export function barAt(model: TimelineModel, x: number, y: number): { readonly bar: Bar; readonly lane: DrawnLane } | undefined {
  const inside = y - TOP + model.scrollTop;
  const lane = model.lanes.find((l) => inside >= l.y && inside < l.y + l.height);
  if (lane === undefined || y < TOP) return undefined;
  const row = Math.floor((inside - lane.y) / lane.rowHeight);
  let best: Bar | undefined;
  for (const bar of lane.bars) {
    if (bar.row !== row || x < bar.x0 - 3 || x > bar.x1 + 3) continue;
    if (best === undefined || distance(bar, x) < distance(best, x)) best = bar;
  }
  return best === undefined ? undefined : { bar: best, lane };
}

const distance = (bar: Bar, x: number): number => (x < bar.x0 ? bar.x0 - x : x > bar.x1 ? x - bar.x1 : 0);
