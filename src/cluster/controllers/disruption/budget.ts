import { isPodReady } from '../../../api/pods';
import { formatTime, parseTime } from '../../../api/time';
import type { Condition, Pod, PodDisruptionBudget } from '../../../api/types';
import { scaledValue } from '../int-or-percent';

/** How many pods of a budget may go. Pure; `wall` is the wall clock in microseconds. */

const SECOND = 1_000_000;
/** How long an allowed eviction is given to happen. */
const EVICTION_TIMEOUT = 120 * SECOND;

export interface Expected {
  /** Pods that should be there, by the word of their controllers. */
  readonly expected: number;
  readonly desiredHealthy: number;
}

/** Models pkg/controller/disruption/disruption.go getExpectedPodCount. `scale` is the sum over the pods' controllers. */
export function expectedPods(pdb: PodDisruptionBudget, pods: readonly Pod[], scale: () => number): Expected {
  const { minAvailable, maxUnavailable } = pdb.spec;
  if (maxUnavailable !== undefined) {
    const expected = scale();
    return { expected, desiredHealthy: Math.max(0, expected - scaledValue(maxUnavailable, expected, 'up')) };
  }
  if (minAvailable === undefined) return { expected: 0, desiredHealthy: 0 };
  if (typeof minAvailable === 'number') return { expected: pods.length, desiredHealthy: minAvailable };
  const expected = scale();
  return { expected, desiredHealthy: scaledValue(minAvailable, expected, 'up') };
}

/** Evictions that were allowed and have not happened yet; `recheck` says when the oldest runs out. Models buildDisruptedPodMap. */
export function stillDisrupted(pdb: PodDisruptionBudget, pods: readonly Pod[], wall: number): { readonly disrupted: Readonly<Record<string, string>>; readonly recheck: number | undefined } {
  const known = pdb.status.disruptedPods ?? {};
  const disrupted: Record<string, string> = {};
  let recheck: number | undefined;
  for (const pod of pods) {
    const since = known[pod.metadata.name];
    if (since === undefined || pod.metadata.deletionTimestamp !== undefined) continue;
    const until = (parseTime(since) ?? 0) + EVICTION_TIMEOUT;
    if (until <= wall) continue;
    disrupted[pod.metadata.name] = since;
    recheck = Math.min(recheck ?? until, until);
  }
  return { disrupted, recheck };
}

/** Models countHealthyPods. */
export function countHealthy(pods: readonly Pod[], disrupted: Readonly<Record<string, string>>): number {
  return pods.filter((pod) => pod.metadata.deletionTimestamp === undefined && disrupted[pod.metadata.name] === undefined && isPodReady(pod)).length;
}

/** The DisruptionAllowed condition of policy/v1. Models pkg/api/poddisruptionbudget UpdateDisruptionAllowedCondition. */
function allowedCondition(pdb: PodDisruptionBudget, allowed: number, wall: number): Condition {
  const status = allowed > 0 ? 'True' : 'False';
  const before = pdb.status.conditions?.find((c) => c.type === 'DisruptionAllowed');
  return {
    type: 'DisruptionAllowed', status, ...(pdb.status.observedGeneration === undefined ? {} : { observedGeneration: pdb.status.observedGeneration }),
    lastTransitionTime: before?.status === status ? before.lastTransitionTime : formatTime(wall), reason: allowed > 0 ? 'SufficientPods' : 'InsufficientPods', message: '',
  };
}

/** Models pkg/controller/disruption/disruption.go updatePdbStatus. */
export function budgetStatus(pdb: PodDisruptionBudget, healthy: number, { expected, desiredHealthy }: Expected, disrupted: Readonly<Record<string, string>>, wall: number): PodDisruptionBudget['status'] {
  const { generation } = pdb.metadata;
  // No pods expected: nothing to protect, nothing to allow.
  const allowed = expected <= 0 ? 0 : Math.max(0, healthy - desiredHealthy);
  const modern = pdb.apiVersion === 'policy/v1';
  const counts = {
    ...(generation === undefined ? {} : { observedGeneration: generation }), ...(Object.keys(disrupted).length === 0 ? {} : { disruptedPods: disrupted }),
    disruptionsAllowed: allowed, currentHealthy: healthy, desiredHealthy, expectedPods: expected,
  };
  return modern ? { ...counts, conditions: [allowedCondition({ ...pdb, status: { ...pdb.status, ...counts } }, allowed, wall)] } : counts;
}
