import { isPodActive, isPodTerminal } from '../../../api/pods';
import { labelSelectorMatches } from '../../../api/selectors/labels';
import type { Pod, ReplicaSet, ReplicaSetStatus } from '../../../api/types';
import { SECOND } from '../../../kernel/time';
import type { ResourceClient } from '../../client/typed-client';
import { objectOf } from '../../client/typed-client';
import type { ControllerBehaviour } from '../../versions';
import { LATENCY } from '../../latencies';
import { claim } from '../claim';
import { keyOf } from '../context';
import { errorOf, isNotFound } from '../errors';
import type { Expectations } from '../expectations';
import { podFromTemplate, type PodControl } from '../pod-control';
import { podsToDelete } from '../pod-ranking';
import { slowStart } from '../slow-start';
import { call, callAll, think, type Step, type Sync, type SyncError } from '../worker';
import { calculateStatus, sameStatus } from './status';

/** What the replica set controller sees and may do. */
export interface ReplicaSetPorts {
  readonly behaviour: ControllerBehaviour;
  readonly replicaSets: ResourceClient;
  readonly pods: ResourceClient;
  readonly podControl: PodControl;
  readonly expectations: Expectations;
  readonly get: (key: string) => ReplicaSet | undefined;
  /** Pods of a ReplicaSet, and those of its namespace that nobody owns, from the cache. */
  readonly candidates: (rs: ReplicaSet) => Iterable<Pod>;
  /** Pods of all ReplicaSets that the same owner controls. */
  readonly related: (rs: ReplicaSet) => Iterable<Pod>;
  /** Microseconds since the simulation began, and since 1970. */
  readonly now: () => number;
  readonly wall: () => number;
  readonly requeueAfter: (key: string, delay: number) => void;
}

/** At most so many creations or deletions in one sync. */
const BURST_REPLICAS = 500;
const STATUS_RETRIES = 1;

/** Models pkg/controller/replicaset/replica_set.go syncReplicaSet. */
export function* syncReplicaSet(ports: ReplicaSetPorts, key: string): Sync {
  yield* think('TAKEN', LATENCY.replicaSetSync);
  const rs = ports.get(key);
  if (rs === undefined) {
    ports.expectations.forget(key);
    return undefined;
  }
  const trusted = ports.expectations.satisfied(key, ports.now());
  yield* think('LIST_PODS');
  const active: Pod[] = [];
  let terminating = 0;
  for (const pod of ports.candidates(rs)) {
    if (isPodActive(pod)) active.push(pod);
    else if (pod.metadata.deletionTimestamp !== undefined && !isPodTerminal(pod) && isOwn(rs, pod)) terminating++;
  }
  const claimed = yield* claim({ owner: rs, selector: rs.spec.selector, candidates: active, client: ports.pods, owners: ports.replicaSets });
  if (claimed.error !== undefined) return claimed.error;
  const pods = claimed.objects;
  const failure = yield* manageReplicas(ports, key, rs, pods, trusted);
  yield* think('COMPUTE_STATUS');
  const status = calculateStatus(rs, { pods, terminating: ports.behaviour.terminatingReplicas ? terminating : undefined, failure }, ports.wall());
  const updated = yield* updateStatus(ports, rs, status);
  if ('message' in updated) return updated;
  const minReadySeconds = updated.spec.minReadySeconds ?? 0;
  if (failure === undefined && minReadySeconds > 0 && (updated.status.readyReplicas ?? 0) === updated.spec.replicas && (updated.status.availableReplicas ?? 0) !== updated.spec.replicas) {
    ports.requeueAfter(key, minReadySeconds * SECOND);
  }
  return failure;
}

const isOwn = (rs: ReplicaSet, pod: Pod): boolean =>
  pod.metadata.ownerReferences?.some((r) => r.controller === true && r.uid === rs.metadata.uid) === true && labelSelectorMatches(rs.spec.selector, pod.metadata.labels);

