import { invariant } from '../base/assert';
import type { Result } from '../base/result';
import { err, ok } from '../base/result';

/** How a quantity was written, and so how sums of it are written. */
export type QuantityFormat = 'DecimalSI' | 'BinarySI' | 'DecimalExponent';

/** An exact amount: `nanos` is the value times 10⁹. */
export interface Quantity {
  readonly nanos: bigint;
  readonly format: QuantityFormat;
}

const NANO = 1_000_000_000n;
const FORM = /^([+-]?)([0-9]*)(?:\.([0-9]*))?([eEinumkKMGTP]*[-+]?[0-9]*)$/;
const SPLIT = '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$';

export const QUANTITY_FORMAT_WRONG = `quantities must match the regular expression '${SPLIT}'`;
export const QUANTITY_NUMERIC_WRONG = 'unable to parse numeric part of quantity';
export const QUANTITY_SUFFIX_WRONG = "unable to parse quantity's suffix";

/** Powers of ten by suffix. `E` is exa and exponent sign both: alone it is exa. */
const DECIMAL: Readonly<Record<string, number>> = { n: -9, u: -6, m: -3, '': 0, k: 3, M: 6, G: 9, T: 12, P: 15, E: 18 };
/** Powers of 1024 by suffix. */
const BINARY: Readonly<Record<string, number>> = { Ki: 1, Mi: 2, Gi: 3, Ti: 4, Pi: 5, Ei: 6 };
const DECIMAL_SUFFIX: readonly string[] = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'];
const BINARY_SUFFIX: readonly string[] = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];

/** The exact value of a quantity text; amounts finer than a nano are rounded up, as upstream does. Errors are upstream's texts. */
// Models apimachinery pkg/api/resource ParseQuantity
export function parseQuantity(text: string): Result<Quantity, string> {
  const m = FORM.exec(text);
  if (text === '' || m === null) return err(QUANTITY_FORMAT_WRONG);
  const [, sign = '', whole = '', fraction = '', suffix = ''] = m;
  if (whole === '' && fraction === '') return err(QUANTITY_NUMERIC_WRONG);
  const digits = BigInt(`${whole}${fraction}` || '0');
  const binary = BINARY[suffix];
  let format: QuantityFormat = 'DecimalSI';
  let exponent = 9 - fraction.length;
  let scale = 1n;
  if (binary !== undefined) {
    format = 'BinarySI';
    scale = 1024n ** BigInt(binary);
  } else if (DECIMAL[suffix] !== undefined) {
    exponent += DECIMAL[suffix];
  } else {
    const exp = /^[eE]([-+]?[0-9]+)$/.exec(suffix)?.[1];
    if (exp === undefined) return err(QUANTITY_SUFFIX_WRONG);
    format = 'DecimalExponent';
    exponent += Number(exp);
  }
  const scaled = digits * scale;
  const nanos = exponent >= 0 ? scaled * 10n ** BigInt(exponent) : ceilDiv(scaled, 10n ** BigInt(-exponent));
  return ok({ nanos: sign === '-' ? -nanos : nanos, format });
}

/** parseQuantity for a text that validation has already passed; a bad one is a mistake in our code. */
export function quantity(text: string): Quantity {
  const parsed = parseQuantity(text);
  invariant(parsed.ok, `bad quantity ${text}`);
  return parsed.value;
}

function ceilDiv(a: bigint, b: bigint): bigint {
  return (a + b - 1n) / b;
}

