import type { Bar } from '../../trace/views';
import { line, rounded, textIn, type Ctx } from './canvas';
import { HEAD_HEIGHT, PATH_HEIGHT, TOP, type DrawnLane, type TimelineModel } from './model';
import type { CanvasTheme } from './theme';

/** Draws one picture of the timeline. Pure but for the context: the same model gives the same calls. */
export function drawTimeline(ctx: Ctx, model: TimelineModel, theme: CanvasTheme): void {
  ctx.clearRect(0, 0, model.width, model.height);
  ctx.textBaseline = 'middle';
  ctx.save();
  ctx.beginPath();
  ctx.rect(0, TOP, model.width, model.height - TOP);
  ctx.clip();
  drawChapterGrounds(ctx, model, theme);
  for (const lane of model.lanes) drawLane(ctx, lane, model, theme);
  drawArrows(ctx, model, theme);
  ctx.restore();
  drawHead(ctx, model, theme);
  drawPath(ctx, model, theme);
}

function drawChapterGrounds(ctx: Ctx, model: TimelineModel, theme: CanvasTheme): void {
  for (const band of model.chapters) {
    if (band.current) {
      ctx.globalAlpha = 0.6;
      ctx.fillStyle = theme.hues[band.component].soft;
      ctx.fillRect(band.x0, TOP, band.x1 - band.x0, model.height - TOP);
      ctx.globalAlpha = 1;
    }
    ctx.strokeStyle = theme.line;
    ctx.lineWidth = 1;
    line(ctx, Math.round(band.x0) + 0.5, TOP, Math.round(band.x0) + 0.5, model.height);
  }
}

function drawLane(ctx: Ctx, lane: DrawnLane, model: TimelineModel, theme: CanvasTheme): void {
  const top = TOP + lane.y - model.scrollTop;
  if (top > model.height || top + lane.height < TOP) return;
  ctx.strokeStyle = theme.line;
  ctx.lineWidth = 1;
  line(ctx, 0, Math.round(top + lane.height) - 0.5, model.width, Math.round(top + lane.height) - 0.5);
  const size = lane.depth === 0 ? 11 : 10;
  ctx.font = `500 ${size}px ${theme.font}`;
  ctx.textAlign = 'left';
  const ends = labelEnds(lane.bars);
  lane.bars.forEach((bar, i) => drawBar(ctx, bar, ends[i] ?? bar.x1, lane, top, size, model, theme));
}

/** How far each bar's label may go: to its end, or to where the next bar of its row begins on top of it. */
function labelEnds(bars: readonly Bar[]): readonly number[] {
  const next = new Map<number, number>();
  const ends: number[] = [];
  for (let i = bars.length - 1; i >= 0; i--) {
    const bar = bars[i];
    if (bar === undefined) continue;
    ends[i] = Math.min(bar.x1, next.get(bar.row) ?? Infinity);
    next.set(bar.row, bar.x0);
  }
  return ends;
}

function drawBar(ctx: Ctx, bar: Bar, labelEnd: number, lane: DrawnLane, top: number, size: number, model: TimelineModel, theme: CanvasTheme): void {
  const hue = theme.hues[lane.component];
  const gap = lane.depth === 0 ? 4 : 2;
  const y = top + bar.row * lane.rowHeight + gap;
  const h = lane.rowHeight - 2 * gap;
  const x0 = Math.max(-8, bar.x0);
  const w = Math.max(1.5, Math.min(model.width + 8, bar.x1) - x0 - (bar.x1 - bar.x0 > 4 ? 1 : 0));
  const lit = model.onPath.has(bar.span);
  const selected = bar.span === model.selected;
  ctx.globalAlpha = model.pathOnly && !lit && !selected ? 0.22 : 1;
  ctx.fillStyle = hue.fill;
  if (w < 4) ctx.fillRect(x0, y, w, h);
  else {
    rounded(ctx, x0, y, w, h, lane.depth === 0 ? 5 : 3);
    ctx.fill();
  }
  const room = Math.min(labelEnd, model.width) - x0;
  if (room > 26) {
    ctx.fillStyle = theme.onFill;
    textIn(ctx, model.label(bar), x0 + 6, y + h / 2 + 0.5, room - 10, size, bar.count === 1);
  }
  ctx.globalAlpha = 1;
  if (selected || bar.span === model.hovered) {
    ctx.strokeStyle = selected ? theme.ink : theme.line3;
    ctx.lineWidth = selected ? 2 : 1.5;
    rounded(ctx, x0 - 1, y - 1, w + 2, h + 2, 6);
    ctx.stroke();
  }
}

