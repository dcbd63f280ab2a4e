import { isPodAvailable } from '../../../api/pods';
import type { Pod, StatefulSet, StatefulSetStatus } from '../../../api/types';
import { isHealthy, isRunningAndReady, isTerminating, ordinalOf, revisionLabel } from './pods';

/** What a StatefulSet does next: as a rule one thing. Pure. */

export type Action =
  | { readonly type: 'create'; readonly ordinal: number; readonly revision: 'current' | 'update' }
  | { readonly type: 'recreate'; readonly pod: Pod; readonly ordinal: number; readonly revision: 'current' | 'update' }
  | { readonly type: 'delete'; readonly pod: Pod; readonly why: 'scaleDown' | 'update' };

export interface Plan {
  readonly actions: readonly Action[];
  /** Why nothing more is done in this turn. */
  readonly waitsFor: string | undefined;
}

export interface Revisions {
  readonly current: string;
  readonly update: string;
}

/** Pods by ordinal: those that the set wants, and those beyond, lowest first. */
export function sortPods(set: StatefulSet, pods: readonly Pod[]): { readonly replicas: readonly (Pod | undefined)[]; readonly condemned: readonly Pod[] } {
  const start = set.spec.ordinals?.start ?? 0;
  const replicas: (Pod | undefined)[] = Array.from({ length: set.spec.replicas }, () => undefined);
  const condemned: Pod[] = [];
  for (const pod of pods) {
    const ordinal = ordinalOf(set, pod.metadata.name);
    if (ordinal < 0) continue;
    if (ordinal >= start && ordinal < start + set.spec.replicas) replicas[ordinal - start] = pod;
    else condemned.push(pod);
  }
  return { replicas, condemned: condemned.sort((a, b) => ordinalOf(set, a.metadata.name) - ordinalOf(set, b.metadata.name)) };
}

/** Pods below the partition keep the old template; without one, as many as still have it. Models newVersionedStatefulSetPod. */
function revisionFor(set: StatefulSet, ordinal: number): 'current' | 'update' {
  if (set.spec.updateStrategy.type !== 'RollingUpdate') return 'update';
  const partition = set.spec.updateStrategy.rollingUpdate?.partition;
  const kept = partition ?? set.status.currentReplicas ?? 0;
  return ordinal < kept ? 'current' : 'update';
}

/**
 * In order from the lowest: what is missing is created, what is not ready is waited for; then what is too much goes, highest first; then
 * the highest old pod is replaced. A set with podManagementPolicy Parallel does not wait.
 * Models pkg/controller/statefulset/stateful_set_control.go updateStatefulSet.
 */
export function plan(set: StatefulSet, pods: readonly Pod[], { update }: Revisions): Plan {
  const actions: Action[] = [];
  const stop = (waitsFor: string | undefined): Plan => ({ actions, waitsFor });
  if (set.metadata.deletionTimestamp !== undefined) return stop('the set is being deleted');
  const start = set.spec.ordinals?.start ?? 0;
  const { replicas, condemned } = sortPods(set, pods);
  const ordered = set.spec.podManagementPolicy !== 'Parallel';
  const firstUnhealthy = [...replicas, ...condemned].find((pod) => pod === undefined || !isHealthy(pod));
  for (const [i, pod] of replicas.entries()) {
    const ordinal = start + i;
    const revision = revisionFor(set, ordinal);
    if (pod === undefined || pod.status.phase === 'Failed' && !isTerminating(pod)) {
      actions.push(pod === undefined ? { type: 'create', ordinal, revision } : { type: 'recreate', pod, ordinal, revision });
      if (ordered) return stop(undefined);
      continue;
    }
    if (!ordered) continue;
    if (isTerminating(pod)) return stop(`${pod.metadata.name} terminates`);
    if (!isRunningAndReady(pod)) return stop(`${pod.metadata.name} is not running and ready`);
  }
  for (const pod of [...condemned].reverse()) {
    if (isTerminating(pod)) {
      if (ordered) return stop(`${pod.metadata.name} terminates`);
      continue;
    }
    if (!isRunningAndReady(pod) && ordered && pod !== firstUnhealthy) return stop(`a pod before ${pod.metadata.name} is not running and ready`);
    actions.push({ type: 'delete', pod, why: 'scaleDown' });
    if (ordered) return stop(undefined);
  }
  if (set.spec.updateStrategy.type === 'OnDelete') return stop(undefined);
  const lowest = Math.max(0, (set.spec.updateStrategy.rollingUpdate?.partition ?? 0) - start);
  for (let i = replicas.length - 1; i >= lowest; i--) {
    const pod = replicas[i];
    // Just asked for in this very turn.
    if (pod === undefined) return stop(undefined);
    if (revisionLabel(pod) !== update && !isTerminating(pod)) {
      actions.push({ type: 'delete', pod, why: 'update' });
      return stop(undefined);
    }
    if (!isHealthy(pod)) return stop(`${pod.metadata.name} is not healthy`);
  }
  return stop(undefined);
}

export interface StatusOptions {
  readonly revisions: Revisions;
  readonly collisionCount: number;
  /** Whether the release counts available pods. */
  readonly available: boolean;
  readonly wall: number;
}

const count = (n: number, key: 'readyReplicas' | 'currentReplicas' | 'updatedReplicas'): Partial<StatefulSetStatus> => (n === 0 ? {} : { [key]: n });

/** The status after those actions were taken. Models updateStatefulSet, completeRollingUpdate. */
export function statusAfter(set: StatefulSet, pods: readonly Pod[], taken: readonly Action[], { revisions, collisionCount, available, wall }: StatusOptions): StatefulSetStatus {
  let replicas = pods.length;
  let [current, updated] = [0, 0];
  for (const pod of pods) {
    if (isTerminating(pod)) continue;
    if (revisionLabel(pod) === revisions.current) current++;
    if (revisionLabel(pod) === revisions.update) updated++;
  }
  for (const action of taken) {
    if (action.type !== 'create') {
      if (revisionLabel(action.pod) === revisions.current) current--;
      if (revisionLabel(action.pod) === revisions.update) updated--;
      if (action.type === 'recreate') replicas--;
    }
    if (action.type !== 'delete') {
      replicas++;
      const label = revisions[action.revision];
      if (label === revisions.current) current++;
      if (label === revisions.update) updated++;
    }
  }
  const ready = pods.filter(isRunningAndReady).length;
  let currentRevision = revisions.current;
  if (set.spec.updateStrategy.type === 'RollingUpdate' && updated === replicas && ready === replicas) {
    current = updated;
    currentRevision = revisions.update;
  }
  return {
    ...(set.metadata.generation === undefined ? {} : { observedGeneration: set.metadata.generation }), replicas, ...count(ready, 'readyReplicas'), ...count(current, 'currentReplicas'), ...count(updated, 'updatedReplicas'),
    currentRevision, updateRevision: revisions.update, collisionCount,
    ...(available ? { availableReplicas: pods.filter((pod) => isRunningAndReady(pod) && isPodAvailable(pod, set.spec.minReadySeconds ?? 0, wall)).length } : {}),
  };
}
