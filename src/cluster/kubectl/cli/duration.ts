import { err, ok, type Result } from '../../../base/result';
import { MILLISECOND, MINUTE, SECOND, type Micros } from '../../../kernel/time';

const UNITS: Readonly<Record<string, number>> = { ns: 0.001, us: 1, 'µs': 1, ms: MILLISECOND, s: SECOND, m: MINUTE, h: 60 * MINUTE };

/** `1m30s` in microseconds. The error is Go's. Models Go time.ParseDuration. */
export function parseDuration(text: string): Result<Micros, string> {
  const invalid = err(`time: invalid duration ${JSON.stringify(text)}`);
  const sign = text.startsWith('-') ? -1 : 1;
  let rest = text.replace(/^[+-]/, '');
  if (rest === '0') return ok(0);
  if (rest === '') return invalid;
  let total = 0;
  while (rest !== '') {
    const match = /^([0-9]*\.?[0-9]*)([^0-9.]*)/.exec(rest);
    const [whole = '', digits = '', unit = ''] = match ?? [];
    if (digits === '' || digits === '.') return invalid;
    if (unit === '') return err(`time: missing unit in duration ${JSON.stringify(text)}`);
    const size = UNITS[unit];
    if (size === undefined) return err(`time: unknown unit ${JSON.stringify(unit)} in duration ${JSON.stringify(text)}`);
    total += Number(digits) * size;
    rest = rest.slice(whole.length);
  }
  return ok(sign * Math.round(total));
}
