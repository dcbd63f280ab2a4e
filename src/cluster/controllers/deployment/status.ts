import { getCondition, removeCondition, setCondition } from '../../../api/conditions';
import { formatTime, parseTime } from '../../../api/time';
import type { ConditionStatus, Deployment, DeploymentCondition, DeploymentStatus, ReplicaSet } from '../../../api/types';
import { availableReplicas, minAvailable, readyReplicas, specReplicas, statusReplicas } from './rolling';

/** What a Deployment's status says, and when. Pure; `wall` is the wall clock in microseconds. */

const SECOND = 1_000_000;
/** A deadline of this many seconds means none. */
const NO_DEADLINE = 2_147_483_647;

export const hasProgressDeadline = (d: Deployment): boolean => d.spec.progressDeadlineSeconds !== NO_DEADLINE;

export const progressing = (d: Pick<Deployment, 'status'>): DeploymentCondition | undefined => getCondition(d.status.conditions, 'Progressing');

export function condition(type: DeploymentCondition['type'], status: ConditionStatus, reason: string, message: string, wall: number): DeploymentCondition {
  const now = formatTime(wall);
  return { type, status, lastUpdateTime: now, lastTransitionTime: now, reason, message };
}

export function withCondition(status: DeploymentStatus, c: DeploymentCondition): DeploymentStatus {
  const conditions = setCondition(status.conditions, c);
  return conditions === status.conditions ? status : { ...status, conditions };
}

export function withoutCondition(status: DeploymentStatus, type: DeploymentCondition['type']): DeploymentStatus {
  const conditions = removeCondition(status.conditions, type);
  return conditions === status.conditions || status.conditions === undefined ? status : { ...status, conditions };
}

/** Zero counts are absent on the wire. */
const count = <K extends string>(key: K, n: number): Partial<Record<K, number>> => (n === 0 ? {} : ({ [key]: n } as Partial<Record<K, number>>));

/**
 * Counts, and whether enough is available. Models pkg/controller/deployment/sync.go calculateStatus.
 */
export function calculateStatus(d: Deployment, all: readonly (ReplicaSet | undefined)[], newRS: ReplicaSet | undefined, wall: number, terminating: boolean): DeploymentStatus {
  const available = availableReplicas(all);
  const { conditions, collisionCount } = d.status;
  const counts: DeploymentStatus = {
    ...count('observedGeneration', d.metadata.generation ?? 0), ...count('replicas', statusReplicas(all)), ...count('updatedReplicas', statusReplicas([newRS])),
    ...count('readyReplicas', readyReplicas(all)), ...count('availableReplicas', available), ...count('unavailableReplicas', Math.max(0, specReplicas(all) - available)),
    ...(terminating ? terminatingReplicas(all) : {}),
    ...(conditions === undefined ? {} : { conditions }), ...(collisionCount === undefined ? {} : { collisionCount }),
  };
  const enough = available >= minAvailable(d);
  return withCondition(counts, enough
    ? condition('Available', 'True', 'MinimumReplicasAvailable', 'Deployment has minimum availability.', wall)
    : condition('Available', 'False', 'MinimumReplicasUnavailable', 'Deployment does not have minimum availability.', wall));
}

/**
 * The sum over ReplicaSets; one never synced counts as none, one that was synced without counting makes the sum unknown.
 * Models pkg/controller/deployment/util GetTerminatingReplicaCountForReplicaSets.
 */
function terminatingReplicas(all: readonly (ReplicaSet | undefined)[]): Pick<DeploymentStatus, 'terminatingReplicas'> {
  let sum = 0;
  for (const rs of all) {
    if (rs === undefined) continue;
    if (rs.status.terminatingReplicas !== undefined) sum += rs.status.terminatingReplicas;
    else if ((rs.status.observedGeneration ?? 0) !== 0) return {};
  }
  return { terminatingReplicas: sum };
}

/** All pods are of the new template, there and available. Models pkg/controller/deployment/util DeploymentComplete. */
export function isComplete(d: Deployment, status: DeploymentStatus): boolean {
  const wanted = d.spec.replicas;
  return (status.updatedReplicas ?? 0) === wanted && (status.replicas ?? 0) === wanted && (status.availableReplicas ?? 0) === wanted
    && (status.observedGeneration ?? 0) >= (d.metadata.generation ?? 0);
}

