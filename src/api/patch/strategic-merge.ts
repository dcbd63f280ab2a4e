import type { Result } from '../../base/result';
import { err, ok } from '../../base/result';
import type { Schema, Struct } from '../schema/schema';
import { isDoc, isList, without } from '../doc';
import type { Doc } from '../doc';
import { goText, kindOf, lookup, merges, PatchProblem } from './meta';
import type { PatchMeta } from './meta';
import { indexIn, normalizeElementOrder, partition, requireMergeKey } from './order';
import type { List } from './order';

/**
 * Strategic merge patch: like a merge patch, but lists of built-in kinds merge by key. Models apimachinery
 * pkg/util/strategicpatch mergeMap. Nothing is mutated; unchanged parts are shared.
 */
export interface MergeOptions {
  readonly schema: Schema;
  /** True when a patch meets an object; false when one patch is laid over another, whose directives then stay. */
  readonly toObject: boolean;
}

const DIRECTIVE = '$patch';
const RETAIN = '$retainKeys';
const ORDER = '$setElementOrder/';
const DELETE_PRIMITIVES = '$deleteFromPrimitiveList/';

export function mergeMap(original: Doc, patch: Doc, struct: Struct | undefined, options: MergeOptions): Doc {
  if (DIRECTIVE in patch) {
    if (patch[DIRECTIVE] === 'replace') return without(patch, DIRECTIVE);
    if (patch[DIRECTIVE] === 'delete') return {};
    throw new PatchProblem(`unknown patch type: ${goText(patch[DIRECTIVE])} in map: ${goText(patch)}`);
  }
  const out: Record<string, unknown> = { ...retainKeys(original, patch, options) };
  const keys = Object.keys(patch);
  const done: string[] = [RETAIN];
  for (const key of keys) {
    if (isMarked(key) && key.startsWith('$setElementOrder')) mergeOrdered(out, patch, key, struct, options, done);
  }
  for (const key of keys) {
    if (!done.includes(key)) mergeMember(out, key, patch[key], struct, options);
  }
  return sameMembers(original, out) ? original : out;
}

/** Whether a key may be a directive at all: one look at one character instead of comparing prefixes. */
const isMarked = (key: string): boolean => key.charCodeAt(0) === 36;

function sameMembers(a: Doc, b: Doc): boolean {
  const keys = Object.keys(b);
  return keys.length === Object.keys(a).length && keys.every((k) => a[k] === b[k] && k in a);
}

function mergeMember(out: Record<string, unknown>, patchKey: string, value: unknown, struct: Struct | undefined, options: MergeOptions): void {
  const deleteList = isMarked(patchKey) && patchKey.startsWith('$deleteFromPrimitiveList');
  if (deleteList && !options.toObject) {
    out[patchKey] = value;
    return;
  }
  const key = deleteList ? afterPrefix(patchKey, DELETE_PRIMITIVES, 'invalid patch format of primitive list') : patchKey;
  if (value === null) {
    delete out[key];
    if (options.toObject) return;
  }
  const current = out[key];
  if (!(key in out)) {
    if (!deleteList) out[key] = options.toObject ? settled(value) : value;
    return;
  }
  if (kindOf(current) !== kindOf(value)) {
    if (!deleteList) out[key] = options.toObject ? settled(value) : value;
    return;
  }
  if (isDoc(current) && isDoc(value)) {
    const meta = lookup(struct, key, options.schema);
    out[key] = meta.field?.replace === true ? value : mergeMap(current, value, meta.struct, options);
  } else if (isList(current) && isList(value)) {
    out[key] = mergeList(current, value, lookup(struct, key, options.schema), options, deleteList);
  } else {
    out[key] = value;
  }
}

const isDirective = (key: string): boolean =>
  isMarked(key) && (key === DIRECTIVE || key === RETAIN || key.startsWith('$setElementOrder') || key.startsWith('$deleteFromPrimitiveList'));

/** A patch value that becomes part of an object: nulls and directives go. */
function settled(value: unknown): unknown {
  if (isSettled(value)) return value;
  if (isList(value)) return value.filter((item) => !(isDoc(item) && DIRECTIVE in item)).map(settled);
  if (!isDoc(value)) return value;
  const out: Record<string, unknown> = {};
  for (const key of Object.keys(value)) if (value[key] !== null && !isDirective(key)) out[key] = settled(value[key]);
  return out;
}

/** Whether there is nothing to take out: then the patch's own value, shared, does. */
function isSettled(value: unknown): boolean {
  if (isList(value)) {
    for (const item of value) if ((isDoc(item) && DIRECTIVE in item) || !isSettled(item)) return false;
  } else if (isDoc(value)) {
    for (const key in value) if (value[key] === null || isDirective(key) || !isSettled(value[key])) return false;
  }
  return true;
}

function afterPrefix(key: string, prefix: string, problem: string): string {
  if (!key.startsWith(prefix)) throw new PatchProblem(problem);
  return key.slice(prefix.length);
}

