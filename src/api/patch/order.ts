import { isDoc } from '../doc';
import { goText, PatchProblem } from './meta';

/** The order of lists that merge. Models apimachinery pkg/util/strategicpatch: patch order first, then the order of the live list. */

export type List = readonly unknown[];

/** The identity of an element: its merge key's value, or the element itself. */
export function keyOf(item: unknown, mergeKey: string | undefined): unknown {
  return mergeKey === undefined ? item : isDoc(item) ? item[mergeKey] : undefined;
}

export function requireMergeKey(list: List, mergeKey: string | undefined): void {
  if (mergeKey === undefined) return;
  for (const item of list) {
    if (!isDoc(item)) throw new PatchProblem(`expected a map, but received a ${typeof item}`);
    if (!(mergeKey in item)) throw new PatchProblem(`map: ${goText(item)} does not contain declared merge key: ${mergeKey}`);
  }
}

export function indexIn(list: List, item: unknown, mergeKey: string | undefined): number {
  const key = keyOf(item, mergeKey);
  for (let i = 0; i < list.length; i++) if (keyOf(list[i], mergeKey) === key) return i;
  return -1;
}

const isDeletion = (item: unknown): boolean => isDoc(item) && item['$patch'] === 'delete';

/** Sorted as `order` has them, deletion markers last. */
export function normalizeSliceOrder(list: List, order: List, mergeKey: string | undefined): List {
  requireMergeKey(list, mergeKey);
  requireMergeKey(order, mergeKey);
  if (isSorted(list, order, mergeKey)) return list;
  const rank = new Map(list.map((item) => [item, indexIn(order, item, mergeKey)]));
  const kept = list.filter((item) => !isDeletion(item));
  const known = kept.filter((item) => (rank.get(item) ?? -1) >= 0).sort((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0));
  return [...known, ...kept.filter((item) => (rank.get(item) ?? -1) < 0), ...list.filter(isDeletion)];
}

/** Whether a list already is as `order` has it, as most are. */
function isSorted(list: List, order: List, mergeKey: string | undefined): boolean {
  let last = 0;
  for (const item of list) {
    const rank = isDeletion(item) ? -1 : indexIn(order, item, mergeKey);
    if (rank < last) return false;
    last = rank;
  }
  return true;
}

/** Weaves server-only items into the patch's items: each goes before the first patch item that follows it in the live list. */
export function normalizeElementOrder(patchItems: List, serverOnly: List, patchOrder: List, serverOrder: List, mergeKey: string | undefined): List {
  const right = normalizeSliceOrder(patchItems, patchOrder, mergeKey);
  if (serverOnly.length === 0) return right;
  const left = normalizeSliceOrder(serverOnly, serverOrder, mergeKey);
  const out: unknown[] = [];
  let i = 0;
  let j = 0;
  while (i < left.length || j < right.length) {
    if (i >= left.length) out.push(right[j++]);
    else if (j >= right.length) out.push(left[i++]);
    else {
      const li = indexIn(serverOrder, left[i], mergeKey);
      const ri = indexIn(serverOrder, right[j], mergeKey);
      if (li >= 0 && ri >= 0 && li < ri) out.push(left[i++]);
      else out.push(right[j++]);
    }
  }
  return out;
}

/** Splits into the items that `by` names and the others. */
export function partition(list: List, by: List, mergeKey: string | undefined): { readonly patch: List; readonly serverOnly: List } {
  const patch: unknown[] = [];
  const serverOnly: unknown[] = [];
  for (const item of list) (indexIn(by, item, mergeKey) >= 0 ? patch : serverOnly).push(item);
  return { patch, serverOnly };
}
