import type { KubeObject, TableRow } from '../../../api/types';
import { err, ok, type Result } from '../../../base/result';
import { text, type Failure } from '../failure';
import { relaxed } from './custom-columns';
import { findJsonPath } from './jsonpath';

/** Rows in the order of a field of their objects; rows without the field come first. Models kubectl pkg/cmd/get sorter.go. */
export function sortRows(rows: readonly TableRow[], by: string): Result<readonly TableRow[], Failure> {
  return sortBy(rows, by, (row) => row.object);
}

export function sortObjects(objects: readonly KubeObject[], by: string): Result<readonly KubeObject[], Failure> {
  return sortBy(objects, by, (object) => object);
}

function sortBy<T>(items: readonly T[], by: string, objectOf: (item: T) => unknown): Result<readonly T[], Failure> {
  const keyed: { item: T; key: unknown }[] = [];
  for (const item of items) {
    const found = findJsonPath(relaxed(by), objectOf(item));
    if (!found.ok) return err(text(found.error));
    keyed.push({ item, key: found.value[0] });
  }
  if (items.length > 0 && keyed.every(({ key }) => key === undefined)) return err(text(`couldn't find any field with path ${JSON.stringify(relaxed(by))} in the list of objects`));
  return ok(keyed.map((entry, i) => ({ ...entry, i })).sort((a, b) => compare(a.key, b.key) || a.i - b.i).map(({ item }) => item));
}

function compare(a: unknown, b: unknown): number {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? -1 : 1;
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return naturalCompare(String(a), String(b));
}

/** Digits inside texts count as numbers. */
function naturalCompare(a: string, b: string): number {
  const left = a.match(/\d+|\D+/g) ?? [];
  const right = b.match(/\d+|\D+/g) ?? [];
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const l = left[i] ?? '';
    const r = right[i] ?? '';
    if (l === r) continue;
    const numeric = /^\d/.test(l) && /^\d/.test(r);
    if (numeric && Number(l) !== Number(r)) return Number(l) - Number(r);
    return l < r ? -1 : 1;
  }
  return left.length - right.length;
}
