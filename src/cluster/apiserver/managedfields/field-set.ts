import type { Field, Schema, Struct } from '../../../api/schema/schema';
import { deepEqual } from '../../../base/json';
import type { Fields } from './fields-tree';
import { isAtomicDoc, isAtomicItem, isAtomicList, itemStruct, structOf } from './atomic';

export type Doc = Readonly<Record<string, unknown>>;
export const isDoc = (value: unknown): value is Doc => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Paths of fields, each a list of steps as FieldsV1 writes them, joined by newlines:
 *
 *     f:spec ⏎ f:containers ⏎ k:{"name":"web"} ⏎ f:image
 *
 * Models sigs.k8s.io/structured-merge-diff fieldpath.
 */
export type FieldSet = ReadonlySet<string>;

const join = (path: string, step: string): string => (path === '' ? step : `${path}\n${step}`);
export const stepsOf = (path: string): readonly string[] => path.split('\n');

/** Lists whose items need two fields to tell them apart, by the field that a patch merges them by. */
const KEYS: Readonly<Record<string, readonly string[]>> = { containerPort: ['containerPort', 'protocol'], port: ['port', 'protocol'], topologyKey: ['topologyKey', 'whenUnsatisfiable'] };
const DEFAULT_KEY: Readonly<Record<string, unknown>> = { protocol: 'TCP' };

/** What nobody owns, of an object and of its metadata. */
export const UNOWNED: ReadonlySet<string> = new Set(['apiVersion', 'kind']);
export const UNOWNED_METADATA: ReadonlySet<string> = new Set([
  'name', 'namespace', 'uid', 'resourceVersion', 'generation', 'creationTimestamp', 'deletionTimestamp', 'deletionGracePeriodSeconds', 'selfLink', 'managedFields',
]);
const SYSTEM: ReadonlySet<string> = new Set([...[...UNOWNED].map((f) => `f:${f}`), ...[...UNOWNED_METADATA].map((f) => `f:metadata\nf:${f}`)]);

/** The fields that a document sets: its leaves, and the items of its keyed lists. */
export function fieldsOf(document: Doc, struct: Struct | undefined, schema: Schema): FieldSet {
  const out = new Set<string>();
  walk(document, struct, schema, '', out);
  return out;
}

function walk(doc: Doc, struct: Struct | undefined, schema: Schema, path: string, out: Set<string>): void {
  for (const key of Object.keys(doc)) {
    const at = join(path, `f:${key}`);
    if (doc[key] !== undefined && !SYSTEM.has(at)) visit(doc[key], struct?.byName.get(key), schema, at, out);
  }
}

function visit(value: unknown, field: Field | undefined, schema: Schema, path: string, out: Set<string>): void {
  if (isDoc(value) && Object.keys(value).length > 0 && !isAtomicDoc(field, schema)) walk(value, structOf(field, schema), schema, path, out);
  else if (Array.isArray(value) && value.length > 0 && field !== undefined && !isAtomicList(field)) items(value, field, schema, path, out);
  else out.add(path);
}

function items(list: readonly unknown[], field: Field, schema: Schema, path: string, out: Set<string>): void {
  for (const item of list) {
    const at = join(path, stepFor(item, field.mergeKey));
    out.add(at);
    if (isDoc(item) && field.mergeKey !== undefined && !isAtomicItem(field, schema)) walk(item, itemStruct(field, schema), schema, at, out);
  }
}

/** An item of a keyed list or of a set, as FieldsV1 writes it. */
export function stepFor(item: unknown, mergeKey: string | undefined): string {
  if (mergeKey === undefined || !isDoc(item)) return `v:${JSON.stringify(item)}`;
  const keys = KEYS[mergeKey] ?? [mergeKey];
  return `k:${JSON.stringify(Object.fromEntries(keys.map((k) => [k, item[k] ?? DEFAULT_KEY[k]])))}`;
}

const matches = (item: unknown, keys: Doc): boolean => isDoc(item) && Object.entries(keys).every(([k, v]) => deepEqual(item[k] ?? DEFAULT_KEY[k], v));

/** What stands at a path; undefined when nothing does. */
export function valueAt(document: unknown, path: string): unknown {
  let value = document;
  for (const step of stepsOf(path)) {
    const rest = step.slice(2);
    if (step.startsWith('f:')) value = isDoc(value) ? value[rest] : undefined;
    else if (!Array.isArray(value)) return undefined;
    else {
      const list: readonly unknown[] = value;
      const wanted: unknown = JSON.parse(rest);
      value = list.find((item) => (step.startsWith('k:') && isDoc(wanted) ? matches(item, wanted) : deepEqual(item, wanted)));
    }
  }
  return value;
}

/** The document without what stands at a path; lists and maps that this leaves empty go too. */
export function without(document: unknown, path: string): unknown {
  const [step = '', ...rest] = stepsOf(path);
  const tail = rest.join('\n');
  const name = step.slice(2);
  if (step.startsWith('f:')) {
    if (!isDoc(document) || document[name] === undefined) return document;
    const inner = tail === '' ? undefined : without(document[name], tail);
    const { [name]: _, ...others } = document;
    return inner === undefined || isEmpty(inner) ? others : { ...document, [name]: inner };
  }
  if (!Array.isArray(document)) return document;
  const list: readonly unknown[] = document;
  const wanted: unknown = JSON.parse(name);
  const hit = (item: unknown): boolean => (step.startsWith('k:') && isDoc(wanted) ? matches(item, wanted) : deepEqual(item, wanted));
  return tail === '' ? list.filter((item) => !hit(item)) : list.map((item) => (hit(item) ? without(item, tail) : item));
}

const isEmpty = (value: unknown): boolean => (Array.isArray(value) ? value.length === 0 : isDoc(value) && Object.keys(value).length === 0);

/** `.spec.containers[name="web"].image`: how conflicts name a field. */
export function pathText(path: string): string {
  return stepsOf(path).map((step) => {
    const rest = step.slice(2);
    if (step.startsWith('f:')) return `.${rest}`;
    if (step.startsWith('v:')) return `[=${rest}]`;
    return `[${Object.entries(JSON.parse(rest) as Doc).map(([k, v]) => `${k}=${JSON.stringify(v)}`).join(',')}]`;
  }).join('');
}

interface Tree {
  [step: string]: Tree;
}

/** As `fieldsV1` holds them. A field that has fields below it and is owned itself has a dot. */
export function toFieldsV1(set: FieldSet): Fields {
  const root: Tree = {};
  for (const path of [...set].sort()) {
    let node = root;
    for (const step of stepsOf(path)) node = node[step] ??= {};
    node['.'] = {};
  }
  const tidy = (node: Tree): Fields => {
    const keys = Object.keys(node).sort();
    if (keys.length === 1 && keys[0] === '.') return {};
    return Object.fromEntries(keys.map((key) => [key, key === '.' ? {} : tidy(node[key] ?? {})]));
  };
  return tidy(root);
}

export function fromFieldsV1(document: unknown): FieldSet {
  const out = new Set<string>();
  const visitNode = (node: unknown, path: string): void => {
    if (!isDoc(node)) return;
    const keys = Object.keys(node);
    if (path !== '' && (keys.length === 0 || '.' in node)) out.add(path);
    for (const key of keys) if (key !== '.') visitNode(node[key], join(path, key));
  };
  visitNode(document, '');
  return out;
}