/** Something moved since the last status. Models pkg/controller/deployment/util DeploymentProgressing. */
export function isProgressing(d: Deployment, status: DeploymentStatus): boolean {
  const before = d.status;
  const old = (s: DeploymentStatus): number => (s.replicas ?? 0) - (s.updatedReplicas ?? 0);
  return (status.updatedReplicas ?? 0) > (before.updatedReplicas ?? 0) || old(status) < old(before)
    || (status.readyReplicas ?? 0) > (before.readyReplicas ?? 0) || (status.availableReplicas ?? 0) > (before.availableReplicas ?? 0);
}

/** Nothing moved for longer than the deadline. Models pkg/controller/deployment/util DeploymentTimedOut. */
export function isTimedOut(d: Deployment, status: DeploymentStatus, wall: number): boolean {
  const current = getCondition(status.conditions, 'Progressing');
  if (!hasProgressDeadline(d) || current === undefined || current.reason === 'NewReplicaSetAvailable') return false;
  if (current.reason === 'ProgressDeadlineExceeded') return true;
  return (parseTime(current.lastUpdateTime) ?? wall) + d.spec.progressDeadlineSeconds * SECOND < wall;
}

/**
 * The status of a Deployment that rolls out: counts, availability, progress, and the failure of a ReplicaSet.
 * Models pkg/controller/deployment/progress.go syncRolloutStatus.
 */
export function rolloutStatus(d: Deployment, all: readonly (ReplicaSet | undefined)[], newRS: ReplicaSet | undefined, wall: number, terminating: boolean): DeploymentStatus {
  let status = calculateStatus(d, all, newRS, wall, terminating);
  const current = progressing(d);
  if (!hasProgressDeadline(d)) status = withoutCondition(status, 'Progressing');
  const doneBefore = (status.replicas ?? 0) === (status.updatedReplicas ?? 0) && current?.reason === 'NewReplicaSetAvailable';
  if (hasProgressDeadline(d) && !doneBefore) {
    const what = newRS === undefined ? `Deployment "${d.metadata.name}"` : `ReplicaSet "${newRS.metadata.name}"`;
    if (isComplete(d, status)) {
      status = withCondition(status, condition('Progressing', 'True', 'NewReplicaSetAvailable', `${what} has successfully progressed.`, wall));
    } else if (isProgressing(d, status)) {
      const next = condition('Progressing', 'True', 'ReplicaSetUpdated', `${what} is progressing.`, wall);
      // An unchanged reason still gets a new lastUpdateTime: the deadline counts from the last progress.
      status = withCondition(withoutCondition(status, 'Progressing'), current?.status === 'True' ? { ...next, lastTransitionTime: current.lastTransitionTime } : next);
    } else if (isTimedOut(d, status, wall)) {
      status = withCondition(status, condition('Progressing', 'False', 'ProgressDeadlineExceeded', `${what} has timed out progressing.`, wall));
    }
  }
  const failure = replicaFailure(all, newRS);
  return failure === undefined ? withoutCondition(status, 'ReplicaFailure') : withCondition(status, failure);
}

/** The failure that a ReplicaSet reports, the new one first. Models pkg/controller/deployment/progress.go getReplicaFailures. */
function replicaFailure(all: readonly (ReplicaSet | undefined)[], newRS: ReplicaSet | undefined): DeploymentCondition | undefined {
  for (const rs of [newRS, ...all]) {
    const c = getCondition(rs?.status.conditions, 'ReplicaFailure');
    if (c === undefined) continue;
    const at = c.lastTransitionTime ?? '';
    return {
      type: 'ReplicaFailure', status: c.status, lastUpdateTime: at, lastTransitionTime: at,
      ...(c.reason === undefined ? {} : { reason: c.reason }), ...(c.message === undefined ? {} : { message: c.message }),
    };
  }
  return undefined;
}

/**
 * When to look again at a rollout that does not move, in microseconds from now: 'soon' below a second before the deadline,
 * else a second after it. Undefined: not at all.
 * Models pkg/controller/deployment/progress.go requeueStuckDeployment.
 */
export function stuckCheck(d: Deployment, status: DeploymentStatus, wall: number): number | 'soon' | undefined {
  const current = progressing(d);
  if (!hasProgressDeadline(d) || current === undefined) return undefined;
  if (isComplete(d, status) || current.reason === 'ProgressDeadlineExceeded') return undefined;
  const after = (parseTime(current.lastUpdateTime) ?? wall) + d.spec.progressDeadlineSeconds * SECOND - wall;
  return after < SECOND ? 'soon' : after + SECOND;
}
