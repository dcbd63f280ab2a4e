import { getCondition, setPodCondition } from '../../api/conditions';
import { formatTime } from '../../api/time';
import type { Pod, PodCondition } from '../../api/types';
import type { Micros } from '../../kernel/time';
import { wallMicros } from '../clock';

/** What the scheduler may write about a pod. */
export interface PodStatusChange {
  readonly condition?: { readonly type: string; readonly status: 'True' | 'False'; readonly reason: string; readonly message: string };
  /** Undefined: leave it as it is; empty: take it away. */
  readonly nominatedNodeName?: string | undefined;
}

/** The strategic merge patch of a pod's status that makes the change, or undefined when there is nothing to change. */
// Models pkg/scheduler/schedule_one.go updatePod and pkg/scheduler/util PatchPodStatus
export function podStatusPatch(pod: Pod, change: PodStatusChange, now: Micros): object | undefined {
  const patch: Record<string, unknown> = {};
  const nominated = change.nominatedNodeName;
  if (change.condition !== undefined) Object.assign(patch, conditionPatch(pod, change.condition, now));
  if (nominated !== undefined && (pod.status.nominatedNodeName ?? '') !== nominated) patch['nominatedNodeName'] = nominated === '' ? null : nominated;
  return Object.keys(patch).length === 0 ? undefined : { status: patch };
}

function conditionPatch(pod: Pod, wanted: NonNullable<PodStatusChange['condition']>, now: Micros): object {
  const { generation } = pod.metadata;
  const next: PodCondition = {
    lastProbeTime: null, lastTransitionTime: formatTime(wallMicros(now)), message: wanted.message, ...(generation === undefined ? {} : { observedGeneration: generation }),
    reason: wanted.reason, status: wanted.status, type: wanted.type,
  };
  const before = getCondition(pod.status.conditions, wanted.type);
  const changed = setPodCondition(pod.status, next);
  if (changed === pod.status) return {};
  const conditions = changed.conditions ?? [];
  if (pod.status.conditions === undefined) return { conditions };
  const order = { '$setElementOrder/conditions': conditions.map((c) => ({ type: c.type })) };
  const after = getCondition(conditions, wanted.type) ?? next;
  return { ...order, conditions: [before === undefined ? after : { ...difference(before, after), type: wanted.type }] };
}

/** The fields of `after` that are not so in `before`. */
function difference(before: PodCondition, after: PodCondition): object {
  const old = new Map<string, unknown>(Object.entries(before));
  return Object.fromEntries(Object.entries(after).filter(([key, value]) => old.get(key) !== value));
}
