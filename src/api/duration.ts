/** Durations as kubectl and the printers show them. Input is in seconds, with a fraction or without. */

const unit = (n: number, rest: number, big: string, small: string): string => (rest === 0 ? `${n}${big}` : `${n}${big}${rest}${small}`);

/**
 * Two units at most: `9s`, `118s`, `2m15s`, `45m`, `3h5m`, `2d4h`, `1y30d`. `<invalid>` for times more than a second ahead.
 */
// Models apimachinery pkg/util/duration HumanDuration
export function humanDuration(durationSeconds: number): string {
  const s = Math.trunc(durationSeconds);
  if (s < -1) return '<invalid>';
  if (s < 0) return '0s';
  if (s < 120) return `${s}s`;
  const minutes = Math.trunc(s / 60);
  if (minutes < 10) return unit(minutes, s % 60, 'm', 's');
  if (minutes < 180) return `${minutes}m`;
  const hours = Math.trunc(s / 3600);
  if (hours < 8) return unit(hours, minutes % 60, 'h', 'm');
  if (hours < 48) return `${hours}h`;
  const days = Math.trunc(hours / 24);
  if (hours < 192) return unit(days, hours % 24, 'd', 'h');
  if (days < 730) return `${days}d`;
  if (days < 2920) return unit(Math.trunc(days / 365), days % 365, 'y', 'd');
  return `${Math.trunc(days / 365)}y`;
}

/** One unit: `59s`, `59m`, `23h`, `364d`, `3y`. */
// Models apimachinery pkg/util/duration ShortHumanDuration
export function shortHumanDuration(durationSeconds: number): string {
  const s = Math.trunc(durationSeconds);
  if (s < -1) return '<invalid>';
  if (s < 0) return '0s';
  if (s < 60) return `${s}s`;
  if (s < 3600) return `${Math.trunc(s / 60)}m`;
  if (s < 86_400) return `${Math.trunc(s / 3600)}h`;
  if (s < 86_400 * 365) return `${Math.trunc(s / 86_400)}d`;
  return `${Math.trunc(s / 86_400 / 365)}y`;
}

/**
 * Go's Duration text, as in pull events and back-off messages: `1.5s`, `250ms`, `2m3s`, `40s`, `1h0m0s`, `0s`.
 */
export function goDuration(micros: number): string {
  if (micros === 0) return '0s';
  const sign = micros < 0 ? '-' : '';
  const abs = Math.abs(micros);
  if (abs < 1000) return `${sign}${abs}µs`;
  if (abs < 1_000_000) return `${sign}${decimal(abs, 3)}ms`;
  const hours = Math.floor(abs / 3_600_000_000);
  const minutes = Math.floor((abs % 3_600_000_000) / 60_000_000);
  const rest = `${decimal(abs % 60_000_000, 6)}s`;
  if (hours > 0) return `${sign}${hours}h${minutes}m${rest}`;
  return minutes > 0 ? `${sign}${minutes}m${rest}` : `${sign}${rest}`;
}

/** `n / 10^digits` without trailing zeros. */
function decimal(n: number, digits: number): string {
  const scale = 10 ** digits;
  const fraction = String(n % scale).padStart(digits, '0').replace(/0+$/, '');
  const whole = Math.floor(n / scale);
  return fraction === '' ? `${whole}` : `${whole}.${fraction}`;
}