/** Makes or deletes the difference; gives back why that failed. Models pkg/controller/replicaset/replica_set.go manageReplicas. */
function* manageReplicas(ports: ReplicaSetPorts, key: string, rs: ReplicaSet, pods: readonly Pod[], trusted: boolean): Generator<Step, SyncError | undefined, unknown> {
  const difference = rs.spec.replicas - pods.length;
  const act = trusted && rs.metadata.deletionTimestamp === undefined;
  yield* think('COMPARE', undefined, {
    type: 'compare', wanted: rs.spec.replicas, have: pods.length,
    result: !trusted ? 'waits: the cache has not seen all that was asked for' : !act ? 'the ReplicaSet is being deleted' : difference > 0 ? `create ${difference}` : difference < 0 ? `delete ${-difference}` : 'nothing to do',
    ...(trusted ? {} : { expected: ports.expectations.pending(key) }),
  });
  if (!act || difference === 0) return undefined;
  return difference > 0 ? yield* createPods(ports, key, rs, Math.min(difference, BURST_REPLICAS)) : yield* deletePods(ports, key, rs, pods, Math.min(-difference, BURST_REPLICAS));
}

function* createPods(ports: ReplicaSetPorts, key: string, rs: ReplicaSet, count: number): Generator<Step, SyncError | undefined, unknown> {
  const { expectations, podControl } = ports;
  expectations.expectCreations(key, count, ports.now());
  const pod = podFromTemplate(rs.spec.template, rs);
  const { error } = yield* slowStart({ podControl, expectations, key, owner: rs, pods: Array.from({ length: count }, () => pod) });
  return error;
}

function* deletePods(ports: ReplicaSetPorts, key: string, rs: ReplicaSet, pods: readonly Pod[], count: number): Generator<Step, SyncError | undefined, unknown> {
  const { expectations, podControl } = ports;
  const { chosen, order } = podsToDelete(pods, ports.related(rs), count, { deletionCost: ports.behaviour.deletionCost, wall: ports.wall() });
  expectations.expectDeletions(key, chosen.map(keyOf), ports.now());
  let failure: SyncError | undefined;
  yield* callAll('DELETE_PODS', chosen.map((pod) => podControl.delete(pod)), (response, i) => {
    const pod = chosen[i];
    if (pod === undefined) return;
    if (response.code >= 400) expectations.deletionObserved(key, keyOf(pod));
    failure ??= podControl.deleted(rs, pod, response);
  }, { type: 'podsToDelete', chosen: chosen.map((pod) => pod.metadata.name), order });
  return failure;
}

/** PUTs the status if it is new; on failure gets the ReplicaSet afresh and tries once more. */
function* updateStatus(ports: ReplicaSetPorts, rs: ReplicaSet, next: ReplicaSetStatus): Generator<Step, ReplicaSet | SyncError, unknown> {
  if (sameStatus(rs, next)) return rs;
  const { generation } = rs.metadata;
  const status: ReplicaSetStatus = { ...next, ...(generation === undefined ? {} : { observedGeneration: generation }) };
  let copy = rs;
  for (let attempt = 0; ; attempt++) {
    const wanted: ReplicaSet = { ...copy, status };
    const response = yield* call('UPDATE_STATUS', (done) => ports.replicaSets.update(wanted, done, 'status'), { type: 'status', status });
    const error = errorOf(response);
    if (error === undefined) return objectOf<ReplicaSet>(response);
    if (attempt >= STATUS_RETRIES) return error;
    const again = yield* call('GET_AGAIN', (done) => ports.replicaSets.get({ namespace: rs.metadata.namespace, name: rs.metadata.name }, done));
    if (isNotFound(again)) return errorOf(again) ?? error;
    const lost = errorOf(again);
    if (lost !== undefined) return lost;
    copy = objectOf<ReplicaSet>(again);
  }
}
