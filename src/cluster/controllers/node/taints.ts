import { getCondition } from '../../../api/conditions';
import { TAINT, toleratesTaint } from '../../../api/scheduling';
import type { Node, Pod, Taint, TaintEffect } from '../../../api/types';

/** Which taints a node's condition calls for, and what they mean for pods. Pure. */

const BY_CONDITION: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Ready: { False: TAINT.notReady, Unknown: TAINT.unreachable },
  MemoryPressure: { True: TAINT.memoryPressure },
  DiskPressure: { True: TAINT.diskPressure },
  NetworkUnavailable: { True: TAINT.networkUnavailable },
  PIDPressure: { True: TAINT.pidPressure },
};
const MANAGED: ReadonlySet<string> = new Set([TAINT.unschedulable, ...Object.values(BY_CONDITION).flatMap((byStatus) => Object.values(byStatus))]);

export const hasTaint = (node: Node, key: string, effect: TaintEffect): boolean => node.spec.taints?.some((t) => t.key === key && t.effect === effect) === true;

/**
 * NoSchedule taints to put on and to take off. Models pkg/controller/nodelifecycle/node_lifecycle_controller.go doNoScheduleTaintingPass.
 */
export function noScheduleChanges(node: Node): { readonly add: readonly string[]; readonly remove: readonly string[] } {
  const wanted = new Set<string>();
  for (const c of node.status.conditions ?? []) {
    const key = BY_CONDITION[c.type]?.[c.status];
    if (key !== undefined) wanted.add(key);
  }
  if (node.spec.unschedulable === true) wanted.add(TAINT.unschedulable);
  const have = new Set((node.spec.taints ?? []).filter((t) => t.effect === 'NoSchedule' && MANAGED.has(t.key)).map((t) => t.key));
  return { add: [...wanted].filter((key) => !have.has(key)), remove: [...have].filter((key) => !wanted.has(key)) };
}

/** The list of a node's taints with some put on and some taken off. */
export function changedTaints(node: Node, effect: TaintEffect, add: readonly string[], remove: readonly string[], timeAdded: string): readonly Taint[] {
  const kept = (node.spec.taints ?? []).filter((t) => t.effect !== effect || !(remove.includes(t.key) || add.includes(t.key)));
  return [...kept, ...add.map((key) => ({ effect, key, timeAdded }))];
}

export const readyStatus = (node: Node): 'True' | 'False' | 'Unknown' => getCondition(node.status.conditions, 'Ready')?.status ?? 'Unknown';

/** How long a pod may stay on a node with NoExecute taints: seconds, for ever, or as if there were none. */
export type Stay = { readonly type: 'forever' } | { readonly type: 'untainted' } | { readonly type: 'seconds'; readonly seconds: number };

/** Models pkg/controller/tainteviction/taint_eviction.go processPodOnNode, getMinTolerationTime. */
export function stayOf(pod: Pod, taints: readonly Taint[]): Stay {
  const noExecute = taints.filter((t) => t.effect === 'NoExecute');
  if (noExecute.length === 0) return { type: 'untainted' };
  let seconds: number | undefined;
  for (const taint of noExecute) {
    const used = (pod.spec.tolerations ?? []).find((t) => toleratesTaint(t, taint));
    if (used === undefined) return { type: 'seconds', seconds: 0 };
    if (used.tolerationSeconds !== undefined) seconds = Math.min(seconds ?? Infinity, Math.max(0, used.tolerationSeconds));
  }
  return seconds === undefined ? { type: 'forever' } : { type: 'seconds', seconds };
}
