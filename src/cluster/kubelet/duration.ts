import { SECOND, type Micros } from '../../kernel/time';

/** Microseconds as Go prints a duration: `29.184ms`, `1.5s`, `2m3s`. `unit` cuts off what is smaller, in microseconds. */
export function goDuration(micros: Micros, unit = 1): string {
  const value = Math.floor(micros / unit) * unit;
  if (value === 0) return '0s';
  if (value < 1000) return `${value}µs`;
  if (value < SECOND) return `${value / 1000}ms`;
  const minutes = Math.floor(value / (60 * SECOND));
  const seconds = `${Number(((value - minutes * 60 * SECOND) / SECOND).toFixed(6))}s`;
  if (minutes === 0) return seconds;
  return minutes < 60 ? `${minutes}m${seconds}` : `${Math.floor(minutes / 60)}h${minutes % 60}m${seconds}`;
}
