import type { Prng } from '../base/prng';
import type { Micros } from './time';

/** How long something takes, in microseconds: a log-normal with this median, a tenth of all draws above `p90`, cut to [min, max]. */
export interface Distribution {
  readonly p50: number;
  readonly p90: number;
  readonly min?: number;
  readonly max?: number;
}

const Z90 = 1.2815515655446004;

/** One draw. A whole number of microseconds, at least 1 unless `min` allows 0. */
export function draw(d: Distribution, random: Prng): Micros {
  const sigma = Math.log(d.p90 / d.p50) / Z90;
  const value = d.p50 * Math.exp(sigma * random.normal());
  return Math.round(Math.min(d.max ?? d.p90 * 4, Math.max(d.min ?? 1, value)));
}
