import type { Deployment, ReplicaSet } from '../../../api/types';
import { scaledValue } from '../int-or-percent';

/** The arithmetic of rolling updates and of scaling in the midst of them. Pure; counts are pods. */

export const isRollingUpdate = (d: Deployment): boolean => d.spec.strategy.type === 'RollingUpdate';

/**
 * Surge rounds up and unavailable rounds down; were both nothing, the rollout could not move, so one pod may be missing.
 * Models pkg/controller/deployment/util ResolveFenceposts.
 */
export function resolveFenceposts(d: Deployment): { readonly surge: number; readonly unavailable: number } {
  const { rollingUpdate } = d.spec.strategy;
  const surge = scaledValue(rollingUpdate?.maxSurge, d.spec.replicas, 'up');
  const unavailable = scaledValue(rollingUpdate?.maxUnavailable, d.spec.replicas, 'down');
  return surge === 0 && unavailable === 0 ? { surge: 0, unavailable: 1 } : { surge, unavailable };
}

/** How many pods may be there beyond the wanted ones. Models pkg/controller/deployment/util MaxSurge. */
export const maxSurge = (d: Deployment): number => (isRollingUpdate(d) ? resolveFenceposts(d).surge : 0);

/** How many of the wanted pods may be unavailable. Models pkg/controller/deployment/util MaxUnavailable. */
export function maxUnavailable(d: Deployment): number {
  if (!isRollingUpdate(d) || d.spec.replicas === 0) return 0;
  return Math.min(resolveFenceposts(d).unavailable, d.spec.replicas);
}

export const minAvailable = (d: Deployment): number => d.spec.replicas - maxUnavailable(d);

const sum = (sets: readonly (ReplicaSet | undefined)[], count: (rs: ReplicaSet) => number): number => sets.reduce((n, rs) => (rs === undefined ? n : n + count(rs)), 0);

/** Pods asked for. */
export const specReplicas = (sets: readonly (ReplicaSet | undefined)[]): number => sum(sets, (rs) => rs.spec.replicas);
/** Pods that are there, as their ReplicaSets say. */
export const statusReplicas = (sets: readonly (ReplicaSet | undefined)[]): number => sum(sets, (rs) => rs.status.replicas);
export const readyReplicas = (sets: readonly (ReplicaSet | undefined)[]): number => sum(sets, (rs) => rs.status.readyReplicas ?? 0);
export const availableReplicas = (sets: readonly (ReplicaSet | undefined)[]): number => sum(sets, (rs) => rs.status.availableReplicas ?? 0);

/** ReplicaSets that ask for pods. */
export const activeReplicaSets = (sets: readonly (ReplicaSet | undefined)[]): ReplicaSet[] => sets.filter((rs): rs is ReplicaSet => rs !== undefined && rs.spec.replicas > 0);

/** How a number came about, for the inspector. */
export interface ScaleDecision {
  readonly type: 'scaleUpNewReplicaSet' | 'scaleDownOldReplicaSets';
  readonly desired: number;
  readonly maxSurge: number;
  readonly maxUnavailable: number;
  readonly minAvailable: number;
  readonly total: number;
  readonly available: number;
  readonly result: string;
}

export function explainScale(d: Deployment, all: readonly (ReplicaSet | undefined)[], type: ScaleDecision['type'], result: string): ScaleDecision {
  return {
    type, desired: d.spec.replicas, maxSurge: maxSurge(d), maxUnavailable: maxUnavailable(d), minAvailable: minAvailable(d),
    total: specReplicas(all), available: availableReplicas(all), result,
  };
}

/**
 * How many pods the new ReplicaSet shall ask for: as many as the surge leaves room for, at most all that are wanted.
 * Models pkg/controller/deployment/util NewRSNewReplicas.
 */
export function newReplicaSetSize(d: Deployment, all: readonly (ReplicaSet | undefined)[], current: number): number {
  if (!isRollingUpdate(d)) return d.spec.replicas;
  const total = specReplicas(all);
  const most = d.spec.replicas + maxSurge(d);
  if (total >= most) return current;
  return current + Math.min(most - total, d.spec.replicas - current);
}

/** One change of size. */
export interface Resize {
  readonly rs: ReplicaSet;
  readonly to: number;
}

/** Oldest first. Models pkg/controller ReplicaSetsByCreationTimestamp. */
export function byCreation(a: ReplicaSet, b: ReplicaSet): number {
  const x = a.metadata.creationTimestamp ?? '';
  const y = b.metadata.creationTimestamp ?? '';
  if (x !== y) return x < y ? -1 : 1;
  return a.metadata.name < b.metadata.name ? -1 : 1;
}

/**
 * How many pods the old ReplicaSets may give up at most: what is there, less what must be available, less what the new one has not
 * made available yet. Models pkg/controller/deployment/rolling.go reconcileOldReplicaSets.
 */
export function maxScaledDown(d: Deployment, all: readonly (ReplicaSet | undefined)[], newRS: ReplicaSet): number {
  const newUnavailable = newRS.spec.replicas - (newRS.status.availableReplicas ?? 0);
  return specReplicas(all) - minAvailable(d) - newUnavailable;
}

/** Unhealthy pods of old ReplicaSets go first. Models pkg/controller/deployment/rolling.go cleanupUnhealthyReplicas. */
export function cleanupUnhealthy(old: readonly ReplicaSet[], most: number): readonly Resize[] {
  const resizes: Resize[] = [];
  let cleaned = 0;
  for (const rs of [...old].sort(byCreation)) {
    if (cleaned >= most) break;
    const unhealthy = rs.spec.replicas - (rs.status.availableReplicas ?? 0);
    if (rs.spec.replicas === 0 || unhealthy === 0) continue;
    const count = Math.min(most - cleaned, unhealthy);
    resizes.push({ rs, to: rs.spec.replicas - count });
    cleaned += count;
  }
  return resizes;
}

/**
 * Then old pods, oldest ReplicaSet first, as long as enough pods stay available.
 * Models pkg/controller/deployment/rolling.go scaleDownOldReplicaSetsForRollingUpdate.
 */
export function scaleDownOld(d: Deployment, all: readonly (ReplicaSet | undefined)[], old: readonly ReplicaSet[]): readonly Resize[] {
  const spare = availableReplicas(all) - minAvailable(d);
  const resizes: Resize[] = [];
  let down = 0;
  for (const rs of [...old].sort(byCreation)) {
    if (down >= spare) break;
    if (rs.spec.replicas === 0) continue;
    const count = Math.min(rs.spec.replicas, spare - down);
    resizes.push({ rs, to: rs.spec.replicas - count });
    down += count;
  }
  return resizes;
}
