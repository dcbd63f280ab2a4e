import type { Prng } from '../base/prng';
import type { Micros } from './time';

/** How long something takes, in microseconds: a log-normal with this median, a tenth of all draws above `p90`, cut to [min, max]. */
export interface Distribution {
  readonly p50: number;
  readonly p90: number;
  readonly min?: number;
  readonly max?: number;
  /** Of the underlying normal distribution, where it was worked out before: a quarter of what a draw costs. */
  readonly sigma?: number;
}

const Z90 = 1.2815515655446004;
const sigmaOf = (p50: number, p90: number): number => Math.log(p90 / p50) / Z90;

/** A distribution that is drawn from often: the same as the literal, with its sigma at hand. */
export function distribution(p50: number, p90: number, min = 1): Distribution {
  return { p50, p90, min, max: p90 * 4, sigma: sigmaOf(p50, p90) };
}

/** One draw. A whole number of microseconds, at least 1 unless `min` allows 0. */
export function draw(d: Distribution, random: Prng): Micros {
  const sigma = d.sigma ?? sigmaOf(d.p50, d.p90);
  const value = d.p50 * Math.exp(sigma * random.normal());
  return Math.round(Math.min(d.max ?? d.p90 * 4, Math.max(d.min ?? 1, value)));
}
