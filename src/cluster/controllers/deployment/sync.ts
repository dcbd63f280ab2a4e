import { isEmptyLabelSelector } from '../../../api/selectors/labels';
import type { Deployment, DeploymentStatus, ReplicaSet } from '../../../api/types';
import { invariant } from '../../../base/assert';
import { err, ok } from '../../../base/result';
import { deepEqual } from '../../../base/json';
import { LATENCY } from '../../latencies';
import { claim } from '../claim';
import { errorOf, isNotFound } from '../errors';
import { call, think, type Sync, type SyncError } from '../worker';
import { revisionOf } from './annotations';
import { syncRevision, type Sets } from './replicasets';
import {
  activeReplicaSets, byCreation, cleanupUnhealthy, explainScale, isRollingUpdate, maxScaledDown, newReplicaSetSize, scaleDownOld, specReplicas, statusReplicas, type Resize,
} from './rolling';
import { isScalingEvent, planScale } from './scale';
import { calculateStatus, condition, hasProgressDeadline, isComplete, progressing, rolloutStatus, stuckCheck } from './status';
import { DeploymentWork, type DeploymentPorts, type Outcome, type Steps } from './work';

/**
 * Brings one Deployment nearer to what it asks for.
 * Models pkg/controller/deployment/deployment_controller.go syncDeployment.
 */
export function* syncDeployment(ports: DeploymentPorts, key: string): Sync {
  yield* think('TAKEN', LATENCY.deploymentSync);
  const d = ports.get(key);
  if (d === undefined) return undefined;
  if (isEmptyLabelSelector(d.spec.selector)) return yield* refuseToSelectAll(ports, d);
  yield* think('LIST');
  const claimed = yield* claim({ owner: d, selector: d.spec.selector, candidates: ports.candidates(d), client: ports.replicaSets, owners: ports.deployments });
  if (claimed.error !== undefined) return claimed.error;
  const w = new DeploymentWork(ports, d, claimed.objects);
  if (d.metadata.deletionTimestamp !== undefined) return yield* syncStatusOnly(w);
  const failed = yield* checkPause(w);
  if (failed !== undefined) return failed;
  if (w.d.spec.paused === true) return yield* syncScale(w);
  const sets = yield* syncRevision(w, false);
  if (!sets.ok) return sets.error;
  const scaling = isScalingEvent(w.d, sets.value.all);
  yield* think('CHECK_SCALING', undefined, { type: 'isScalingEvent', desired: w.d.spec.replicas, scaling });
  if (scaling) return yield* syncScale(w);
  return isRollingUpdate(w.d) ? yield* rollOut(w) : yield* recreate(w);
}

function* refuseToSelectAll(ports: DeploymentPorts, d: Deployment): Sync {
  ports.report(d, 'Warning', 'SelectingAll', 'This deployment is selecting all pods. A non-empty selector is required.');
  const generation = d.metadata.generation ?? 0;
  if ((d.status.observedGeneration ?? 0) >= generation) return undefined;
  const w = new DeploymentWork(ports, { ...d, status: { ...d.status, observedGeneration: generation } }, []);
  return yield* w.putStatus('UPDATE_STATUS');
}

/** Models pkg/controller/deployment/sync.go checkPausedConditions. */
function* checkPause(w: DeploymentWork): Steps<SyncError | undefined> {
  const { d, ports } = w;
  const current = progressing(d);
  const paused = d.spec.paused === true;
  yield* think('CHECK_PAUSE', undefined, { type: 'paused', paused });
  if (!hasProgressDeadline(d) || current?.reason === 'ProgressDeadlineExceeded') return undefined;
  const saysPaused = current?.reason === 'DeploymentPaused';
  if (paused === saysPaused) return undefined;
  w.setCondition(paused
    ? condition('Progressing', 'Unknown', 'DeploymentPaused', 'Deployment is paused', ports.wall())
    : condition('Progressing', 'Unknown', 'DeploymentResumed', 'Deployment is resumed', ports.wall()));
  return yield* w.putStatus('RECORD_PAUSE', { type: 'pauseCondition', paused });
}

/** Models pkg/controller/deployment/sync.go syncStatusOnly. */
function* syncStatusOnly(w: DeploymentWork): Sync {
  const sets = yield* syncRevision(w, false);
  return sets.ok ? yield* finishScale(w, sets.value) : sets.error;
}

