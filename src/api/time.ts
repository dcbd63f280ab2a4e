/**
 * Times as Kubernetes writes them, from integer microseconds since 1970-01-01T00:00:00Z, without the Date object.
 * Epoch microseconds stay safe integers until the year 2255.
 */

const MICROS_PER_SECOND = 1_000_000;
const SECONDS_PER_DAY = 86_400;
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

interface Civil {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
  /** 0 is Sunday. */
  readonly weekday: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

const two = (n: number): string => (n < 10 ? `0${n}` : `${n}`);

/** Days since the epoch of a date of the proleptic Gregorian calendar; years are counted from March so that leap days come last. */
function daysFromCivil(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

function civil(epochSeconds: number): Civil {
  const days = Math.floor(epochSeconds / SECONDS_PER_DAY);
  // An integer for the engine too: the remainders below cost a tenth then.
  const rest = (epochSeconds - days * SECONDS_PER_DAY) | 0;
  const z = days + 719_468;
  const era = Math.floor(z / 146_097);
  const doe = z - era * 146_097;
  const yoe = Math.floor((doe - Math.floor(doe / 1460) + Math.floor(doe / 36_524) - Math.floor(doe / 146_096)) / 365);
  const doy = doe - (365 * yoe + Math.floor(yoe / 4) - Math.floor(yoe / 100));
  const mp = Math.floor((5 * doy + 2) / 153);
  const month = mp < 10 ? mp + 3 : mp - 9;
  return {
    year: yoe + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: doy - Math.floor((153 * mp + 2) / 5) + 1,
    weekday: (((days + 4) % 7) + 7) % 7,
    hour: Math.floor(rest / 3600),
    minute: Math.floor((rest % 3600) / 60),
    second: rest % 60,
  };
}

const seconds = (epochMicros: number): number => Math.floor(epochMicros / MICROS_PER_SECOND);

const ZERO = 48;
/** The character code of a decimal digit of `n`. */
const digit = (n: number, unit: number): number => ZERO + (Math.floor(n / unit) % 10);

/** In one piece: a quarter of the cost of putting it together from pieces. Years have four digits. */
function dateAndClock(epochSeconds: number): string {
  const { year, month, day, hour, minute, second } = civil(epochSeconds);
  return String.fromCharCode(
    digit(year, 1000), digit(year, 100), digit(year, 10), digit(year, 1), 45, digit(month, 10), digit(month, 1), 45, digit(day, 10), digit(day, 1), 84,
    digit(hour, 10), digit(hour, 1), 58, digit(minute, 10), digit(minute, 1), 58, digit(second, 10), digit(second, 1),
  );
}

/** meta/v1 Time: `2026-11-30T17:02:14Z`, the fraction of the second cut off. */
export function formatTime(epochMicros: number): string {
  return `${dateAndClock(seconds(epochMicros))}Z`;
}

/** meta/v1 MicroTime: `2026-11-30T17:02:14.000512Z`, always six digits. */
export function formatMicroTime(epochMicros: number): string {
  const whole = seconds(epochMicros);
  return `${dateAndClock(whole)}.${String(epochMicros - whole * MICROS_PER_SECOND).padStart(6, '0')}Z`;
}

/** `Mon, 30 Nov 2026 17:02:14 +0000`: how describe shows times. */
export function formatRFC1123Z(epochMicros: number): string {
  const c = civil(seconds(epochMicros));
  return `${WEEKDAYS[c.weekday]}, ${two(c.day)} ${MONTHS[c.month - 1]} ${c.year} ${two(c.hour)}:${two(c.minute)}:${two(c.second)} +0000`;
}

const RFC3339 = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?:Z|([+-])(\d\d):(\d\d))$/;

/** Epoch microseconds of an RFC 3339 text with or without a fraction; undefined when it is not one. */
export function parseTime(text: string): number | undefined {
  const m = RFC3339.exec(text);
  if (m === null) return undefined;
  const part = (i: number): number => Number(m[i] ?? '0');
  const month = part(2);
  if (month < 1 || month > 12 || part(3) < 1 || part(3) > 31 || part(4) > 23 || part(5) > 59 || part(6) > 59) return undefined;
  const offset = (part(9) * 3600 + part(10) * 60) * (m[8] === '-' ? -1 : 1);
  const whole = daysFromCivil(part(1), month, part(3)) * SECONDS_PER_DAY + part(4) * 3600 + part(5) * 60 + part(6) - offset;
  return whole * MICROS_PER_SECOND + Number((m[7] ?? '').padEnd(6, '0').slice(0, 6));
}

/** Epoch seconds of a stored timestamp, which is known to be one; undefined when it is absent or null. */
export function epochSeconds(text: string | null | undefined): number | undefined {
  if (text === undefined || text === null) return undefined;
  const micros = parseTime(text);
  return micros === undefined ? undefined : seconds(micros);
}

/**
 * The cron fields of a moment in UTC: minute, hour, day of month, month (1–12), weekday (0 is Sunday).
 */
export function cronFields(epochMicros: number): Pick<Civil, 'minute' | 'hour' | 'day' | 'month' | 'weekday'> {
  return civil(seconds(epochMicros));
}
