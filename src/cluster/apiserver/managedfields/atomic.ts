import type { Field, Schema, Struct } from '../../../api/schema/schema';

/** Structs that are owned as one: `structType=atomic`. In 1.20 it was the selectors only: the Content-Length of a recorded answer leaves room for nothing else. */
const STRUCTS: ReadonlySet<string> = new Set([
  'NodeSelector', 'NodeSelectorTerm', 'TopologySelectorTerm', 'ScopeSelector', 'ScopedResourceSelectorRequirement', 'OwnerReference', 'ObjectReference', 'LocalObjectReference',
  'TypedLocalObjectReference', 'SecretReference', 'CrossVersionObjectReference', 'SecretKeySelector', 'ConfigMapKeySelector', 'ObjectFieldSelector', 'ResourceFieldSelector', 'EndpointAddress',
  'EndpointPort', 'RoleRef', 'Subject',
]);
/** Items of lists that a patch merges by key and that are owned as one all the same. */
const ITEMS: ReadonlySet<string> = new Set(['HostIP', 'JobCondition']);
/** Maps that are owned as one: a label selector in its old form. */
const MAPS: ReadonlySet<string> = new Set(['nodeSelector', 'selector']);

/** Whether a document in this place is owned as one. */
export function isAtomicDoc(field: Field | undefined, schema: Schema): boolean {
  if (field === undefined) return false;
  const { type } = field;
  if (type.kind === 'struct') return type.name === 'LabelSelector' || (schema.version !== '1.20' && STRUCTS.has(type.name));
  return type.kind === 'map' && MAPS.has(field.json);
}

/** Whether a list in this place is owned as one: those that no patch merges are. */
export function isAtomicList(field: Field | undefined): boolean {
  if (field === undefined || (field.mergeKey === undefined && !field.mergeSet)) return true;
  return field.type.kind === 'list' && field.type.of.kind === 'struct' && ITEMS.has(field.type.of.name);
}

export function isAtomicItem(field: Field, schema: Schema): boolean {
  return schema.version !== '1.20' && field.type.kind === 'list' && field.type.of.kind === 'struct' && STRUCTS.has(field.type.of.name);
}

export const structOf = (field: Field | undefined, schema: Schema): Struct | undefined => (field?.type.kind === 'struct' ? schema.struct(field.type.name) : undefined);
export const itemStruct = (field: Field, schema: Schema): Struct | undefined => (field.type.kind === 'list' && field.type.of.kind === 'struct' ? schema.struct(field.type.of.name) : undefined);
