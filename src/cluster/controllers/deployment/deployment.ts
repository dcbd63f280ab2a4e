import { formatSelector, selectorFromLabelSelector } from '../../../api/selectors/labels';
import type { Deployment, Pod, ReplicaSet } from '../../../api/types';
import type { Informer } from '../../client/informer';
import { itemsOf, succeeded } from '../../client/typed-client';
import { WorkQueue } from '../../client/workqueue';
import { BY_CONTROLLER, keyOf, subjectIn, type ControllerContext, type ControllerHandle } from '../context';
import { candidatesFor, ownerIn, Owners } from '../owners';
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
  private readonly owners: Owners<Deployment>;
  private readonly replicaSets: Informer<ReplicaSet>;
  private readonly pods: Informer<Pod>;
  private readonly handle: ControllerHandle;
  private readonly queue: WorkQueue;
  private readonly ports: DeploymentPorts;

  constructor(private readonly context: ControllerContext) {
    this.handle = context.controller('deployment-controller');
    this.queue = new WorkQueue(this.handle.actor, 'deployments');
    this.deployments = context.informer('apps', 'deployments');
    this.owners = new Owners('Deployment', this.deployments);
    this.replicaSets = context.informer('apps', 'replicasets');
    this.pods = context.informer('', 'pods');
    this.ports = this.makePorts();
    const enqueue = (d: Deployment): void => this.queue.add(keyOf(d), context.manager);
    const enqueueOwner = (rs: ReplicaSet): void => {
      const d = this.owners.of(rs);
      if (d !== undefined) enqueue(d);
    };
    this.deployments.addHandlers({ added: enqueue, updated: (_, d) => enqueue(d), deleted: enqueue });
    this.replicaSets.addHandlers({
      added: (rs) => (rs.metadata.deletionTimestamp === undefined ? this.owners.tell(rs, undefined, enqueue) : enqueueOwner(rs)),
      updated: (before, rs) => this.owners.tell(rs, before, enqueue),
      deleted: enqueueOwner,
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
      candidates: (d) => candidatesFor(this.replicaSets, d),
      getReplicaSet: (key) => this.replicaSets.get(key),
      podsOf: (rs) => this.pods.byIndex(BY_CONTROLLER, rs.metadata.uid ?? ''),
      wall: () => context.wall,
      report: (d, type, reason, message) => handle.recorder.event(d, type, reason, message),
      requeue: (d, after) => (after === 'rateLimited' ? this.queue.addRateLimited(keyOf(d)) : this.queue.addAfter(keyOf(d), after)),
    };
  }

  /**
   * Recreate waits for the last old pod: its ReplicaSets are asked for live, for the cache may lag behind.
   * Models pkg/controller/deployment/deployment_controller.go deletePod.
   */
  private podDeleted(pod: Pod): void {
    const rs = ownerIn(this.replicaSets, 'ReplicaSet', pod);
    const d = rs === undefined ? undefined : this.owners.of(rs);
    if (d === undefined || d.spec.strategy.type !== 'Recreate') return;
    const labelSelector = formatSelector(selectorFromLabelSelector(d.spec.selector));
    this.ports.replicaSets.list({ namespace: d.metadata.namespace }, { labelSelector }, (response) => {
      if (!succeeded(response)) return;
      const left = itemsOf<ReplicaSet>(response).some((x) => [...this.ports.podsOf(x)].length > 0);
      if (!left) this.queue.add(keyOf(d));
    });
  }
}
