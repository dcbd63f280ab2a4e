import type { App } from '../../state/app';
import { playScale } from '../../state/derived';
import { COMPONENTS } from '../../trace/types';
import { rounded, type Ctx } from './canvas';
import { scaleOf, type Window } from './scale';
import type { CanvasTheme } from './theme';

export const OVERVIEW_HEIGHT = 30;

export interface OverviewModel {
  readonly width: number;
  readonly whole: Window;
  readonly window: Window;
  /** Pieces of work by component, in pixels. */
  readonly rows: readonly { readonly component: (typeof COMPONENTS)[number]; readonly pieces: readonly (readonly [number, number])[] }[];
}

/** Everything at once, a thin row a component. */
export function overviewAt(app: Pick<App, 'derived' | 'playback'>, width: number, whole: Window, window: Window): OverviewModel {
  const play = playScale(app.derived, app.playback.store.getState().mode);
  const scale = scaleOf(whole, 0, width);
  const toX = (time: number): number => scale.x(play.toSeconds(time));
  const { lanes } = app.derived.readers();
  const rows = COMPONENTS.map((component) => ({
    component, pieces: lanes.bars(component, { from: play.toMicros(whole[0]), to: play.toMicros(whole[1]), toX, least: 1.5, flat: true }).map((bar) => [bar.x0, bar.x1] as const),
  }));
  return { width, whole, window, rows: rows.filter((row) => row.pieces.length > 0) };
}

export function drawOverview(ctx: Ctx, model: OverviewModel, theme: CanvasTheme): void {
  ctx.clearRect(0, 0, model.width, OVERVIEW_HEIGHT);
  const height = Math.min(4, (OVERVIEW_HEIGHT - 8) / Math.max(1, model.rows.length));
  model.rows.forEach(({ component, pieces }, i) => {
    ctx.fillStyle = theme.hues[component].fill;
    for (const [x0, x1] of pieces) ctx.fillRect(x0, 4 + i * height, Math.max(1, x1 - x0), Math.max(1, height - 0.8));
  });
  const scale = scaleOf(model.whole, 0, model.width);
  const [x0, x1] = [scale.x(model.window[0]), scale.x(model.window[1])];
  ctx.globalAlpha = 0.72;
  ctx.fillStyle = theme.panel;
  ctx.fillRect(0, 0, Math.max(0, x0), OVERVIEW_HEIGHT);
  ctx.fillRect(x1, 0, Math.max(0, model.width - x1), OVERVIEW_HEIGHT);
  ctx.globalAlpha = 1;
  ctx.strokeStyle = theme.line3;
  ctx.lineWidth = 1;
  rounded(ctx, x0 + 0.5, 0.5, Math.max(6, x1 - x0 - 1), OVERVIEW_HEIGHT - 1, 5);
  ctx.stroke();
  ctx.fillStyle = theme.line3;
  for (const x of [x0, x1]) {
    rounded(ctx, Math.min(model.width - 4, Math.max(0, x - 2)), 9, 4, 12, 2);
    ctx.fill();
  }
}
