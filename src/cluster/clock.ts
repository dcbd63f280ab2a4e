import type { Micros } from '../kernel/time';

/** The wall clock of the simulated world when virtual time is zero: 2026-11-30T17:00:00Z, in microseconds since 1970. */
export const EPOCH_MICROS = 1_796_058_000_000_000;

/** What the wall clocks of the simulated world show, in microseconds since 1970. They all agree. */
export const wallMicros = (now: Micros): number => EPOCH_MICROS + now;

/** The same in whole seconds, rounded down, as object timestamps keep it. */
export const wallSeconds = (now: Micros): number => Math.floor((EPOCH_MICROS + now) / 1_000_000);
