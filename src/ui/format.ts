/** `12.4 ms`, `1.19 s`, `640 µs`: three digits that matter, of microseconds. */
export function duration(micros: number): string {
  const abs = Math.abs(micros);
  if (abs < 1000) return `${Math.round(micros)} µs`;
  if (abs < 1_000_000) return `${digits(micros / 1000)} ms`;
  if (abs < 120_000_000) return `${digits(micros / 1_000_000)} s`;
  return `${Math.floor(micros / 60_000_000)} min ${Math.round((micros % 60_000_000) / 1_000_000)} s`;
}

function digits(value: number): string {
  const abs = Math.abs(value);
  return value.toFixed(abs >= 100 ? 0 : abs >= 10 ? 1 : 2);
}

/** `0.138 s`: for clocks, whose width must not dance. */
export const clock = (micros: number): string => `${(micros / 1_000_000).toFixed(3)} s`;
