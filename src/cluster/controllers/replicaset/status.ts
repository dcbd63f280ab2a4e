import { getCondition, removeCondition, setCondition } from '../../../api/conditions';
import { isPodAvailable, isPodReady } from '../../../api/pods';
import { setMatches } from '../../../api/selectors/labels';
import { formatTime } from '../../../api/time';
import type { Pod, ReplicaSet, ReplicaSetStatus, WorkloadCondition } from '../../../api/types';
import { deepEqual } from '../../../base/json';
import type { SyncError } from '../worker';

export interface Counted {
  /** Active pods of the ReplicaSet, as the cache had them before anything was created or deleted. */
  readonly pods: readonly Pod[];
  /** Its terminating pods; undefined in releases that do not count them. */
  readonly terminating: number | undefined;
  /** Why creating or deleting failed. */
  readonly failure: SyncError | undefined;
}

/** Models pkg/controller/replicaset/replica_set_utils.go calculateStatus. */
export function calculateStatus(rs: ReplicaSet, { pods, terminating, failure }: Counted, wall: number): ReplicaSetStatus {
  const templateLabels = rs.spec.template.metadata.labels ?? {};
  const minReadySeconds = rs.spec.minReadySeconds ?? 0;
  let fullyLabeled = 0;
  let ready = 0;
  let available = 0;
  for (const pod of pods) {
    if (setMatches(templateLabels, pod.metadata.labels)) fullyLabeled++;
    if (!isPodReady(pod)) continue;
    ready++;
    if (isPodAvailable(pod, minReadySeconds, wall)) available++;
  }
  const conditions = failureCondition(rs, pods.length, failure, wall);
  const { observedGeneration } = rs.status;
  return {
    replicas: pods.length, ...(fullyLabeled === 0 ? {} : { fullyLabeledReplicas: fullyLabeled }), ...(ready === 0 ? {} : { readyReplicas: ready }),
    ...(available === 0 ? {} : { availableReplicas: available }), ...(terminating === undefined ? {} : { terminatingReplicas: terminating }),
    ...(observedGeneration === undefined ? {} : { observedGeneration }), ...(conditions === undefined || conditions.length === 0 ? {} : { conditions }),
  };
}

function failureCondition(rs: ReplicaSet, count: number, failure: SyncError | undefined, wall: number): readonly WorkloadCondition[] | undefined {
  const { conditions } = rs.status;
  const current = getCondition(conditions, 'ReplicaFailure');
  if (failure !== undefined && current === undefined) {
    const reason = count < rs.spec.replicas ? 'FailedCreate' : count > rs.spec.replicas ? 'FailedDelete' : '';
    return setCondition<WorkloadCondition>(conditions, { type: 'ReplicaFailure', status: 'True', lastTransitionTime: formatTime(wall), reason, message: failure.message });
  }
  return failure === undefined && current !== undefined ? removeCondition(conditions, 'ReplicaFailure') : conditions;
}

/** Whether a status need not be written. Models pkg/controller/replicaset/replica_set_utils.go updateReplicaSetStatus. */
export function sameStatus(rs: ReplicaSet, next: ReplicaSetStatus): boolean {
  const { observedGeneration: _, ...before } = rs.status;
  const { observedGeneration: __, ...after } = next;
  return rs.metadata.generation === rs.status.observedGeneration && deepEqual(before, after);
}