/** A change of the wanted number, or a paused rollout: sizes only. Models pkg/controller/deployment/sync.go sync. */
function* syncScale(w: DeploymentWork): Sync {
  const sets = yield* syncRevision(w, false);
  if (!sets.ok) return sets.error;
  const { newRS, old } = sets.value;
  const plan = planScale(w.d, newRS, old);
  const note = { ...plan, resizes: plan.resizes.map(readable), desired: w.d.spec.replicas };
  yield* think('PLAN_SCALING', undefined, note);
  const scaled = yield* resizeAll(w, sets.value, plan.resizes, plan.type);
  if (!scaled.ok) return scaled.error;
  if (w.d.spec.paused === true) {
    const error = yield* cleanUp(w, old);
    if (error !== undefined) return error;
  }
  return yield* finishScale(w, sets.value);
}

const readable = ({ rs, to }: Resize): unknown => ({ replicaSet: rs.metadata.name, from: rs.spec.replicas, to });

/** Models pkg/controller/deployment/sync.go syncDeploymentStatus. */
function* finishScale(w: DeploymentWork, sets: Sets): Sync {
  const { ports } = w;
  yield* think('COMPUTE_STATUS');
  return yield* w.finish(calculateStatus(w.d, sets.all, sets.newRS, ports.wall(), ports.behaviour.terminatingReplicas));
}

/** Models pkg/controller/deployment/progress.go syncRolloutStatus. */
function* finishRollout(w: DeploymentWork, sets: Sets): Sync {
  const { ports } = w;
  yield* think('COMPUTE_STATUS');
  const status: DeploymentStatus = rolloutStatus(w.d, sets.all, sets.newRS, ports.wall(), ports.behaviour.terminatingReplicas);
  if (deepEqual(w.d.status, status)) {
    const after = stuckCheck(w.d, status, ports.wall());
    if (after !== undefined) ports.requeue(w.d, after === 'soon' ? 'rateLimited' : after);
  }
  return yield* w.finish(status);
}

/**
 * Grows the new ReplicaSet as far as the surge allows, or else shrinks the old ones as far as availability allows: one of
 * both in one sync. Models pkg/controller/deployment/rolling.go rolloutRolling.
 */
function* rollOut(w: DeploymentWork): Sync {
  const synced = yield* syncRevision(w, true);
  if (!synced.ok) return synced.error;
  const sets = synced.value;
  const { old, all } = sets;
  const up = growth(w.d, sets);
  if (up !== undefined) {
    yield* think('PLAN_ROLLOUT', undefined, explainScale(w.d, all, 'scaleUpNewReplicaSet', `${up.rs.spec.replicas} to ${up.to}`));
    const scaled = yield* resizeAll(w, sets, [up], 'rollout');
    if (!scaled.ok) return scaled.error;
    // The status is computed of the ReplicaSets as they were before.
    if (scaled.value.scaled) return yield* finishRollout(w, sets);
  }
  const down = yield* shrinkOld(w, sets);
  if (!down.ok) return down.error;
  if (down.value.scaled) return yield* finishRollout(w, sets);
  if (isComplete(w.d, w.d.status)) {
    const error = yield* cleanUp(w, old);
    if (error !== undefined) return error;
  }
  return yield* finishRollout(w, sets);
}

/** Models pkg/controller/deployment/rolling.go reconcileNewReplicaSet. */
function growth(d: Deployment, { newRS, all }: Sets): Resize | undefined {
  if (newRS === undefined || newRS.spec.replicas === d.spec.replicas) return undefined;
  const to = newRS.spec.replicas > d.spec.replicas ? d.spec.replicas : newReplicaSetSize(d, all, newRS.spec.replicas);
  return to === newRS.spec.replicas ? undefined : { rs: newRS, to };
}

/** Models pkg/controller/deployment/rolling.go reconcileOldReplicaSets. */
function* shrinkOld(w: DeploymentWork, sets: Sets): Steps<Outcome<Resized>> {
  const { newRS, old, all } = sets;
  const active = activeReplicaSets(old);
  const most = newRS === undefined || specReplicas(active) === 0 ? 0 : maxScaledDown(w.d, all, newRS);
  yield* think('PLAN_ROLLOUT', undefined, explainScale(w.d, all, 'scaleDownOldReplicaSets', active.length === 0 ? 'no old pods' : `at most ${Math.max(0, most)} old pods may go`));
  if (most <= 0) return ok({ scaled: false, sets });
  const cleaned = yield* resizeAll(w, sets, cleanupUnhealthy(active, most), 'unhealthy old pods go first');
  if (!cleaned.ok) return cleaned;
  const now = cleaned.value.sets;
  const scaled = yield* resizeAll(w, now, scaleDownOld(w.d, now.all, activeReplicaSets(now.old)), 'enough pods stay available');
  if (!scaled.ok) return scaled;
  return ok({ scaled: cleaned.value.scaled || scaled.value.scaled, sets: scaled.value.sets });
}

