/** A box of the map's world; world units are pixels at zoom 1. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A cubic Bézier curve. */
export interface Curve {
  readonly from: Point;
  readonly c1: Point;
  readonly c2: Point;
  readonly to: Point;
}

export const centre = (box: Box): Point => ({ x: box.x + box.w / 2, y: box.y + box.h / 2 });

/** A curve that leaves and arrives along the axis on which the ends are further apart. */
export function curveBetween(from: Point, to: Point, axis: 'x' | 'y'): Curve {
  const bend = 0.5;
  return axis === 'x'
    ? { from, c1: { x: from.x + (to.x - from.x) * bend, y: from.y }, c2: { x: to.x - (to.x - from.x) * bend, y: to.y }, to }
    : { from, c1: { x: from.x, y: from.y + (to.y - from.y) * bend }, c2: { x: to.x, y: to.y - (to.y - from.y) * bend }, to };
}

export const pathOf = ({ from, c1, c2, to }: Curve): string => `M${from.x} ${from.y}C${c1.x} ${c1.y} ${c2.x} ${c2.y} ${to.x} ${to.y}`;

/** The point at `t` of [0, 1]. */
export function pointOn({ from, c1, c2, to }: Curve, t: number): Point {
  const u = 1 - t;
  const [a, b, c, d] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t];
  return { x: a * from.x + b * c1.x + c * c2.x + d * to.x, y: a * from.y + b * c1.y + c * c2.y + d * to.y };
}

/** The stretch of a curve between two of its points, as a path. */
export function pathBetween(curve: Curve, from: number, to: number): string {
  const steps = 8;
  const points = Array.from({ length: steps + 1 }, (_, i) => {
    const { x, y } = pointOn(curve, from + ((to - from) * i) / steps);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  return `M${points.join('L')}`;
}

/** The direction of travel at `t`, in degrees: 0 is to the right, 90 is down. */
export function headingOn({ from, c1, c2, to }: Curve, t: number): number {
  const u = 1 - t;
  const dx = u * u * (c1.x - from.x) + 2 * u * t * (c2.x - c1.x) + t * t * (to.x - c2.x);
  const dy = u * u * (c1.y - from.y) + 2 * u * t * (c2.y - c1.y) + t * t * (to.y - c2.y);
  return (Math.atan2(dy, dx) * 180) / Math.PI;
}

export const reversed = ({ from, c1, c2, to }: Curve): Curve => ({ from: to, c1: c2, c2: c1, to: from });

/** The smallest box around all of them. */
export function around(boxes: readonly Box[]): Box {
  const x = Math.min(...boxes.map((b) => b.x));
  const y = Math.min(...boxes.map((b) => b.y));
  return { x, y, w: Math.max(...boxes.map((b) => b.x + b.w)) - x, h: Math.max(...boxes.map((b) => b.y + b.h)) - y };
}
