import { deepEqual } from '../../../base/json';
import type { Pod, PodCondition, PodStatus } from '../../../api/types';

type Fields = Readonly<Record<string, unknown>>;

/** What differs from `before` to `after`: changed and new fields as they are, absent ones null. */
function fieldChanges(before: Fields, after: Fields): Record<string, unknown> {
  const changes: Record<string, unknown> = {};
  for (const key of Object.keys(after)) if (after[key] !== undefined && !deepEqual(before[key], after[key])) changes[key] = after[key];
  for (const key of Object.keys(before)) if (before[key] !== undefined && after[key] === undefined) changes[key] = null;
  return changes;
}

/** The part of a strategic merge patch for a list of conditions, which are merged by type. */
function conditionChanges(before: readonly PodCondition[], after: readonly PodCondition[]): Record<string, unknown> {
  if (deepEqual(before, after)) return {};
  const changed: unknown[] = [];
  for (const condition of after) {
    const old = before.find((c) => c.type === condition.type);
    if (old === undefined) changed.push(condition);
    else {
      const changes = fieldChanges({ ...old }, { ...condition });
      if (Object.keys(changes).length > 0) changed.push({ ...changes, type: condition.type });
    }
  }
  for (const condition of before) if (!after.some((c) => c.type === condition.type)) changed.push({ $patch: 'delete', type: condition.type });
  return { '$setElementOrder/conditions': after.map(({ type }) => ({ type })), ...(changed.length === 0 ? {} : { conditions: changed }) };
}

/**
 * The strategic merge patch that turns the status of a pod into another; undefined when they are equal.
 * Models pkg/util/pod/pod.go PatchPodStatus, apimachinery strategicpatch CreateTwoWayMergePatch.
 */
export function statusPatch(pod: Pod, after: PodStatus): { readonly metadata: { readonly uid: string }; readonly status: Fields } | undefined {
  const { conditions: oldConditions, podIPs: oldIPs, hostIPs: oldHostIPs, ...before } = pod.status;
  const { conditions, podIPs, hostIPs, ...rest } = after;
  const changes: Record<string, unknown> = {
    ...(oldConditions === undefined ? (conditions === undefined || conditions.length === 0 ? {} : { conditions }) : conditions === undefined || conditions.length === 0 ? { conditions: null } : conditionChanges(oldConditions, conditions)),
    ...fieldChanges({ ...before }, { ...rest }),
    ...addressChanges('podIPs', oldIPs, podIPs),
    ...addressChanges('hostIPs', oldHostIPs, hostIPs),
  };
  return Object.keys(changes).length === 0 ? undefined : { metadata: { uid: pod.metadata.uid ?? '' }, status: changes };
}

/** Address lists are merged by address. */
function addressChanges(key: string, before: readonly { readonly ip: string }[] | undefined, after: readonly { readonly ip: string }[] | undefined): Record<string, unknown> {
  if (deepEqual(before, after)) return {};
  if (after === undefined) return { [key]: null };
  if (before === undefined) return { [key]: after };
  const gone = before.filter((a) => !after.some((b) => b.ip === a.ip)).map(({ ip }) => ({ $patch: 'delete', ip }));
  const added = after.filter((a) => !before.some((b) => b.ip === a.ip));
  return { [`$setElementOrder/${key}`]: after.map(({ ip }) => ({ ip })), [key]: [...added, ...gone] };
}
