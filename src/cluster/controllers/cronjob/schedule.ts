import { cronFields } from '../../../api/time';
import { err, ok, type Result } from '../../../base/result';

/** When a schedule such as `0 3 * * mon-fri` is due. Times are microseconds since 1970, in UTC. */

const MINUTE = 60_000_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** No schedule is looked for further ahead: `0 0 31 2 *` is never due. */
const HORIZON = 5 * 366 * DAY;

export interface Schedule {
  readonly minute: ReadonlySet<number>;
  readonly hour: ReadonlySet<number>;
  readonly day: ReadonlySet<number>;
  readonly month: ReadonlySet<number>;
  readonly weekday: ReadonlySet<number>;
  /** Day of month or weekday is a star: then both have to match, otherwise either. */
  readonly anyDay: boolean;
  /** `@every 90s`: this many microseconds after the last time; the sets are then not used. */
  readonly every?: number;
}

interface Field {
  readonly name: 'minute' | 'hour' | 'day' | 'month' | 'weekday';
  readonly from: number;
  readonly to: number;
  readonly names: readonly string[];
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const FIELDS: readonly Field[] = [
  { name: 'minute', from: 0, to: 59, names: [] }, { name: 'hour', from: 0, to: 23, names: [] }, { name: 'day', from: 1, to: 31, names: [] },
  { name: 'month', from: 1, to: 12, names: MONTHS }, { name: 'weekday', from: 0, to: 6, names: WEEKDAYS },
];
const MACROS: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *', '@annually': '0 0 1 1 *', '@monthly': '0 0 1 * *', '@weekly': '0 0 * * 0', '@daily': '0 0 * * *', '@midnight': '0 0 * * *', '@hourly': '0 * * * *',
};
const UNITS: Readonly<Record<string, number>> = { h: HOUR, m: MINUTE, s: 1_000_000 };

/** Models github.com/robfig/cron/v3 ParseStandard. */
export function parseSchedule(text: string): Result<Schedule, string> {
  const trimmed = text.trim();
  if (trimmed.startsWith('@every ')) {
    const every = [...trimmed.slice(7).matchAll(/(\d+)([hms])/g)].reduce((sum, [, n, unit]) => sum + Number(n) * (UNITS[unit ?? ''] ?? 0), 0);
    return every > 0 ? ok({ minute: new Set(), hour: new Set(), day: new Set(), month: new Set(), weekday: new Set(), anyDay: true, every }) : err(`failed to parse duration ${trimmed}`);
  }
  if (trimmed.startsWith('@') && MACROS[trimmed] === undefined) return err(`unrecognized descriptor: ${trimmed}`);
  const parts = (MACROS[trimmed] ?? trimmed).split(/\s+/);
  if (parts.length !== FIELDS.length) return err(`expected exactly 5 fields, found ${parts.length}: [${parts.join(' ')}]`);
  const sets = new Map<string, ReadonlySet<number>>();
  for (const [i, field] of FIELDS.entries()) {
    const set = parseField(parts[i] ?? '', field);
    if (!set.ok) return set;
    sets.set(field.name, set.value);
  }
  const get = (name: Field['name']): ReadonlySet<number> => sets.get(name) ?? new Set();
  return ok({ minute: get('minute'), hour: get('hour'), day: get('day'), month: get('month'), weekday: get('weekday'), anyDay: isStar(parts[2]) || isStar(parts[4]) });
}

const isStar = (part: string | undefined): boolean => part !== undefined && /^[*?](\/1)?$/.test(part);

function parseField(text: string, { from, to, names }: Field): Result<ReadonlySet<number>, string> {
  const out = new Set<number>();
  const value = (word: string): number => {
    const named = names.indexOf(word.toLowerCase());
    if (named >= 0) return named + (names === MONTHS ? 1 : 0);
    return /^\d+$/.test(word) ? Number(word) : NaN;
  };
  for (const term of text.split(',')) {
    const [range = '', stepText] = term.split('/');
    const step = stepText === undefined ? 1 : Number(stepText);
    const [low = '', high] = range.split('-');
    const star = low === '*' || low === '?';
    const start = star ? from : value(low);
    const end = star ? to : high !== undefined ? value(high) : stepText === undefined ? start : to;
    if (Number.isNaN(start) || Number.isNaN(end)) return err(`failed to parse int from ${term}: strconv.Atoi: parsing "${term}": invalid syntax`);
    if (start < from) return err(`beginning of range (${start}) below minimum (${from}): ${term}`);
    if (end > to) return err(`end of range (${end}) above maximum (${to}): ${term}`);
    if (start > end) return err(`beginning of range (${start}) beyond end of range (${end}): ${term}`);
    if (!(step > 0)) return err(`step of range should be a positive number: ${term}`);
    for (let n = start; n <= end; n += step) out.add(n);
  }
  return ok(out);
}

/** The first time after `after` at which the schedule is due; undefined when there is none in five years. */
export function nextTime(s: Schedule, after: number): number | undefined {
  if (s.every !== undefined) return Math.floor(after / 1_000_000) * 1_000_000 + s.every;
  let t = (Math.floor(after / MINUTE) + 1) * MINUTE;
  for (const end = after + HORIZON; t < end;) {
    const f = cronFields(t);
    const day = s.day.has(f.day);
    const weekday = s.weekday.has(f.weekday);
    if (!s.month.has(f.month) || !(s.anyDay ? day && weekday : day || weekday)) t = (Math.floor(t / DAY) + 1) * DAY;
    else if (!s.hour.has(f.hour)) t = (Math.floor(t / HOUR) + 1) * HOUR;
    else if (!s.minute.has(f.minute)) t += MINUTE;
    else return t;
  }
  return undefined;
}

/** More missed times than these are not counted one by one. */
export const TOO_MANY = 100;

/**
 * Times since `earliest` at which the schedule was due, oldest first; at most a hundred and one.
 */
export function missedTimes(s: Schedule, earliest: number, now: number): readonly number[] {
  const out: number[] = [];
  for (let t = nextTime(s, earliest); t !== undefined && t <= now && out.length <= TOO_MANY; t = nextTime(s, t)) out.push(t);
  return out;
}
