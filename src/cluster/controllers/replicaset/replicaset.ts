import { getControllerOf } from '../../../api/owner';
import { isPodReady } from '../../../api/pods';
import type { Pod, ReplicaSet } from '../../../api/types';
import { SECOND } from '../../../kernel/time';
import type { Informer } from '../../client/informer';
import { WorkQueue } from '../../client/workqueue';
import { BY_CONTROLLER, keyOf, subjectIn, type ControllerContext, type ControllerHandle } from '../context';
import { Expectations } from '../expectations';
import { candidatesFor, Owners, watchPods } from '../owners';
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
    watchPods(this.pods, { owners: new Owners('ReplicaSet', this.replicaSets), expectations: this.expectations, enqueue: (rs, pod, before) => this.podSeen(rs, pod, before) });
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
      candidates: (rs) => candidatesFor(this.pods, rs),
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

  /** A pod that became ready counts as available only after minReadySeconds: that moment makes no event. */
  private podSeen(rs: ReplicaSet, pod: Pod | undefined, before: Pod | undefined): void {
    this.enqueue(rs);
    if (pod === undefined || before === undefined) return;
    const minReadySeconds = rs.spec.minReadySeconds ?? 0;
    if (minReadySeconds > 0 && !isPodReady(before) && isPodReady(pod)) this.queue.addAfter(keyOf(rs), (minReadySeconds + 1) * SECOND);
  }
}
