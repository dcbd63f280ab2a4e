import type { Page } from '../app-context';
import { playScale } from '../../state/derived';
import type { Micros, SpanRow } from '../../trace/types';
import type { Bar, Lane } from '../../trace/views';
import { drawTimeline } from './draw';
import { barAt, layLanes, modelAt, type LaneLayout } from './model-at';
import type { TimelineModel } from './model';
import { TOP } from './model';
import { neighbourOf } from './neighbour';
import { drawOverview, overviewAt, OVERVIEW_HEIGHT } from './overview';
import { inside, panned, scaleOf, zoomed, type Window } from './scale';
import { sized } from './sized';
import { readTheme, type CanvasTheme } from './theme';

export interface TimelineWords {
  /** Both: the longest form first. */
  readonly chapterTitles: (id: string) => readonly string[];
  readonly label: (bar: Bar) => readonly string[];
}

export interface TimelineHover {
  readonly span: SpanRow;
  readonly count: number;
  readonly x: number;
  readonly y: number;
}

export interface TimelineElements {
  readonly chart: HTMLCanvasElement;
  readonly overview: HTMLCanvasElement;
  /** Scrolls the lanes. */
  readonly scroller: HTMLElement;
  readonly playhead: HTMLElement;
  readonly overviewPlayhead: HTMLElement;
}

/** Drives the two canvases: what is in sight, hand and keys. React makes the elements, this draws. */
export class TimelineController {
  private theme: CanvasTheme;
  private model: TimelineModel | undefined;
  private frame: number | undefined;
  private painting: ReturnType<typeof setTimeout> | undefined;
  private hovered: SpanRow | undefined;
  /** All that the bars were last painted from, the log's version first. */
  private painted: readonly unknown[] = [];
  private playheadX = 0;
  private shown: { readonly trace: object | undefined; readonly key: string; readonly lanes: readonly Lane[] } = { trace: undefined, key: '', lanes: [] };
  private described = 0;
  /** Of the canvas; asked for when it changes, not while drawing. */
  private size = { width: 0, height: 0 };
  private layout: LaneLayout = { lanes: [], height: 0 };
  private words: TimelineWords = { chapterTitles: (id) => [id], label: (bar) => [bar.state] };
  pathOnly = false;
  private readonly stops: (() => void)[] = [];
  /** The window while nobody chose one: the story of the command at the playhead, growing with the log. */
  private drag: { readonly kind: 'pan' | 'scrub' | 'brush' | 'left' | 'right'; readonly x: number; readonly window: Window; moved: boolean } | undefined;

  constructor(private readonly page: Page, private readonly elements: TimelineElements, private readonly onHover: (hover: TimelineHover | undefined) => void, private readonly onLayout: (layout: LaneLayout) => void) {
    this.theme = readTheme(elements.chart);
    const { app, moment, shell } = page;
    const soon = (): void => this.soon();
    this.stops.push(moment.subscribe(soon), app.selection.subscribe(soon), app.view.subscribe(soon), app.playback.store.subscribe(soon), shell.on('fitTimeline', () => this.setWindow(undefined)));
    const themes = new MutationObserver(() => {
      this.theme = readTheme(elements.chart);
      this.soon();
    });
    themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    const sizes = new ResizeObserver(() => {
      const { scroller } = elements;
      this.size = { width: scroller.clientWidth - Number.parseFloat(getComputedStyle(scroller).getPropertyValue('--label-width') || '0'), height: scroller.clientHeight };
      this.soon();
    });
    sizes.observe(elements.scroller);
    this.stops.push(() => themes.disconnect(), () => sizes.disconnect());
    this.listen();
    this.soon();
  }

  destroy(): void {
    this.stops.forEach((stop) => stop());
    if (this.frame !== undefined) cancelAnimationFrame(this.frame);
    if (this.painting !== undefined) clearTimeout(this.painting);
  }

  setWords(words: TimelineWords): void {
    this.words = words;
    this.soon();
  }

  setPathOnly(only: boolean): void {
    this.pathOnly = only;
    this.soon();
  }

  /** All of the run, in the units of the mode. */
  whole(): Window {
    const { derived, playback } = this.page.app;
    const { duration } = playScale(derived, playback.store.getState().mode);
    const pad = Math.max(1e-6, duration * 0.012);
    return [-pad, duration + pad];
  }

  window(): Window {
    const { timelineWindow } = this.page.app.view.getState();
    return inside(timelineWindow ?? this.story(), this.whole());
  }

