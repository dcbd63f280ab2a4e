import type { StatusCause } from '../types';
import type { KubeVersion } from '../version';

/** The kinds of field error; the value is the `reason` of the cause in a Status. */
export type FieldErrorType =
  | 'FieldValueNotFound'
  | 'FieldValueRequired'
  | 'FieldValueDuplicate'
  | 'FieldValueInvalid'
  | 'FieldValueNotSupported'
  | 'FieldValueForbidden'
  | 'FieldValueTooLong'
  | 'FieldValueTooMany'
  | 'InternalError';

/** A structured value, with the text that Go's `%#v` makes of it: old releases print that, new ones JSON. */
export interface GoValue {
  readonly go: string;
  readonly json: unknown;
}

export type BadValue = string | number | boolean | GoValue | undefined;

/** One complaint about one field. `field` is a path such as `spec.containers[0].image`. */
export interface FieldError {
  readonly type: FieldErrorType;
  readonly field: string;
  /** Undefined stands for a nil value, shown as `"null"`. */
  readonly value: BadValue;
  readonly detail: string;
}

export const required = (field: string, detail = ''): FieldError => ({ type: 'FieldValueRequired', field, value: '', detail });
export const invalid = (field: string, value: BadValue, detail: string): FieldError => ({ type: 'FieldValueInvalid', field, value, detail });
export const duplicate = (field: string, value: BadValue): FieldError => ({ type: 'FieldValueDuplicate', field, value, detail: '' });
export const forbidden = (field: string, detail: string): FieldError => ({ type: 'FieldValueForbidden', field, value: '', detail });
export const notFound = (field: string, value: BadValue): FieldError => ({ type: 'FieldValueNotFound', field, value, detail: '' });
export const internal = (field: string, detail: string): FieldError => ({ type: 'InternalError', field, value: '', detail });

/** `Unsupported value: "x": supported values: "a", "b"`, the values in the given order. */
export const notSupported = (field: string, value: BadValue, supported: readonly string[]): FieldError => ({
  type: 'FieldValueNotSupported', field, value, detail: supported.length === 0 ? '' : `supported values: ${supported.map(quote).join(', ')}`,
});

export const tooLong = (version: KubeVersion, field: string, max: number): FieldError => ({
  type: 'FieldValueTooLong', field, value: '', detail: version === '1.20' ? `must have at most ${max} bytes` : `may not be more than ${max} bytes`,
});

export const tooMany = (field: string, actual: number, max: number): FieldError => ({
  type: 'FieldValueTooMany', field, value: actual, detail: `must have at most ${max} item${max === 1 ? '' : 's'}`,
});

const TITLE: Readonly<Record<FieldErrorType, string>> = {
  FieldValueNotFound: 'Not found',
  FieldValueRequired: 'Required value',
  FieldValueDuplicate: 'Duplicate value',
  FieldValueInvalid: 'Invalid value',
  FieldValueNotSupported: 'Unsupported value',
  FieldValueForbidden: 'Forbidden',
  FieldValueTooLong: 'Too long',
  FieldValueTooMany: 'Too many',
  InternalError: 'Internal error',
};

const WITHOUT_VALUE: ReadonlySet<FieldErrorType> = new Set(['FieldValueRequired', 'FieldValueForbidden', 'FieldValueTooLong', 'InternalError']);

/** Go's strconv.Quote, for texts that are printable or hold the usual escapes. */
export function quote(text: string): string {
  return JSON.stringify(text);
}

function render(value: BadValue, version: KubeVersion): string {
  if (value === undefined) return '"null"';
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'object') return version === '1.20' ? value.go : JSON.stringify(value.json);
  return String(value);
}

/** The complaint without its field: `Invalid value: "x": must be …`. */
// Models apimachinery pkg/util/validation/field Error.ErrorBody
export function fieldErrorBody(e: FieldError, version: KubeVersion): string {
  const head = WITHOUT_VALUE.has(e.type) ? TITLE[e.type] : `${TITLE[e.type]}: ${render(e.value, version)}`;
  return e.detail === '' ? head : `${head}: ${e.detail}`;
}

/** `spec.replicas: Invalid value: -1: must be greater than or equal to 0`. */
export function fieldErrorText(e: FieldError, version: KubeVersion): string {
  return `${e.field}: ${fieldErrorBody(e, version)}`;
}

/** All complaints as one text: one stands alone, several are `[a, b]`, equal ones appear once. */
export function aggregateText(errors: readonly FieldError[], version: KubeVersion): string {
  const texts = [...new Set(errors.map((e) => fieldErrorText(e, version)))];
  return texts.length === 1 ? (texts[0] ?? '') : `[${texts.join(', ')}]`;
}

export function fieldErrorCause(e: FieldError, version: KubeVersion): StatusCause {
  return { reason: e.type, message: fieldErrorBody(e, version), field: e.field };
}
