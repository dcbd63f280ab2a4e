import { getControllerOf } from '../../api/owner';
import { labelSelectorMatches } from '../../api/selectors/labels';
import type { KubeObject, LabelSelector, Pod } from '../../api/types';
import { deepEqual } from '../../base/json';
import type { Informer } from '../client/informer';
import { BY_CONTROLLER, keyOf, orphansOf } from './context';
import type { Expectations } from './expectations';

/** Who looks after what: from an object to its owner in the cache, or to those that would adopt it. */

/** An object that owns others by a selector: a ReplicaSet its pods, a Deployment its ReplicaSets. */
type Owner = KubeObject & { readonly spec: { readonly selector?: LabelSelector } };

/** The owner of an object, as an informer knows it; a namesake with another uid is not the owner. */
// Models pkg/controller/replicaset/replica_set.go resolveControllerRef
export function ownerIn<T extends KubeObject>(informer: Informer<T>, kind: string, object: KubeObject): T | undefined {
  const ref = getControllerOf(object);
  if (ref?.kind !== kind) return undefined;
  const owner = informer.get(`${object.metadata.namespace ?? ''}/${ref.name}`);
  return owner?.metadata.uid === ref.uid ? owner : undefined;
}

/** What an owner may claim, from the cache: its own objects, and those of its namespace that nobody owns. */
export const candidatesFor = <T extends KubeObject>(informer: Informer<T>, { metadata: { uid = '', namespace } }: KubeObject): T[] =>
  [...informer.byIndex(BY_CONTROLLER, uid), ...informer.byIndex(BY_CONTROLLER, orphansOf(namespace))];

/** The owners of one kind. */
export class Owners<T extends Owner> {
  constructor(private readonly kind: string, private readonly informer: Informer<T>) {}

  of(object: KubeObject): T | undefined {
    return ownerIn(this.informer, this.kind, object);
  }

  /** Those that would adopt an object that nobody owns. */
  matching(object: KubeObject): T[] {
    return [...this.informer.list(object.metadata.namespace)].filter((owner) => labelSelectorMatches(owner.spec.selector, object.metadata.labels));
  }

  /**
   * Tells those whom an object concerns: its owner (`owns`), or, if nobody owns it, those that may adopt it. After a change
   * (`before` is given) the owner that it had comes first, and an orphan is offered only if its labels or owner changed.
   */
  tell(object: KubeObject, before: KubeObject | undefined, enqueue: (owner: T, owns: boolean) => void): void {
    const changedOwner = before !== undefined && getControllerOf(before)?.uid !== getControllerOf(object)?.uid;
    const former = changedOwner ? this.of(before) : undefined;
    if (former !== undefined) enqueue(former, true);
    const owner = this.of(object);
    if (owner !== undefined) enqueue(owner, true);
    else if (getControllerOf(object) === undefined && (before === undefined || changedOwner || !deepEqual(before.metadata.labels, object.metadata.labels))) {
      for (const candidate of this.matching(object)) enqueue(candidate, false);
    }
  }
}

export interface PodWatch<T extends Owner> {
  readonly owners: Owners<T>;
  readonly expectations: Expectations;
  /**
   * Has an owner looked at. `pod` is the one of its own that came, changed (then `before` is what it was) or goes;
   * undefined for owners that may adopt one.
   */
  readonly enqueue: (owner: T, pod?: Pod, before?: Pod) => void;
}

/**
 * Lets the pods of a cache wake their owners. A pod that terminates is gone, for its owner, as soon as that is known.
 * Models pkg/controller/replicaset/replica_set.go addPod, updatePod, deletePod, which daemon and job repeat.
 */
export function watchPods<T extends Owner>(pods: Informer<Pod>, { owners, expectations, enqueue }: PodWatch<T>): void {
  const gone = (pod: Pod): void => {
    const owner = owners.of(pod);
    if (owner === undefined) return;
    expectations.deletionObserved(keyOf(owner), keyOf(pod));
    enqueue(owner, pod);
  };
  const terminates = (pod: Pod): boolean => pod.metadata.deletionTimestamp !== undefined;
  pods.addHandlers({
    added: (pod) => {
      if (terminates(pod)) {
        gone(pod);
        return;
      }
      owners.tell(pod, undefined, (owner, owns) => {
        if (!owns) {
          enqueue(owner);
          return;
        }
        expectations.creationObserved(keyOf(owner));
        enqueue(owner, pod);
      });
    },
    updated: (before, pod) => {
      if (terminates(pod)) gone(pod);
      else owners.tell(pod, before, (owner, owns) => (owns ? enqueue(owner, pod, before) : enqueue(owner)));
    },
    deleted: gone,
  });
}
