import { quote } from '../field/error';
import { isDoc, isList } from '../doc';
import type { Field, Schema, Struct, TypeRef } from '../schema/schema';

/** Go's reflect kind of a JSON value, for comparing types. */
export function kindOf(v: unknown): string {
  return v === null || v === undefined ? 'nil' : Array.isArray(v) ? 'slice' : typeof v === 'object' ? 'map' : typeof v;
}

/** A problem with a patch, in upstream's words. Thrown inside this folder and turned into a Result at its edge. */
export class PatchProblem extends Error {}

/** Go's `%v` of a decoded JSON value: `map[name:web]`, `[a b]`. */
export function goText(v: unknown): string {
  if (v === null || v === undefined) return '<nil>';
  if (isList(v)) return `[${v.map(goText).join(' ')}]`;
  if (isDoc(v)) return `map[${Object.keys(v).sort().map((k) => `${k}:${goText(v[k])}`).join(' ')}]`;
  return String(v);
}

/** What a struct says of one of its fields, and the struct that its values or elements have, if any. */
export interface PatchMeta {
  readonly field?: Field;
  readonly struct?: Struct;
}

const NO_META: PatchMeta = {};

function structOf(type: TypeRef, schema: Schema): Struct | undefined {
  return type.kind === 'struct' ? schema.struct(type.name) : type.kind === 'list' ? structOf(type.of, schema) : undefined;
}

/** Without a struct (maps, free-form documents) there is nothing to know: maps merge, lists are replaced. */
export function lookup(struct: Struct | undefined, key: string, schema: Schema): PatchMeta {
  if (struct === undefined) return NO_META;
  const field = struct.byName.get(key);
  if (field === undefined) throw new PatchProblem(`unable to find api field in struct ${struct.name} for the json field ${quote(key)}`);
  const inner = structOf(field.type, schema);
  return inner === undefined ? { field } : { field, struct: inner };
}

/** Whether a list field merges, by key or as a set of plain values. */
export const merges = (meta: PatchMeta): boolean => meta.field?.mergeKey !== undefined || meta.field?.mergeSet === true;

/** A copy with all keys in order, as Go writes maps. */
export function sortKeys(v: unknown): unknown {
  if (isList(v)) return v.map(sortKeys);
  if (!isDoc(v)) return v;
  const out: Record<string, unknown> = {};
  for (const key of Object.keys(v).sort()) out[key] = sortKeys(v[key]);
  return out;
}