/** The canonical text: no fraction, the largest suffix that keeps it whole. `0.5` → `500m`, `1024Mi` → `1Gi`, `1000` → `1k`. */
// Models apimachinery pkg/api/resource Quantity.CanonicalizeBytes
export function formatQuantity(q: Quantity): string {
  if (q.nanos === 0n) return '0';
  const negative = q.nanos < 0n;
  const abs = negative ? -q.nanos : q.nanos;
  const sign = negative ? '-' : '';
  if (q.format === 'BinarySI' && abs >= 1024n * NANO && abs % NANO === 0n) {
    let n = abs / NANO;
    let step = 0;
    while (step < 6 && n % 1024n === 0n) {
      n /= 1024n;
      step++;
    }
    return `${sign}${n}${BINARY_SUFFIX[step] ?? ''}`;
  }
  let n = abs;
  let step = 0;
  while (step < 9 && n % 1000n === 0n) {
    n /= 1000n;
    step++;
  }
  if (q.format === 'DecimalExponent') return `${sign}${n}${step === 3 ? '' : `e${step * 3 - 9}`}`;
  return `${sign}${n}${DECIMAL_SUFFIX[step] ?? ''}`;
}

/** The canonical form of a quantity as the server stores it, or the reason why it is none. Numbers are taken as decimal texts. */
export function canonicalQuantity(value: string | number): Result<string, string> {
  if (typeof value === 'string' && isCanonical(value)) return ok(value);
  const parsed = parseQuantity(typeof value === 'number' ? String(value) : value.trim());
  return parsed.ok ? ok(formatQuantity(parsed.value)) : parsed;
}

/** Recognises the common canonical forms without big integers; false means only that it takes a closer look. */
function isCanonical(text: string): boolean {
  const m = PLAIN.exec(text);
  if (m === null || text.startsWith('0')) return text === '0';
  const n = Number(m[1]);
  return m[2] === undefined || m[2] === 'm' ? n % 1000 !== 0 : n % 1024 !== 0;
}

/** a + b. A zero has no format of its own and takes the other's. */
export function addQuantity(a: Quantity, b: Quantity): Quantity {
  return { nanos: a.nanos + b.nanos, format: a.nanos === 0n ? b.format : a.format };
}

/** a − b, in the same manner. */
export function subQuantity(a: Quantity, b: Quantity): Quantity {
  return { nanos: a.nanos - b.nanos, format: a.nanos === 0n ? b.format : a.format };
}

/** Below, at or above zero as a is less than, equal to or more than b. */
export function compareQuantity(a: Quantity, b: Quantity): -1 | 0 | 1 {
  return a.nanos === b.nanos ? 0 : a.nanos < b.nanos ? -1 : 1;
}

/** A quantity of `n` thousandths. */
export function milliQuantity(n: number, format: QuantityFormat = 'DecimalSI'): Quantity {
  return { nanos: BigInt(n) * 1_000_000n, format };
}

/** A quantity of `n` whole units. */
export function wholeQuantity(n: number, format: QuantityFormat = 'DecimalSI'): Quantity {
  return { nanos: BigInt(n) * NANO, format };
}

const PLAIN = /^([0-9]{1,9})(m|Ki|Mi|Gi)?$/;
const FACTOR: Readonly<Record<string, number>> = { '': 1, Ki: 1024, Mi: 1024 ** 2, Gi: 1024 ** 3 };

/** Whole units, rounded up: bytes of memory, counts. The common forms take no big integers. */
export function quantityValue(text: string): number {
  const m = PLAIN.exec(text);
  if (m !== null) return m[2] === 'm' ? Math.ceil(Number(m[1]) / 1000) : Number(m[1]) * (FACTOR[m[2] ?? ''] ?? 1);
  return Number(ceil(quantity(text).nanos, NANO));
}

/** Thousandths, rounded up: millicores of CPU. */
export function quantityMilliValue(text: string): number {
  const m = PLAIN.exec(text);
  if (m !== null && m[2] === 'm') return Number(m[1]);
  if (m !== null && m[2] === undefined) return Number(m[1]) * 1000;
  return Number(ceil(quantity(text).nanos, 1_000_000n));
}

function ceil(nanos: bigint, unit: bigint): bigint {
  return nanos >= 0n ? ceilDiv(nanos, unit) : nanos / unit;
}

/** Rounds up to a thousandth: the finest amount that a resource list may hold. */
export function roundUpToMilli(q: Quantity): Quantity {
  return { nanos: ceil(q.nanos, 1_000_000n) * 1_000_000n, format: q.format };
}
