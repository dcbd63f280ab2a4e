import { fitting } from '../text-width';

/** What drawing needs of a canvas; a test gives a recorder instead. */
export type Ctx = Pick<
  CanvasRenderingContext2D,
  | 'fillStyle' | 'strokeStyle' | 'lineWidth' | 'font' | 'textAlign' | 'textBaseline' | 'globalAlpha' | 'lineCap'
  | 'fillRect' | 'clearRect' | 'fillText' | 'beginPath' | 'moveTo' | 'lineTo' | 'bezierCurveTo' | 'roundRect' | 'rect' | 'closePath' | 'fill' | 'stroke' | 'clip' | 'save' | 'restore' | 'setLineDash'
>;

export function rounded(ctx: Ctx, x: number, y: number, w: number, h: number, r: number): void {
  ctx.beginPath();
  ctx.roundRect(x, y, w, h, Math.min(r, w / 2, h / 2));
}

export function line(ctx: Ctx, x0: number, y0: number, x1: number, y1: number): void {
  ctx.beginPath();
  ctx.moveTo(x0, y0);
  ctx.lineTo(x1, y1);
  ctx.stroke();
}

/** Text cut to `room` pixels, or nothing where it would say nothing. */
export function textIn(ctx: Ctx, text: string, x: number, y: number, room: number, size: number): void {
  const fits = fitting(text, room / size);
  if (fits === text.length) ctx.fillText(text, x, y);
  else if (room > size * 2.2) ctx.fillText(`${text.slice(0, fitting(text, room / size - 0.9))}…`, x, y);
}
