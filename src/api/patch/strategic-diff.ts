import { deepEqual } from '../../base/json';
import type { Result } from '../../base/result';
import { err, ok } from '../../base/result';
import type { Schema, Struct } from '../schema/schema';
import { isDoc, isList } from '../doc';
import type { Doc } from '../doc';
import { kindOf, lookup, merges, PatchProblem, sortKeys } from './meta';
import type { PatchMeta } from './meta';
import { keyOf, normalizeSliceOrder, requireMergeKey } from './order';
import type { List } from './order';
import { mergeMap } from './strategic-merge';

/**
 * Computing strategic merge patches: what a kubelet sends to a status subresource (two-way) and what `kubectl apply` sends
 * (three-way). Models apimachinery pkg/util/strategicpatch diffMaps. Patches have their keys sorted, as on the wire.
 */
interface DiffOptions {
  readonly schema: Schema;
  readonly ignoreDeletions: boolean;
  readonly ignoreChanges: boolean;
  readonly setElementOrder: boolean;
  readonly retainKeys: boolean;
}

function diffMaps(original: Doc, modified: Doc, struct: Struct | undefined, options: DiffOptions): Doc {
  const patch: Record<string, unknown> = {};
  const retained: string[] = [];
  for (const key of Object.keys(modified)) {
    const after = modified[key];
    const before = original[key];
    if (after === undefined) continue;
    if (options.retainKeys && after !== null) retained.push(key);
    if (!(key in original) || kindOf(before) !== kindOf(after)) {
      if (!options.ignoreChanges) patch[key] = after;
    } else if (isDoc(before) && isDoc(after)) {
      diffMapField(patch, key, before, after, lookup(struct, key, options.schema), options);
    } else if (isList(before) && isList(after)) {
      diffListField(patch, key, before, after, lookup(struct, key, options.schema), options);
    } else if (!options.ignoreChanges && before !== after) {
      patch[key] = after;
    }
  }
  if (!options.ignoreDeletions) for (const key of Object.keys(original)) if (original[key] !== undefined && !(key in modified)) patch[key] = null;
  const more = Object.keys(original).some((key) => original[key] !== null && original[key] !== undefined && !(key in modified));
  if (retained.length > 0 && (Object.keys(patch).length > 0 || more)) patch['$retainKeys'] = retained.sort();
  return patch;
}

function diffMapField(patch: Record<string, unknown>, key: string, before: Doc, after: Doc, meta: PatchMeta, options: DiffOptions): void {
  if (meta.field?.replace === true) {
    if (!options.ignoreChanges) patch[key] = after;
    return;
  }
  const inner = diffMaps(before, after, meta.struct, { ...options, retainKeys: meta.field?.retainKeys === true });
  if (Object.keys(inner).length > 0) patch[key] = inner;
}

function diffListField(patch: Record<string, unknown>, key: string, before: List, after: List, meta: PatchMeta, options: DiffOptions): void {
  if (!merges(meta)) {
    if (!options.ignoreChanges && !deepEqual(before, after)) patch[key] = after;
    return;
  }
  if (before.length === 0) {
    if (after.length > 0 && !options.ignoreChanges) patch[key] = after;
    return;
  }
  const inner = { ...options, retainKeys: meta.field?.retainKeys === true };
  const diff = meta.field?.mergeKey === undefined ? diffScalars(before, after, inner) : diffListsOfMaps(before, after, meta, meta.field.mergeKey, inner);
  if (diff.add.length > 0) patch[key] = diff.add;
  if (diff.remove.length > 0) patch[`$deleteFromPrimitiveList/${key}`] = diff.remove;
  if (diff.order.length > 0) patch[`$setElementOrder/${key}`] = diff.order;
}

interface ListDiff {
  readonly add: List;
  readonly remove: List;
  readonly order: List;
}

function diffScalars(before: List, after: List, options: DiffOptions): ListDiff {
  const add = options.ignoreChanges ? [] : after.filter((v) => !before.includes(v));
  const remove = options.ignoreDeletions ? [] : [...new Set(before.filter((v) => !after.includes(v)))].sort();
  const ordered = options.setElementOrder && (remove.length > 0 || (!options.ignoreChanges && !deepEqual(before, after)));
  return { add, remove, order: ordered ? after : [] };
}

function diffListsOfMaps(before: List, after: List, meta: PatchMeta, mergeKey: string, options: DiffOptions): ListDiff {
  requireMergeKey(before, mergeKey);
  requireMergeKey(after, mergeKey);
  const text = (item: unknown): string => String(keyOf(item, mergeKey));
  const old = new Map(before.filter(isDoc).map((item) => [text(item), item]));
  const changed: unknown[] = [];
  for (const item of after) {
    if (!isDoc(item)) continue;
    const was = old.get(text(item));
    if (was === undefined) {
      if (!options.ignoreChanges) changed.push(item);
    } else {
      const inner = diffMaps(was, item, meta.struct, options);
      if (Object.keys(inner).length > 0) changed.push({ ...inner, [mergeKey]: item[mergeKey] });
    }
  }
  const kept = new Set(after.map(text));
  const gone = options.ignoreDeletions ? [] : before.filter((item) => !kept.has(text(item))).sort((a, b) => (text(a) < text(b) ? -1 : 1));
  const add = [...normalizeSliceOrder(changed, after, mergeKey), ...gone.map((item) => ({ [mergeKey]: keyOf(item, mergeKey), $patch: 'delete' }))];
  const sameOrder = before.length === after.length && after.every((item, i) => text(item) === text(before[i]));
  const ordered = options.setElementOrder && ((!options.ignoreChanges && (add.length > 0 || !sameOrder)) || (!options.ignoreDeletions && add.length > 0));
  return { add, remove: [], order: ordered ? after.map((item) => ({ [mergeKey]: keyOf(item, mergeKey) })) : [] };
}

const BASE = { ignoreDeletions: false, ignoreChanges: false, setElementOrder: true, retainKeys: false } as const;

function guarded(compute: () => Doc): Result<Doc, string> {
  try {
    return ok(sortKeys(compute()) as Doc);
  } catch (e) {
    if (e instanceof PatchProblem) return err(e.message);
    throw e;
  }
}

/** The patch that leads from one object to another. Empty when they are equal. */
// Models apimachinery pkg/util/strategicpatch CreateTwoWayMergePatch
export function createTwoWayMergePatch(original: Doc, modified: Doc, struct: Struct | undefined, schema: Schema): Result<Doc, string> {
  return guarded(() => diffMaps(original, modified, struct, { ...BASE, schema }));
}

/**
 * The patch of `kubectl apply`: differences from the live object to the new configuration, without deletions, over the deletions from
 * the last applied configuration to the new one.
 */
// Models apimachinery pkg/util/strategicpatch CreateThreeWayMergePatch
export function createThreeWayMergePatch(lastApplied: Doc, modified: Doc, current: Doc, struct: Struct | undefined, schema: Schema): Result<Doc, string> {
  return guarded(() => {
    const delta = diffMaps(current, modified, struct, { ...BASE, schema, ignoreDeletions: true });
    const deletions = diffMaps(lastApplied, modified, struct, { ...BASE, schema, ignoreChanges: true });
    return mergeMap(deletions, delta, struct, { schema, toObject: false });
  });
}
