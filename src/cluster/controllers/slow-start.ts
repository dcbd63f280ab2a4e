import type { KubeObject } from '../../api/types';
import type { Expectations } from './expectations';
import type { NewPod, PodControl } from './pod-control';
import { callAll, type Step, type SyncError } from './worker';

export interface SlowStart {
  readonly podControl: PodControl;
  readonly expectations: Expectations;
  /** The owner's key: the creations were expected under it. */
  readonly key: string;
  readonly owner: KubeObject;
  readonly pods: readonly NewPod[];
  /** What a batch says of itself: pods `from` to `to`, the latter not included. */
  readonly describe?: (from: number, to: number) => object;
}

/**
 * Creates pods one, then two, four, eight … at a time, in states CREATE_PODS, and stops after the first batch in which one
 * fails. Gives back the first failure and how many pods were not made: those will not be seen in the cache and are no longer expected.
 */
// Models pkg/controller/replicaset/replica_set.go slowStartBatch
export function* slowStart({ podControl, expectations, key, owner, pods, describe }: SlowStart): Generator<Step, { readonly error: SyncError | undefined; readonly missing: number }, unknown> {
  let done = 0;
  for (let batch = Math.min(1, pods.length); batch > 0; batch = Math.min(2 * batch, pods.length - done)) {
    const failures: SyncError[] = [];
    const to = done + batch;
    yield* callAll('CREATE_PODS', pods.slice(done, to).map((pod) => podControl.create(pod)), (response) => {
      const error = podControl.created(owner, response);
      if (error !== undefined) failures.push(error);
    }, { type: 'slowStart', ...(describe?.(done, to) ?? { batch, remaining: pods.length - to }) });
    done = to;
    const [error] = failures;
    if (error === undefined) continue;
    const missing = failures.length + pods.length - done;
    for (let i = 0; i < missing; i++) expectations.creationObserved(key);
    return { error, missing };
  }
  return { error: undefined, missing: 0 };
}
