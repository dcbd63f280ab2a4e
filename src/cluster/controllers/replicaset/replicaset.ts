import { getControllerOf } from '../../../api/owner';
import { isPodReady } from '../../../api/pods';
import { labelSelectorMatches } from '../../../api/selectors/labels';
import type { Pod, ReplicaSet } from '../../../api/types';
import { deepEqual } from '../../../base/json';
import { SECOND } from '../../../kernel/time';
import type { Informer } from '../../client/informer';
import { WorkQueue } from '../../client/workqueue';
import { BY_CONTROLLER, keyOf, orphansOf, subjectIn, type ControllerContext, type ControllerHandle } from '../context';
import { Expectations } from '../expectations';
import { PodControl } from '../pod-control';
import { startWorkers } from '../worker';
import { replicaSetMachine } from './machine';
import { syncReplicaSet, type ReplicaSetPorts } from './sync';

const WORKERS = 5;

/**
 * Keeps as many pods of a template as a ReplicaSet asks for.
 * Models pkg/controller/replicaset/replica_set.go.
 */
export class ReplicaSetController {
  private readonly replicaSets: Informer<ReplicaSet>;
  private readonly pods: Informer<Pod>;
  private readonly handle: ControllerHandle;
  private readonly queue: WorkQueue;
  private readonly expectations = new Expectations();
  private readonly ports: ReplicaSetPorts;

  constructor(private readonly context: ControllerContext) {
    this.handle = context.controller('replicaset-controller');
    this.queue = new WorkQueue(this.handle.actor, 'replicasets');
    this.replicaSets = context.informer('apps', 'replicasets');
    this.pods = context.informer('', 'pods');
    this.ports = this.makePorts();
    this.replicaSets.addHandlers({
      added: (rs) => this.enqueue(rs),
      updated: (_, rs) => this.enqueue(rs),
      deleted: (rs) => {
        this.expectations.forget(keyOf(rs));
        this.enqueue(rs);
      },
    });
    this.pods.addHandlers({
      added: (pod) => (pod.metadata.deletionTimestamp === undefined ? this.podAdded(pod) : this.podDeleted(pod)),
      updated: (before, pod) => this.podUpdated(before, pod),
      deleted: (pod) => this.podDeleted(pod),
    });
  }

  whenReady(then: () => void): void {
    this.handle.whenReady(then);
  }

  start(): void {
    startWorkers({ actor: this.handle.actor, queue: this.queue, machine: replicaSetMachine, count: WORKERS, subject: subjectIn('replicasets'), sync: (key) => syncReplicaSet(this.ports, key) });
  }

  private makePorts(): ReplicaSetPorts {
    const { context, handle } = this;
    const pods = handle.client('', 'pods');
    return {
      behaviour: context.behaviour, replicaSets: handle.client('apps', 'replicasets'), pods, podControl: new PodControl(pods, handle.recorder), expectations: this.expectations,
      get: (key) => this.replicaSets.get(key),
      candidates: (rs) => [...this.pods.byIndex(BY_CONTROLLER, rs.metadata.uid ?? ''), ...this.pods.byIndex(BY_CONTROLLER, orphansOf(rs.metadata.namespace))],
      related: (rs) => this.related(rs),
      now: () => context.kernel.now, wall: () => context.wall,
      requeueAfter: (key, delay) => this.queue.addAfter(key, delay),
    };
  }

  /** Models pkg/controller/replicaset/replica_set.go getIndirectlyRelatedPods. */
  private related(rs: ReplicaSet): Iterable<Pod> {
    const owner = getControllerOf(rs);
    const sets = owner === undefined ? [rs] : [...this.replicaSets.byIndex(BY_CONTROLLER, owner.uid)];
    return sets.flatMap((set) => [...this.pods.byIndex(BY_CONTROLLER, set.metadata.uid ?? '')]);
  }

  private enqueue(rs: ReplicaSet): void {
    this.queue.add(keyOf(rs), this.context.manager);
  }

  private ownerOf(pod: Pod): ReplicaSet | undefined {
    const owner = getControllerOf(pod);
    if (owner?.kind !== 'ReplicaSet') return undefined;
    const rs = this.replicaSets.get(`${pod.metadata.namespace ?? ''}/${owner.name}`);
    return rs?.metadata.uid === owner.uid ? rs : undefined;
  }

  /** Every ReplicaSet that would adopt a pod that nobody owns. */
  private enqueueMatching(pod: Pod): void {
    for (const rs of this.replicaSets.list(pod.metadata.namespace)) if (labelSelectorMatches(rs.spec.selector, pod.metadata.labels)) this.enqueue(rs);
  }

  private podAdded(pod: Pod): void {
    if (getControllerOf(pod) === undefined) {
      this.enqueueMatching(pod);
      return;
    }
    const rs = this.ownerOf(pod);
    if (rs === undefined) return;
    this.expectations.creationObserved(keyOf(rs));
    this.enqueue(rs);
  }

  private podUpdated(before: Pod, pod: Pod): void {
    // A pod that terminates is gone, for its ReplicaSet, as soon as that is known.
    if (pod.metadata.deletionTimestamp !== undefined) {
      this.podDeleted(pod);
      return;
    }
    const changedOwner = getControllerOf(before)?.uid !== getControllerOf(pod)?.uid;
    if (changedOwner) {
      const old = this.ownerOf(before);
      if (old !== undefined) this.enqueue(old);
    }
    if (getControllerOf(pod) === undefined) {
      if (changedOwner || !deepEqual(before.metadata.labels, pod.metadata.labels)) this.enqueueMatching(pod);
      return;
    }
    const rs = this.ownerOf(pod);
    if (rs === undefined) return;
    this.enqueue(rs);
    const minReadySeconds = rs.spec.minReadySeconds ?? 0;
    if (minReadySeconds > 0 && !isPodReady(before) && isPodReady(pod)) this.queue.addAfter(keyOf(rs), (minReadySeconds + 1) * SECOND);
  }

  private podDeleted(pod: Pod): void {
    const rs = this.ownerOf(pod);
    if (rs === undefined) return;
    this.expectations.deletionObserved(keyOf(rs), keyOf(pod));
    this.enqueue(rs);
  }
}
