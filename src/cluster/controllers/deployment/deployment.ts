import { getControllerOf } from '../../../api/owner';
import { formatSelector, labelSelectorMatches, selectorFromLabelSelector } from '../../../api/selectors/labels';

import type { Deployment, Pod, ReplicaSet } from '../../../api/types';
import { deepEqual } from '../../../base/json';
import type { Informer } from '../../client/informer';
import { itemsOf, succeeded } from '../../client/typed-client';
import { WorkQueue } from '../../client/workqueue';
import { BY_CONTROLLER, keyOf, orphansOf, subjectIn, type ControllerContext, type ControllerHandle } from '../context';
import { startWorkers } from '../worker';
import { deploymentMachine } from './machine';
import { syncDeployment } from './sync';
import type { DeploymentPorts } from './work';

const WORKERS = 5;
const MAX_RETRIES = 15;

/**
 * Keeps the ReplicaSets of each Deployment as its template, number and strategy ask.
 * Models pkg/controller/deployment/deployment_controller.go.
 */
export class DeploymentController {
  private readonly deployments: Informer<Deployment>;
  private readonly replicaSets: Informer<ReplicaSet>;
  private readonly pods: Informer<Pod>;
  private readonly handle: ControllerHandle;
  private readonly queue: WorkQueue;
  private readonly ports: DeploymentPorts;

  constructor(private readonly context: ControllerContext) {
    this.handle = context.controller('deployment-controller');
    this.queue = new WorkQueue(this.handle.actor, 'deployments');
    this.deployments = context.informer('apps', 'deployments');
    this.replicaSets = context.informer('apps', 'replicasets');
    this.pods = context.informer('', 'pods');
    this.ports = this.makePorts();
    this.deployments.addHandlers({ added: (d) => this.enqueue(d), updated: (_, d) => this.enqueue(d), deleted: (d) => this.enqueue(d) });
    this.replicaSets.addHandlers({
      added: (rs) => (rs.metadata.deletionTimestamp === undefined ? this.replicaSetAdded(rs) : this.enqueueOwner(rs)),
      updated: (before, rs) => this.replicaSetUpdated(before, rs),
      deleted: (rs) => this.enqueueOwner(rs),
    });
    this.pods.addHandlers({ deleted: (pod) => this.podDeleted(pod) });
  }

  whenReady(then: () => void): void {
    this.handle.whenReady(then);
  }

  start(): void {
    startWorkers({
      actor: this.handle.actor, queue: this.queue, machine: deploymentMachine, count: WORKERS, subject: subjectIn('deployments'), maxRetries: MAX_RETRIES,
      sync: (key) => syncDeployment(this.ports, key),
    });
  }

  private makePorts(): DeploymentPorts {
    const { context, handle } = this;
    return {
      version: context.spec.kubernetesVersion, behaviour: context.behaviour, deployments: handle.client('apps', 'deployments'), replicaSets: handle.client('apps', 'replicasets'),
      get: (key) => this.deployments.get(key),
      candidates: (d) => [...this.replicaSets.byIndex(BY_CONTROLLER, d.metadata.uid ?? ''), ...this.replicaSets.byIndex(BY_CONTROLLER, orphansOf(d.metadata.namespace))],
      getReplicaSet: (key) => this.replicaSets.get(key),
      podsOf: (rs) => this.pods.byIndex(BY_CONTROLLER, rs.metadata.uid ?? ''),
      wall: () => context.wall,
      report: (d, type, reason, message) => handle.recorder.event(d, type, reason, message),
      requeue: (d, after) => (after === 'rateLimited' ? this.queue.addRateLimited(keyOf(d)) : this.queue.addAfter(keyOf(d), after)),
    };
  }

  private enqueue(d: Deployment): void {
    this.queue.add(keyOf(d), this.context.manager);
  }

  private ownerOf(rs: ReplicaSet): Deployment | undefined {
    const owner = getControllerOf(rs);
    if (owner?.kind !== 'Deployment') return undefined;
    const d = this.deployments.get(`${rs.metadata.namespace ?? ''}/${owner.name}`);
    return d?.metadata.uid === owner.uid ? d : undefined;
  }

  private enqueueOwner(rs: ReplicaSet): void {
    const d = this.ownerOf(rs);
    if (d !== undefined) this.enqueue(d);
  }

  private replicaSetAdded(rs: ReplicaSet): void {
    if (getControllerOf(rs) === undefined) this.enqueueMatching(rs);
    else this.enqueueOwner(rs);
  }

  private replicaSetUpdated(before: ReplicaSet, rs: ReplicaSet): void {
    const changedOwner = getControllerOf(before)?.uid !== getControllerOf(rs)?.uid;
    if (changedOwner) this.enqueueOwner(before);
    if (getControllerOf(rs) !== undefined) this.enqueueOwner(rs);
    else if (changedOwner || !deepEqual(before.metadata.labels, rs.metadata.labels)) this.enqueueMatching(rs);
  }

  /** Every Deployment whose selector matches a ReplicaSet that nobody owns. */
  private enqueueMatching(rs: ReplicaSet): void {
    for (const d of this.deployments.list(rs.metadata.namespace)) if (labelSelectorMatches(d.spec.selector, rs.metadata.labels)) this.enqueue(d);
  }

  /**
   * Recreate waits for the last old pod: its ReplicaSets are asked for live, for the cache may lag behind.
   * Models pkg/controller/deployment/deployment_controller.go deletePod.
   */
  private podDeleted(pod: Pod): void {
    const owner = getControllerOf(pod);
    if (owner?.kind !== 'ReplicaSet') return;
    const rs = this.replicaSets.get(`${pod.metadata.namespace ?? ''}/${owner.name}`);
    const d = rs === undefined || rs.metadata.uid !== owner.uid ? undefined : this.ownerOf(rs);
    if (d === undefined || d.spec.strategy.type !== 'Recreate') return;
    const labelSelector = formatSelector(selectorFromLabelSelector(d.spec.selector));
    this.ports.replicaSets.list({ namespace: d.metadata.namespace }, { labelSelector }, (response) => {
      if (!succeeded(response)) return;
      const left = itemsOf<ReplicaSet>(response).some((x) => [...this.ports.podsOf(x)].length > 0);
      if (!left) this.queue.add(keyOf(d));
    });
  }
}
