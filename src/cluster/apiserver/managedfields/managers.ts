import type { Schema, Struct } from '../../../api/schema/schema';
import type { KubeObject } from '../../../api/types';
import { deepEqual } from '../../../base/json';
import { fieldsOf, fromFieldsV1, isDoc, toFieldsV1, valueAt, type FieldSet } from './field-set';

/** One entry of `metadata.managedFields`. */
export interface ManagedFieldsEntry {
  readonly manager: string;
  readonly operation: 'Apply' | 'Update';
  readonly apiVersion: string;
  readonly time: string;
  readonly fieldsType: 'FieldsV1';
  readonly fieldsV1: unknown;
  readonly subresource?: string;
}

/** Who writes, and how. */
export interface Writer {
  readonly manager: string;
  readonly operation: 'Apply' | 'Update';
  readonly apiVersion: string;
  readonly subresource: string | undefined;
  readonly time: string;
}

export interface Owner {
  readonly writer: Writer;
  readonly fields: FieldSet;
}

/** The owners that an object knows; undefined: nobody ever applied it, and it keeps no account. */
export function ownersOf(object: KubeObject): readonly Owner[] | undefined {
  const entries = (object.metadata as { readonly managedFields?: readonly ManagedFieldsEntry[] }).managedFields;
  if (entries === undefined || entries.length === 0) return undefined;
  return entries.map(({ manager, operation, apiVersion, time, subresource, fieldsV1 }) => ({ writer: { manager, operation, apiVersion, time, subresource }, fields: fromFieldsV1(fieldsV1) }));
}

/** The object with these owners; those who own nothing are left out, appliers stand first. */
export function withOwners(object: KubeObject, owners: readonly Owner[]): KubeObject {
  const entries = owners.filter((o) => o.fields.size > 0).map(({ writer, fields }): ManagedFieldsEntry => ({
    manager: writer.manager, operation: writer.operation, apiVersion: writer.apiVersion, time: writer.time, fieldsType: 'FieldsV1', fieldsV1: toFieldsV1(fields),
    ...(writer.subresource === undefined ? {} : { subresource: writer.subresource }),
  }));
  const rank = (e: ManagedFieldsEntry): string => `${e.operation} ${e.time} ${e.manager}`;
  return { ...object, metadata: { ...object.metadata, managedFields: entries.sort((a, b) => (rank(a) < rank(b) ? -1 : 1)) } as KubeObject['metadata'] };
}

export const sameWriter = (a: Writer, b: Writer): boolean => a.manager === b.manager && a.operation === b.operation && a.subresource === b.subresource;

/** The client's name for itself: the `fieldManager` it gives, or its User-Agent up to the slash. */
export function managerOf(query: Readonly<Record<string, string>>, userAgent: string): string {
  const given = query['fieldManager'];
  return given !== undefined && given !== '' ? given : (userAgent.split('/')[0] ?? userAgent);
}

/**
 * The account after an ordinary write: what it set or changed is the writer's now, what it removed is nobody's.
 * Only objects that were once applied keep one. Models apimachinery pkg/util/managedfields fieldmanager.go Update.
 */
export function afterUpdate(object: KubeObject, old: KubeObject, struct: Struct | undefined, schema: Schema, writer: Writer): KubeObject {
  const owners = ownersOf(old);
  if (owners === undefined || !isDoc(object)) return object;
  const now = fieldsOf(object, struct, schema);
  const changed = new Set([...now].filter((path) => !deepEqual(valueAt(object, path), valueAt(old, path))));
  const kept = owners.map((o): Owner => ({ ...o, fields: new Set([...o.fields].filter((path) => !changed.has(path) && (now.has(path) || valueAt(object, path) !== undefined))) }));
  const own = kept.find((o) => sameWriter(o.writer, writer));
  const fields = new Set([...(own?.fields ?? []), ...changed]);
  return withOwners(object, [...kept.filter((o) => o !== own), { writer: changed.size === 0 ? (own?.writer ?? writer) : writer, fields }]);
}
