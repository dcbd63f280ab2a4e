import type { Micros } from '../kernel/time';

/** The stretch of a log that a recording covers, and its clock: milliseconds since the stretch began. */
export interface Window {
  readonly from: Micros;
  readonly to: Micros;
  readonly ms: (t: Micros) => number;
}
