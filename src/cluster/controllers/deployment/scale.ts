import type { Deployment, ReplicaSet } from '../../../api/types';
import { desiredReplicasOf, maxReplicasOf } from './annotations';
import { activeReplicaSets, byCreation, isRollingUpdate, maxSurge, specReplicas, type Resize } from './rolling';

/**
 * Whether the wanted number changed since the ReplicaSets were last sized: then they are scaled, not rolled.
 * Models pkg/controller/deployment/sync.go isScalingEvent.
 */
export function isScalingEvent(d: Deployment, all: readonly (ReplicaSet | undefined)[]): boolean {
  return activeReplicaSets(all).some((rs) => {
    const desired = desiredReplicasOf(rs);
    return desired !== undefined && desired !== d.spec.replicas;
  });
}

/**
 * The one ReplicaSet that asks for pods, or the newest when none does; undefined when several do.
 * Models pkg/controller/deployment/util FindActiveOrLatest.
 */
export function findActiveOrLatest(newRS: ReplicaSet | undefined, old: readonly ReplicaSet[]): ReplicaSet | undefined {
  const active = activeReplicaSets([...old, newRS]);
  if (active.length > 1) return undefined;
  return active[0] ?? newRS ?? [...old].sort((a, b) => -byCreation(a, b))[0];
}

/** The new ReplicaSet is all that is wanted, and available. Models pkg/controller/deployment/util IsSaturated. */
export function isSaturated(d: Deployment, rs: ReplicaSet | undefined): boolean {
  return rs !== undefined && rs.spec.replicas === d.spec.replicas && desiredReplicasOf(rs) === d.spec.replicas && (rs.status.availableReplicas ?? 0) === d.spec.replicas;
}

/** What a scaling of the Deployment asks of its ReplicaSets. */
export type ScalePlan =
  | { readonly type: 'scaleTheOne'; readonly resizes: readonly Resize[] }
  | { readonly type: 'scaleDownOld'; readonly resizes: readonly Resize[] }
  | { readonly type: 'scaleProportionally'; readonly allowed: number; readonly total: number; readonly resizes: readonly Resize[] }
  | { readonly type: 'nothing'; readonly resizes: readonly [] };

/** Models pkg/controller/deployment/sync.go scale. */
export function planScale(d: Deployment, newRS: ReplicaSet | undefined, old: readonly ReplicaSet[]): ScalePlan {
  const one = findActiveOrLatest(newRS, old);
  if (one !== undefined) {
    return one.spec.replicas === d.spec.replicas ? { type: 'nothing', resizes: [] } : { type: 'scaleTheOne', resizes: [{ rs: one, to: d.spec.replicas }] };
  }
  if (isSaturated(d, newRS)) return { type: 'scaleDownOld', resizes: activeReplicaSets(old).map((rs) => ({ rs, to: 0 })) };
  if (!isRollingUpdate(d)) return { type: 'nothing', resizes: [] };
  const active = activeReplicaSets([...old, newRS]);
  const total = specReplicas(active);
  const allowed = d.spec.replicas > 0 ? d.spec.replicas + maxSurge(d) : 0;
  return { type: 'scaleProportionally', allowed, total, resizes: proportionally(d, active, allowed - total) };
}

/**
 * Shares `toAdd` pods (negative: to remove) among ReplicaSets by their size; the largest takes what is left over. All are
 * given back, even those that keep their size: their annotations change.
 */
function proportionally(d: Deployment, active: readonly ReplicaSet[], toAdd: number): readonly Resize[] {
  const sorted = toAdd === 0 ? [...active] : [...active].sort((a, b) => b.spec.replicas - a.spec.replicas || (toAdd > 0 ? -byCreation(a, b) : byCreation(a, b)));
  let added = 0;
  const sizes = sorted.map((rs) => {
    const share = toAdd === 0 ? 0 : proportion(d, rs, toAdd, added);
    added += share;
    return rs.spec.replicas + share;
  });
  if (toAdd !== 0 && sizes[0] !== undefined) sizes[0] = Math.max(0, sizes[0] + toAdd - added);
  return sorted.map((rs, i) => ({ rs, to: sizes[i] ?? rs.spec.replicas }));
}

/** Models pkg/controller/deployment/util GetProportion. */
function proportion(d: Deployment, rs: ReplicaSet, toAdd: number, added: number): number {
  if (rs.spec.replicas === 0 || toAdd === added) return 0;
  const allowed = toAdd - added;
  return toAdd > 0 ? Math.min(fraction(d, rs), allowed) : Math.max(fraction(d, rs), allowed);
}

/** Models pkg/controller/deployment/util getReplicaSetFraction. */
function fraction(d: Deployment, rs: ReplicaSet): number {
  if (d.spec.replicas === 0) return -rs.spec.replicas;
  const before = maxReplicasOf(rs) ?? d.status.replicas ?? 0;
  if (before === 0) return 0;
  const exact = (rs.spec.replicas * (d.spec.replicas + maxSurge(d))) / before;
  return Math.floor(exact + 0.5) - rs.spec.replicas;
}

