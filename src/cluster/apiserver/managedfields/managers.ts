import type { KubeObject } from '../../../api/types';
import type { Changes } from './compare';
import { fromFieldsV1, toFieldsV1, type FieldSet } from './field-set';
import { LEAF, subtract, union, type Fields } from './fields-tree';

/** One entry of `metadata.managedFields`. */
export interface ManagedFieldsEntry {
  readonly manager: string;
  readonly operation: 'Apply' | 'Update';
  readonly apiVersion: string;
  readonly time: string;
  readonly fieldsType: 'FieldsV1';
  readonly fieldsV1: Fields;
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

/** The account that an object carries; empty: it keeps none. */
export function entriesOf(object: KubeObject): readonly ManagedFieldsEntry[] {
  return (object.metadata as { readonly managedFields?: readonly ManagedFieldsEntry[] }).managedFields ?? NONE;
}

const NONE: readonly ManagedFieldsEntry[] = [];

/** The object with this account. */
export function withEntries(object: KubeObject, managedFields: readonly ManagedFieldsEntry[]): KubeObject {
  if (managedFields.length > 0) return { ...object, metadata: { ...object.metadata, managedFields } as KubeObject['metadata'] };
  if (!('managedFields' in object.metadata)) return object;
  const { managedFields: _, ...metadata } = object.metadata as KubeObject['metadata'] & { readonly managedFields: unknown };
  return { ...object, metadata };
}

/** The owners that an object knows; undefined: it keeps no account. */
export function ownersOf(object: KubeObject): readonly Owner[] | undefined {
  const entries = entriesOf(object);
  if (entries.length === 0) return undefined;
  return entries.map(({ manager, operation, apiVersion, time, subresource, fieldsV1 }) => ({ writer: { manager, operation, apiVersion, time, subresource }, fields: fromFieldsV1(fieldsV1) }));
}

/** The object with these owners; those who own nothing are left out. */
export function withOwners(object: KubeObject, owners: readonly Owner[]): KubeObject {
  return withEntries(object, inOrder(owners.filter((o) => o.fields.size > 0).map(({ writer, fields }) => entryOf(writer, toFieldsV1(fields)))));
}

/** What one writer alone owns. */
export function entryOf(writer: Writer, fieldsV1: Fields): ManagedFieldsEntry {
  return {
    manager: writer.manager, operation: writer.operation, apiVersion: writer.apiVersion, time: writer.time, fieldsType: 'FieldsV1', fieldsV1,
    ...(writer.subresource === undefined ? {} : { subresource: writer.subresource }),
  };
}

/** Appliers stand first, then who wrote earlier. Models apimachinery pkg/util/managedfields/internal managedfields.go sortEncodedManagedFields. */
function inOrder(entries: ManagedFieldsEntry[]): readonly ManagedFieldsEntry[] {
  const rank = (e: ManagedFieldsEntry): string => `${e.operation} ${e.time} ${e.manager} ${e.apiVersion} ${e.subresource ?? ''}`;
  return entries.length < 2 ? entries : entries.sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
}

type Identity = Pick<Writer, 'manager' | 'operation'> & { readonly subresource?: string | undefined };

export const sameWriter = (a: Identity, b: Identity): boolean => a.manager === b.manager && a.operation === b.operation && a.subresource === b.subresource;

/** The client's name for itself: the `fieldManager` it gives, or its User-Agent up to the slash. */
export function managerOf(query: Readonly<Record<string, string>>, userAgent: string): string {
  const given = query['fieldManager'];
  return given !== undefined && given !== '' ? given : (userAgent.split('/')[0] ?? userAgent);
}

/**
 * The account after an ordinary write: what it set or changed is the writer's now, what it removed is nobody's. The entries
 * themselves, if nothing changes hands. Models apimachinery pkg/util/managedfields fieldmanager.go Update.
 */
export function afterUpdate(entries: readonly ManagedFieldsEntry[], { set, gone }: Changes, writer: Writer): readonly ManagedFieldsEntry[] {
  if (set === undefined && gone === undefined) return entries;
  const out: ManagedFieldsEntry[] = [];
  let [found, changed] = [false, false];
  for (const entry of entries) {
    const own = sameWriter(entry, writer);
    let fields: Fields | undefined = entry.fieldsV1;
    if (gone !== undefined) fields = subtract(fields, gone);
    if (set !== undefined) fields = own ? union(fields ?? LEAF, set) : fields === undefined ? undefined : subtract(fields, set);
    if (own) found = true;
    const time = own && set !== undefined ? writer.time : entry.time;
    if (fields === entry.fieldsV1 && time === entry.time) {
      out.push(entry);
      continue;
    }
    changed = true;
    if (fields !== undefined) out.push({ ...entry, time, fieldsV1: fields });
  }
  if (!found && set !== undefined) {
    changed = true;
    out.push(entryOf(writer, set));
  }
  return changed ? inOrder(out) : entries;
}