  /** The command at the playhead, from Enter to its end. */
  private story(): Window {
    const { derived, playback } = this.page.app;
    const play = playScale(derived, playback.store.getState().mode);
    const journey = derived.journeyAt(playback.playhead.getState().t);
    if (journey === undefined) return this.whole();
    const [from, to] = [play.toSeconds(journey.begin), play.toSeconds(Math.max(journey.end, journey.begin + 1))];
    // A story without length (Ctrl-C) has nothing to fill a window with.
    if (to - from < 0.05) return this.whole();
    const pad = (to - from) * 0.012;
    return [from - pad, to + pad];
  }

  setWindow(window: Window | undefined): void {
    this.page.app.view.getState().set({ timelineWindow: window });
  }

  zoom(factor: number, x = this.width / 2): void {
    const window = this.window();
    this.setWindow(zoomed(window, scaleOf(window, 0, this.width).time(x), factor, this.whole(), 2e-5));
  }

  pan(part: number): void {
    const window = this.window();
    this.setWindow(panned(window, (window[1] - window[0]) * part, this.whole()));
  }

  private get width(): number {
    return this.size.width;
  }

  private soon(): void {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = undefined;
      this.draw();
    });
  }

  /** Moves the playheads; bars follow in the same frame, or, when the log grew, in a task of their own: the other views have news to draw too. */
  private draw(): void {
    const { app } = this.page;
    const { width, height } = this.size;
    if (width < 10 || height < 10) return;
    const t = app.playback.playhead.getState().t;
    this.followPlayhead(t);
    this.place(playScale(app.derived, app.playback.store.getState().mode).toSeconds(t), this.window(), this.whole(), width);
    this.describe(t);
    if (app.session.store.getState().version === this.painted[0]) this.paint();
    else this.painting ??= setTimeout(() => {
      this.painting = undefined;
      this.paint();
    });
  }

  /** Paints the bars again if they would look otherwise: while it plays just the playhead moves. */
  private paint(): void {
    const { app } = this.page;
    const { chart, overview, scroller } = this.elements;
    const { width, height } = this.size;
    const { version } = app.session.store.getState();
    const open = new Set(app.view.getState().openLanes);
    const layout = layLanes(this.lanes(open), open);
    if (layout.height !== this.layout.height || layout.lanes.length !== this.layout.lanes.length || layout.lanes.some((l, i) => l.lane.id !== this.layout.lanes[i]?.lane.id || l.height !== this.layout.lanes[i]?.height)) this.onLayout(layout);
    this.layout = layout;
    const t = app.playback.playhead.getState().t;
    const window = this.window();
    const whole = this.whole();
    const { row } = app.selection.getState();
    const key = [version, app.playback.store.getState().mode, ...window, ...whole, width, height, scroller.scrollTop, layout.height, layout.lanes.length, row?.kind, row?.row, this.hovered, this.pathOnly, this.theme, this.words, app.derived.stepAt(t)?.chapter, app.derived.commandAt(t), devicePixelRatio];
    if (key.every((part, i) => part === this.painted[i]) && key.length === this.painted.length) return;
    this.painted = key;
    const model = modelAt(app, { width, height, scrollTop: scroller.scrollTop, window, layout, open, t, hovered: this.hovered, pathOnly: this.pathOnly, ...this.words });
    this.model = model;
    const ctx = sized(chart, width, height);
    if (ctx !== null) drawTimeline(ctx, model, this.theme);
    const octx = sized(overview, width, OVERVIEW_HEIGHT);
    if (octx !== null) drawOverview(octx, overviewAt(app, width, whole, window), this.theme);
  }

  /** Lanes to show: those inside an open one only if they have done something since the first command. */
  private lanes(open: ReadonlySet<string>): readonly Lane[] {
    const { derived, session } = this.page.app;
    const { lanes: book, trace } = derived.readers();
    const key = `${session.store.getState().version}|${[...open].join()}`;
    if (this.shown.trace === trace && this.shown.key === key) return this.shown.lanes;
    const { begin, end } = derived.range();
    const works = (lane: Lane): boolean => book.bars(lane.id, { from: begin, to: end, toX: () => 0, least: 1, flat: true }).length > 0;
    const lanes = book.lanes(open).filter((lane) => lane.depth === 0 || works(lane));
    this.shown = { trace, key, lanes };
    return lanes;
  }

  /** Moves the two playheads. */
  private place(at: number, window: Window, whole: Window, width: number): void {
    const { playhead, overviewPlayhead } = this.elements;
    const x = scaleOf(window, 0, width).x(at);
    this.playheadX = x;
    playhead.style.transform = `translateX(${x.toFixed(1)}px)`;
    playhead.style.visibility = x < -8 || x > width + 8 ? 'hidden' : 'visible';
    overviewPlayhead.style.transform = `translateX(${scaleOf(whole, 0, width).x(at).toFixed(1)}px)`;
  }

  /** While it plays the playhead stays in sight. */
  private followPlayhead(t: Micros): void {
    const { app } = this.page;
    if (app.playback.store.getState().state !== 'playing' || app.view.getState().timelineWindow === undefined) return;
    const at = playScale(app.derived, app.playback.store.getState().mode).toSeconds(t);
    const window = this.window();
    const span = window[1] - window[0];
    if (at > window[1] - span * 0.06 || at < window[0]) this.setWindow(inside([at - span * 0.12, at + span * 0.88], this.whole()));
  }

  private describe(t: Micros): void {
    // A slider that speaks sixty times a second is of no use to anybody.
    if (this.page.app.playback.store.getState().state === 'playing' && performance.now() - this.described < 500) return;
    this.described = performance.now();
    const { chart } = this.elements;
    const { begin, end } = this.page.app.derived.range();
    chart.setAttribute('aria-valuemin', '0');
    chart.setAttribute('aria-valuemax', String(Math.round((end - begin) / 1000)));
    chart.setAttribute('aria-valuenow', String(Math.round((t - begin) / 1000)));
    chart.setAttribute('aria-valuetext', `${((t - begin) / 1e6).toFixed(3)} s`);
  }

  private timeAt(x: number): Micros {
    const { derived, playback } = this.page.app;
    return playScale(derived, playback.store.getState().mode).toMicros(scaleOf(this.window(), 0, this.width).time(x));
  }

  /** Selects what is under the point and goes there. */
  private selectAt(x: number, y: number): void {
    if (this.model === undefined) return;
    const { app } = this.page;
    const found = barAt(this.model, x, y);
    if (found === undefined) {
      app.selection.getState().clear();
      app.playback.send({ type: 'SEEK', t: this.timeAt(x) });
      return;
    }
    this.select(found.bar.span);
  }

  select(span: SpanRow): void {
    const { app } = this.page;
    const { spans, strings } = app.derived.readers().trace.log;
    app.selection.getState().select({ row: { kind: 'span', row: span }, actor: strings[spans.actor.get(span)] ?? '' });
    app.playback.send({ type: 'SEEK', t: spans.begin.get(span) + 1 });
  }

  /** Moves the selection among the bars in sight: along its lane, or to the lane above or below. */
  moveSelection(dx: -1 | 0 | 1, dy: -1 | 0 | 1): void {
    const { model } = this;
    if (model === undefined) return;
    const next = neighbourOf(model, this.playheadX, dx, dy);
    if (next !== undefined) this.select(next.span);
    else if (dx !== 0) this.pan(dx * 0.4);
  }

  private listen(): void {
    const { chart, overview, scroller } = this.elements;
    const on = <K extends keyof HTMLElementEventMap>(element: HTMLElement, type: K, handler: (event: HTMLElementEventMap[K]) => void, options?: AddEventListenerOptions): void => {
      element.addEventListener(type, handler, options);
      this.stops.push(() => element.removeEventListener(type, handler));
    };
    on(scroller, 'scroll', () => this.soon());
    on(chart, 'wheel', (event) => this.wheel(event), { passive: false });
    on(chart, 'pointerdown', (event) => this.press(event));
    on(chart, 'pointermove', (event) => this.move(event));
    on(chart, 'pointerup', (event) => this.release(event));
    on(chart, 'pointercancel', () => this.endDrag());
    on(chart, 'pointerleave', () => this.hover(undefined));
    on(chart, 'dblclick', (event) => this.zoomToBar(event.offsetX, event.offsetY));
    on(overview, 'pointerdown', (event) => this.pressOverview(event));
    on(overview, 'pointermove', (event) => this.moveOverview(event));
    on(overview, 'pointerup', () => this.endDrag());
    on(overview, 'dblclick', () => this.setWindow(undefined));
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      this.pan((event.deltaX + (event.shiftKey ? event.deltaY : 0)) / this.width);
      return;
    }
    // A pinch on a trackpad comes as a wheel with ctrl.
    this.zoom(Math.exp(event.deltaY * (event.ctrlKey ? 0.012 : 0.0016)), event.offsetX);
  }

  private press(event: PointerEvent): void {
    if (event.button !== 0) return;
    this.elements.chart.setPointerCapture(event.pointerId);
    const onHead = event.offsetY < TOP || Math.abs(event.offsetX - this.playheadX) < 5;
    this.drag = { kind: onHead ? 'scrub' : 'pan', x: event.offsetX, window: this.window(), moved: false };
    if (onHead) {
      this.page.app.playback.send({ type: 'GRAB' });
      this.page.app.playback.send({ type: 'MOVE', t: this.timeAt(event.offsetX) });
    }
  }

  private move(event: PointerEvent): void {
    const { drag } = this;
    if (drag === undefined) {
      this.pointAt(event);
      return;
    }
    if (drag.kind === 'scrub') {
      this.page.app.playback.send({ type: 'MOVE', t: this.timeAt(event.offsetX) });
      return;
    }
    const dx = event.offsetX - drag.x;
    if (!drag.moved && Math.abs(dx) < 4) return;
    drag.moved = true;
    this.elements.scroller.scrollTop -= event.movementY;
    this.setWindow(panned(drag.window, (-dx / this.width) * (drag.window[1] - drag.window[0]), this.whole()));
  }

  private release(event: PointerEvent): void {
    const { drag } = this;
    this.endDrag();
    if (drag?.kind === 'pan' && !drag.moved) this.selectAt(event.offsetX, event.offsetY);
  }

  private endDrag(): void {
    if (this.drag?.kind === 'scrub') this.page.app.playback.send({ type: 'RELEASE' });
    this.drag = undefined;
  }

  private pointAt(event: PointerEvent): void {
    const found = this.model === undefined ? undefined : barAt(this.model, event.offsetX, event.offsetY);
    this.elements.chart.style.cursor = found !== undefined ? 'pointer' : event.offsetY < TOP ? 'ew-resize' : 'grab';
    this.hover(found === undefined ? undefined : { span: found.bar.span, count: found.bar.count, x: event.clientX, y: event.clientY });
  }

  private hover(hover: TimelineHover | undefined): void {
    if (this.hovered !== hover?.span) this.soon();
    this.hovered = hover?.span;
    this.onHover(hover);
  }

  private zoomToBar(x: number, y: number): void {
    const found = this.model === undefined ? undefined : barAt(this.model, x, y);
    if (found === undefined) {
      this.setWindow(undefined);
      return;
    }
    const { derived, playback } = this.page.app;
    const { spans } = derived.readers().trace.log;
    const play = playScale(derived, playback.store.getState().mode);
    const from = play.toSeconds(spans.begin.get(found.bar.span));
    const end = spans.end.get(found.bar.span);
    const to = play.toSeconds(end < 0 ? derived.range().end : end);
    const pad = Math.max(1e-5, (to - from) * 0.6);
    this.setWindow(inside([from - pad, to + pad], this.whole()));
  }

  private pressOverview(event: PointerEvent): void {
    this.elements.overview.setPointerCapture(event.pointerId);
    const scale = scaleOf(this.whole(), 0, this.width);
    const window = this.window();
    const [x0, x1] = [scale.x(window[0]), scale.x(window[1])];
    const x = event.offsetX;
    const kind = Math.abs(x - x0) < 7 ? 'left' : Math.abs(x - x1) < 7 ? 'right' : x > x0 && x < x1 && x1 - x0 < this.width - 20 ? 'brush' : 'scrub';
    this.drag = { kind, x, window, moved: false };
    if (kind === 'scrub') {
      this.page.app.playback.send({ type: 'GRAB' });
      this.moveOverview(event);
    }
  }

  private moveOverview(event: PointerEvent): void {
    const { drag } = this;
    if (drag === undefined) return;
    const whole = this.whole();
    const scale = scaleOf(whole, 0, this.width);
    const by = scale.time(event.offsetX) - scale.time(drag.x);
    const [from, to] = drag.window;
    const least = (whole[1] - whole[0]) / 500;
    switch (drag.kind) {
      case 'scrub': {
        const { derived, playback } = this.page.app;
        playback.send({ type: 'MOVE', t: playScale(derived, playback.store.getState().mode).toMicros(scale.time(event.offsetX)) });
        break;
      }
      case 'brush': this.setWindow(panned(drag.window, by, whole)); break;
      case 'left': this.setWindow(inside([Math.min(from + by, to - least), to], whole)); break;
      case 'right': this.setWindow(inside([from, Math.max(to + by, from + least)], whole)); break;
      case 'pan': break;
    }
  }
}