function drawArrows(ctx: Ctx, model: TimelineModel, theme: CanvasTheme): void {
  for (const { from, to, component, kind } of model.arrows) {
    const color = theme.hues[component].ink;
    ctx.strokeStyle = color;
    ctx.lineWidth = 1.6;
    ctx.setLineDash(kind === 'cause' ? [] : [4, 3]);
    const y0 = from.y - model.scrollTop;
    const y1 = to.y - model.scrollTop;
    const bend = Math.max(14, Math.min(60, Math.abs(to.x - from.x) / 2));
    ctx.beginPath();
    ctx.moveTo(from.x, y0);
    ctx.bezierCurveTo(from.x + bend, y0, to.x - bend, y1, to.x - 4, y1);
    ctx.stroke();
    ctx.setLineDash([]);
    ctx.fillStyle = color;
    ctx.beginPath();
    ctx.moveTo(to.x, y1);
    ctx.lineTo(to.x - 6, y1 - 3.5);
    ctx.lineTo(to.x - 6, y1 + 3.5);
    ctx.closePath();
    ctx.fill();
  }
}

/** Chapters by name where they have room; between them the ruler. */
function drawHead(ctx: Ctx, model: TimelineModel, theme: CanvasTheme): void {
  ctx.fillStyle = theme.panel;
  ctx.fillRect(0, 0, model.width, TOP);
  ctx.font = `500 10px ${theme.font}`;
  ctx.textAlign = 'left';
  for (const { x, label } of model.ticks) {
    ctx.strokeStyle = theme.line2;
    ctx.lineWidth = 1;
    line(ctx, Math.round(x) + 0.5, HEAD_HEIGHT - 5, Math.round(x) + 0.5, HEAD_HEIGHT);
    if (model.chapters.length === 0) {
      ctx.fillStyle = theme.ink3;
      ctx.fillText(label, x + 4, 13);
    }
  }
  ctx.font = `600 11px ${theme.font}`;
  for (const band of model.chapters) {
    const x0 = Math.max(band.x0, 0);
    const room = Math.min(band.x1, model.width) - x0;
    const hue = theme.hues[band.component];
    if (room < 3) continue;
    ctx.fillStyle = band.current ? hue.fill : hue.tint;
    rounded(ctx, x0 + 1, 3, room - 2, HEAD_HEIGHT - 6, 6);
    ctx.fill();
    ctx.fillStyle = band.current ? theme.onFill : hue.ink;
    textIn(ctx, band.titles, x0 + 9, HEAD_HEIGHT / 2 + 0.5, room - 14, 11, true);
  }
}

/** The critical path: from Enter to Ready without a gap, in the colour of whoever time was spent at. */
function drawPath(ctx: Ctx, model: TimelineModel, theme: CanvasTheme): void {
  for (const piece of model.path) {
    const w = Math.max(1, piece.x1 - piece.x0);
    const hue = theme.hues[piece.component];
    ctx.fillStyle = piece.waiting ? hue.line : hue.fill;
    ctx.globalAlpha = piece.waiting ? 0.55 : 1;
    ctx.fillRect(piece.x0, HEAD_HEIGHT + (piece.waiting ? 6 : 4), w, PATH_HEIGHT - (piece.waiting ? 12 : 8));
    ctx.globalAlpha = 1;
  }
  ctx.strokeStyle = theme.line;
  ctx.lineWidth = 1;
  line(ctx, 0, TOP - 0.5, model.width, TOP - 0.5);
}
