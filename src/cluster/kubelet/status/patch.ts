import { deepEqual } from '../../../base/json';
import type { Pod, PodCondition, PodStatus } from '../../../api/types';

type Fields = Readonly<Record<string, unknown>>;

/** Fields that are lists which merge. */
const MERGED: ReadonlySet<string> = new Set(['conditions', 'podIPs', 'hostIPs']);

/** Adds what differs from `before` to `after`: changed and new fields as they are, absent ones null. False: nothing. */
function addChanges(changes: Record<string, unknown>, before: Fields, after: Fields): boolean {
  let any = false;
  for (const key in after) {
    const value = after[key];
    if (value === undefined || MERGED.has(key) || deepEqual(before[key], value)) continue;
    changes[key] = value;
    any = true;
  }
  for (const key in before) {
    if (before[key] === undefined || after[key] !== undefined || MERGED.has(key)) continue;
    changes[key] = null;
    any = true;
  }
  return any;
}

/** The part of a strategic merge patch for a list of conditions, which are merged by type. */
function addConditionChanges(patch: Record<string, unknown>, before: readonly PodCondition[], after: readonly PodCondition[]): void {
  if (deepEqual(before, after)) return;
  const changed: unknown[] = [];
  for (const condition of after) {
    const old = before.find((c) => c.type === condition.type);
    if (old === undefined) changed.push(condition);
    else {
      const changes: Record<string, unknown> = {};
      if (addChanges(changes, old as unknown as Fields, condition as unknown as Fields)) {
        changes['type'] = condition.type;
        changed.push(changes);
      }
    }
  }
  for (const condition of before) if (!after.some((c) => c.type === condition.type)) changed.push({ $patch: 'delete', type: condition.type });
  patch['$setElementOrder/conditions'] = after.map(({ type }) => ({ type }));
  if (changed.length > 0) patch['conditions'] = changed;
}

/**
 * The strategic merge patch that turns the status of a pod into another; undefined when they are equal.
 * Models pkg/util/pod/pod.go PatchPodStatus, apimachinery strategicpatch CreateTwoWayMergePatch.
 */
export function statusPatch(pod: Pod, after: PodStatus): { readonly metadata: { readonly uid: string }; readonly status: Fields } | undefined {
  const { status: before } = pod;
  const conditions = after.conditions ?? [];
  const changes: Record<string, unknown> = {};
  if (before.conditions === undefined) {
    if (conditions.length > 0) changes['conditions'] = conditions;
  } else if (conditions.length === 0) changes['conditions'] = null;
  else addConditionChanges(changes, before.conditions, conditions);
  addChanges(changes, before as unknown as Fields, after as unknown as Fields);
  addAddressChanges(changes, 'podIPs', before.podIPs, after.podIPs);
  addAddressChanges(changes, 'hostIPs', before.hostIPs, after.hostIPs);
  return Object.keys(changes).length === 0 ? undefined : { metadata: { uid: pod.metadata.uid ?? '' }, status: changes };
}

/** Address lists are merged by address. */
function addAddressChanges(changes: Record<string, unknown>, key: string, before: readonly { readonly ip: string }[] | undefined, after: readonly { readonly ip: string }[] | undefined): void {
  if (deepEqual(before, after)) return;
  if (after === undefined) changes[key] = null;
  else if (before === undefined) changes[key] = after;
  else {
    const gone = before.filter((a) => !after.some((b) => b.ip === a.ip)).map(({ ip }) => ({ $patch: 'delete', ip }));
    const added = after.filter((a) => !before.some((b) => b.ip === a.ip));
    changes[`$setElementOrder/${key}`] = after.map(({ ip }) => ({ ip }));
    changes[key] = [...added, ...gone];
  }
}