function retainKeys(original: Doc, patch: Doc, options: MergeOptions): Doc {
  if (!(RETAIN in patch)) return original;
  const list = patch[RETAIN];
  if (!options.toObject) return RETAIN in original ? original : { ...original, [RETAIN]: list };
  if (!isList(list)) throw new PatchProblem('invalid patch format of retainKeys');
  for (const key of Object.keys(patch)) {
    if (patch[key] === null || isDirective(key)) continue;
    if (!list.includes(key)) throw new PatchProblem('invalid patch format of retainKeys');
  }
  return Object.fromEntries(Object.entries(original).filter(([key]) => list.includes(key)));
}

/** `$setElementOrder/x`: merges the list x and puts it in the order that the patch wants. */
function mergeOrdered(out: Record<string, unknown>, patch: Doc, orderKey: string, struct: Struct | undefined, options: MergeOptions, done: string[]): void {
  done.push(orderKey);
  const order = patch[orderKey];
  if (!options.toObject && !(orderKey in out)) out[orderKey] = order;
  if (!isList(order)) throw new PatchProblem('invalid patch format of setElementOrder list');
  const key = afterPrefix(orderKey, ORDER, 'invalid patch format of setElementOrder list');
  const original = out[key];
  const patchList = patch[key];
  const meta = lookup(struct, key, options.schema);
  const mergeKey = meta.field?.mergeKey;
  if (isList(patchList)) checkOrder(patchList, order, mergeKey);
  let merged: List;
  if (isList(original)) merged = isList(patchList) ? mergeList(original, patchList, meta, options, false) : original;
  else if (isList(patchList)) merged = options.toObject ? (settled(patchList) as List) : patchList;
  else return;
  requireMergeKey(merged, mergeKey);
  const { patch: items, serverOnly } = partition(merged, order, mergeKey);
  out[key] = normalizeElementOrder(items, serverOnly, order, isList(original) ? original : [], mergeKey);
  done.push(key);
}

function checkOrder(patchList: List, order: List, mergeKey: string | undefined): void {
  if (order.length === 0) return;
  const wanted = patchList.filter((item) => !(isDoc(item) && DIRECTIVE in item));
  let i = 0;
  for (const item of order) if (i < wanted.length && indexIn([wanted[i]], item, mergeKey) === 0) i++;
  if (i < wanted.length) throw new PatchProblem(`The order in patch list:\n${goText(patchList)}\n doesn't match $setElementOrder list:\n${goText(order)}\n`);
}

function mergeList(original: List, patch: List, meta: PatchMeta, options: MergeOptions, deleteList: boolean): List {
  if (!merges(meta) && !deleteList) return options.toObject ? (settled(patch) as List) : patch;
  if (original.length === 0 && patch.length === 0) return original;
  const mergeKey = meta.field?.mergeKey;
  if (mergeKey === undefined) {
    if (options.toObject && deleteList) return original.filter((v) => !patch.includes(v));
    const merged = [...new Set([...original, ...patch])];
    const split = partition(merged, patch, undefined);
    return normalizeElementOrder(split.patch, split.serverOnly, patch, original, undefined);
  }
  requireMergeKey(patch.filter((item) => !(isDoc(item) && item[DIRECTIVE] === 'replace')), mergeKey);
  const plain = patch.filter((item) => !(isDoc(item) && DIRECTIVE in item));
  let base: List = original;
  for (const item of patch) {
    if (!isDoc(item) || !(DIRECTIVE in item)) continue;
    const directive = item[DIRECTIVE];
    if (directive === 'delete') base = base.filter((o) => indexIn([o], item, mergeKey) < 0);
    else if (directive === 'merge') throw new PatchProblem('merging lists cannot yet be specified in the patch');
    else if (directive !== 'replace') throw new PatchProblem(`unknown patch type: ${goText(directive)} in map: ${goText(item)}`);
  }
  if (patch.some((item) => isDoc(item) && item[DIRECTIVE] === 'replace')) return options.toObject ? (settled(plain) as List) : plain;
  const merged = [...base];
  for (const item of plain) {
    const at = indexIn(merged, item, mergeKey);
    const current = merged[at];
    if (isDoc(current) && isDoc(item)) merged[at] = mergeMap(current, item, meta.struct, options);
    else merged.push(options.toObject ? settled(item) : item);
  }
  // Deletion markers of the patch underneath stay in a patch laid over another.
  const split = partition(merged, plain, mergeKey);
  return normalizeElementOrder(split.patch, split.serverOnly, plain, base, mergeKey);
}

/** The patched object, or upstream's message (the server's 400). `struct` undefined: no schema, lists are replaced. */
export function applyStrategicMergePatch(object: Doc, patch: Doc, struct: Struct | undefined, schema: Schema): Result<Doc, string> {
  try {
    return ok(mergeMap(object, patch, struct, { schema, toObject: true }));
  } catch (e) {
    if (e instanceof PatchProblem) return err(e.message);
    throw e;
  }
}
