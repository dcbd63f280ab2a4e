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

/** The longest form of a text that has room; `cut` may shorten the last one, down to where it would say nothing. */
export function textIn(ctx: Ctx, forms: readonly string[], x: number, y: number, room: number, size: number, cut: boolean): void {
  const whole = forms.find((form) => fitting(form, room / size) === form.length);
  const last = forms[forms.length - 1] ?? '';
  if (whole !== undefined) ctx.fillText(whole, x, y);
  else if (cut && room > size * LEAST_EMS) ctx.fillText(`${last.slice(0, fitting(last, room / size - 0.9)).trimEnd()}…`, x, y);
}

/** Room (in text sizes) for about six letters: fewer of them do not bring a word to mind. */
const LEAST_EMS = 3.6;
