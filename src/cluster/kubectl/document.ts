import type { KubeObject } from '../../api/types';

/** Reading plain documents whose shape nobody promised. */

export type Dict = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is Dict {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value at a path of keys; undefined where the path breaks off. */
export function dig(value: unknown, ...path: readonly (string | number)[]): unknown {
  let at = value;
  for (const key of path) {
    if (Array.isArray(at)) at = typeof key === 'number' ? (at as readonly unknown[])[key] : undefined;
    else if (isRecord(at)) at = at[key];
    else return undefined;
  }
  return at;
}

export function stringAt(value: unknown, ...path: readonly (string | number)[]): string {
  const found = dig(value, ...path);
  return typeof found === 'string' ? found : '';
}

export function numberAt(value: unknown, ...path: readonly (string | number)[]): number {
  const found = dig(value, ...path);
  return typeof found === 'number' ? found : 0;
}

export function listAt(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const found = dig(value, ...path);
  return Array.isArray(found) ? (found as readonly unknown[]) : [];
}

export function recordAt(value: unknown, ...path: readonly (string | number)[]): Dict {
  const found = dig(value, ...path);
  return isRecord(found) ? found : {};
}

/** A map of strings: labels, annotations, selectors. */
export function stringsAt(value: unknown, ...path: readonly (string | number)[]): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const [key, each] of Object.entries(recordAt(value, ...path))) if (typeof each === 'string') found[key] = each;
  return found;
}

/** A copy with the value at `path` replaced; undefined removes it. Records on the way are made where missing. */
export function withValue(value: unknown, path: readonly string[], replacement: unknown): Dict {
  const [key, ...rest] = path;
  const record = isRecord(value) ? value : {};
  if (key === undefined) return record;
  const next = rest.length === 0 ? replacement : withValue(record[key], rest, replacement);
  if (next !== undefined) return { ...record, [key]: next };
  const { [key]: _gone, ...others } = record;
  return others;
}

/** Whether a document has what every API object has. */
export function isObject(value: unknown): value is KubeObject {
  return isRecord(value) && typeof value['apiVersion'] === 'string' && typeof value['kind'] === 'string' && isRecord(value['metadata']);
}
