import { getControllerOf } from '../../../api/owner';
import { labelSelectorMatches } from '../../../api/selectors/labels';
import type { Deployment, KubeObject, Pod, PodDisruptionBudget, ReplicaSet, ReplicationController, StatefulSet } from '../../../api/types';
import { deepEqual } from '../../../base/json';
import type { Informer } from '../../client/informer';
import type { ResourceClient } from '../../client/typed-client';
import { WorkQueue } from '../../client/workqueue';
import { LATENCY } from '../../latencies';
import { keyOf, subjectIn, type ControllerContext, type ControllerHandle } from '../context';
import { errorOf } from '../errors';
import { call, startWorkers, think, type Sync } from '../worker';
import { budgetStatus, countHealthy, expectedPods, stillDisrupted } from './budget';
import { disruptionMachine } from './machine';

/**
 * Says how many pods of each budget may be evicted. Models pkg/controller/disruption/disruption.go.
 */
export class DisruptionController {
  private readonly handle: ControllerHandle;
  private readonly queue: WorkQueue;
  private readonly budgets: Informer<PodDisruptionBudget>;
  private readonly pods: Informer<Pod>;
  private readonly replicaSets: Informer<ReplicaSet>;
  private readonly deployments: Informer<Deployment>;
  private readonly statefulSets: Informer<StatefulSet>;
  private readonly replicationControllers: Informer<ReplicationController>;
  private readonly client: ResourceClient;

  constructor(private readonly context: ControllerContext) {
    this.handle = context.controller('disruption-controller', 'controllermanager');
    this.client = this.handle.client('policy', 'poddisruptionbudgets');
    this.queue = new WorkQueue(this.handle.actor, 'poddisruptionbudgets');
    this.budgets = context.informer('policy', 'poddisruptionbudgets');
    this.pods = context.informer('', 'pods');
    this.replicaSets = context.informer('apps', 'replicasets');
    this.deployments = context.informer('apps', 'deployments');
    this.statefulSets = context.informer('apps', 'statefulsets');
    this.replicationControllers = context.informer('', 'replicationcontrollers');
    const enqueue = (pdb: PodDisruptionBudget): void => this.queue.add(keyOf(pdb), context.manager);
    this.budgets.addHandlers({ added: enqueue, updated: (_, pdb) => enqueue(pdb) });
    const ofPod = (pod: Pod): void => {
      for (const pdb of this.budgets.list(pod.metadata.namespace)) if (labelSelectorMatches(pdb.spec.selector, pod.metadata.labels)) enqueue(pdb);
    };
    this.pods.addHandlers({ added: ofPod, updated: (_, pod) => ofPod(pod), deleted: ofPod });
  }

  /** Its first request fetches its token. */
  whenReady(then: () => void): void {
    then();
  }

  start(): void {
    startWorkers({ actor: this.handle.actor, queue: this.queue, machine: disruptionMachine, count: 1, subject: subjectIn('poddisruptionbudgets'), sync: (key) => this.sync(key) });
  }

  private *sync(key: string): Sync {
    yield* think('TAKEN', LATENCY.controllerSync);
    const pdb = this.budgets.get(key);
    if (pdb === undefined) return undefined;
    const pods = [...this.pods.list(pdb.metadata.namespace)].filter((pod) => labelSelectorMatches(pdb.spec.selector, pod.metadata.labels));
    const { wall } = this.context;
    const expected = expectedPods(pdb, pods, () => this.scaleOf(pods));
    const { disrupted, recheck } = stillDisrupted(pdb, pods, wall);
    const healthy = countHealthy(pods, disrupted);
    const status = budgetStatus(pdb, healthy, expected, disrupted, wall);
    yield* think('COUNT', undefined, { type: 'budget', pods: pods.length, healthy, ...expected, disruptionsAllowed: status.disruptionsAllowed, disrupted: Object.keys(disrupted) });
    if (recheck !== undefined) this.queue.addAfter(key, recheck - wall);
    if (deepEqual(pdb.status, status)) return undefined;
    return errorOf(yield* call('UPDATE_STATUS', (done) => this.client.update({ ...pdb, status }, done, 'status')));
  }

  /** The sum of what the pods' controllers ask for, each counted once; pods without a controller count themselves not at all. */
  private scaleOf(pods: readonly Pod[]): number {
    const seen = new Map<string, number>();
    for (const pod of pods) {
      const scale = this.controllerScale(pod);
      if (scale !== undefined) seen.set(scale.uid, scale.replicas);
    }
    return [...seen.values()].reduce((a, b) => a + b, 0);
  }

  /** Models getExpectedScale over its finders. */
  private controllerScale(pod: Pod): { readonly uid: string; readonly replicas: number } | undefined {
    const owner = getControllerOf(pod);
    if (owner === undefined) return undefined;
    const key = `${pod.metadata.namespace ?? ''}/${owner.name}`;
    const scale = (object: (KubeObject & { readonly spec: { readonly replicas?: number } }) | undefined, uid: string): { readonly uid: string; readonly replicas: number } | undefined =>
      object === undefined || object.metadata.uid !== uid ? undefined : { uid, replicas: object.spec.replicas ?? 1 };
    switch (owner.kind) {
      case 'ReplicaSet': {
        const rs = this.replicaSets.get(key);
        const deployment = rs === undefined ? undefined : getControllerOf(rs);
        if (deployment?.kind === 'Deployment') return scale(this.deployments.get(`${pod.metadata.namespace ?? ''}/${deployment.name}`), deployment.uid);
        return scale(rs, owner.uid);
      }
      case 'StatefulSet': return scale(this.statefulSets.get(key), owner.uid);
      case 'ReplicationController': return scale(this.replicationControllers.get(key), owner.uid);
      default: return undefined;
    }
  }
}