interface Resized {
  readonly scaled: boolean;
  readonly sets: Sets;
}

function* resizeAll(w: DeploymentWork, sets: Sets, resizes: readonly Resize[], why: string): Steps<Outcome<Resized>> {
  let scaled = false;
  let now = sets;
  for (const resize of resizes) {
    const result = yield* w.resize(resize, why);
    if (!result.ok) return err(result.error);
    scaled ||= result.value.scaled;
    const { rs } = result.value;
    const swap = <T extends { readonly metadata: { readonly uid?: string } } | undefined>(x: T): T => (x?.metadata.uid === rs.metadata.uid ? (rs as unknown as T) : x);
    now = { newRS: swap(now.newRS), old: now.old.map(swap), all: now.all.map(swap) };
  }
  return ok({ scaled, sets: now });
}

/**
 * All old pods first have to be gone, those that terminate too. Models pkg/controller/deployment/recreate.go rolloutRecreate.
 */
function* recreate(w: DeploymentWork): Sync {
  const synced = yield* syncRevision(w, false);
  if (!synced.ok) return synced.error;
  let sets = synced.value;
  const active = activeReplicaSets(sets.old);
  const running = oldPodsRunning(w, sets);
  yield* think('CHECK_OLD_PODS', undefined, { type: 'oldPods', oldReplicaSetsWithPods: active.map((rs) => rs.metadata.name), running });
  const down = yield* resizeAll(w, sets, active.map((rs) => ({ rs, to: 0 })), 'Recreate: old pods go before new ones come');
  if (!down.ok) return down.error;
  if (down.value.scaled || running) return yield* finishRollout(w, sets);
  if (sets.newRS === undefined) {
    const created = yield* syncRevision(w, true);
    if (!created.ok) return created.error;
    sets = created.value;
  }
  const { newRS } = sets;
  invariant(newRS, 'a created replica set');
  yield* think('PLAN_ROLLOUT', undefined, explainScale(w.d, sets.all, 'scaleUpNewReplicaSet', `${newRS.spec.replicas} to ${w.d.spec.replicas}`));
  if (newRS.spec.replicas !== w.d.spec.replicas) {
    const up = yield* resizeAll(w, sets, [{ rs: newRS, to: w.d.spec.replicas }], 'Recreate: all new pods at once');
    if (!up.ok) return up.error;
  }
  if (isComplete(w.d, w.d.status)) {
    const error = yield* cleanUp(w, sets.old);
    if (error !== undefined) return error;
  }
  return yield* finishRollout(w, sets);
}

/** Models pkg/controller/deployment/recreate.go oldPodsRunning. */
function oldPodsRunning(w: DeploymentWork, { old }: Sets): boolean {
  if (statusReplicas(old) > 0) return true;
  return old.some((rs) => [...w.ports.podsOf(rs)].some((pod) => pod.status.phase !== 'Failed' && pod.status.phase !== 'Succeeded'));
}

/** Old ReplicaSets beyond the history limit are deleted, empty ones only. Models pkg/controller/deployment/sync.go cleanupDeployment. */
function* cleanUp(w: DeploymentWork, old: readonly ReplicaSet[]): Steps<SyncError | undefined> {
  const { ports } = w;
  const alive = old.filter((rs) => rs.metadata.deletionTimestamp === undefined);
  const excess = alive.length - w.d.spec.revisionHistoryLimit;
  yield* think('CLEAN_UP', undefined, { type: 'revisionHistory', old: alive.length, limit: w.d.spec.revisionHistoryLimit });
  if (excess <= 0) return undefined;
  const sorted = [...alive].sort(ports.behaviour.cleanupByRevision ? (a, b) => revisionOf(a) - revisionOf(b) || byCreation(a, b) : byCreation);
  for (const rs of sorted.slice(0, excess)) {
    if (rs.status.replicas !== 0 || rs.spec.replicas !== 0 || (rs.metadata.generation ?? 0) > (rs.status.observedGeneration ?? 0)) continue;
    const response = yield* call('DELETE_OLD', (done) => ports.replicaSets.delete({ namespace: rs.metadata.namespace, name: rs.metadata.name }, {}, done), { type: 'deleteOld', replicaSet: rs.metadata.name });
    const error = errorOf(response);
    if (error !== undefined && !isNotFound(response)) return error;
  }
  return undefined;
}
