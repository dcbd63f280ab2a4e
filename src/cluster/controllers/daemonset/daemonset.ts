import { computeHash } from '../../../api/hash';
import { isEmptyLabelSelector } from '../../../api/selectors/labels';
import type { ControllerRevision, DaemonSet, DaemonSetStatus, Node, Pod } from '../../../api/types';
import { deepEqual } from '../../../base/json';
import { ok, type Result } from '../../../base/result';
import type { Informer } from '../../client/informer';
import { objectOf, succeeded, type ResourceClient } from '../../client/typed-client';
import { WorkQueue } from '../../client/workqueue';
import { LATENCY } from '../../latencies';
import { claim } from '../claim';
import { BY_CONTROLLER, keyOf, subjectIn, type ControllerContext, type ControllerHandle } from '../context';
import { errorOf } from '../errors';
import { Expectations } from '../expectations';
import { byRevision, nextRevision, revisionData, sameData } from '../history';
import { candidatesFor, Owners, watchPods } from '../owners';
import { PodControl, podFromTemplate, type NewPod } from '../pod-control';
import { Revisions } from '../revisions';
import { slowStart } from '../slow-start';
import { call, callAll, startWorkers, think, type Step, type Sync, type SyncError } from '../worker';
import { affinityTo, daemonTolerations, nodeShouldRun } from './fits';
import { daemonSetMachine } from './machine';
import { daemonSetStatus, GENERATION_ANNOTATION, GENERATION_LABEL, HASH_LABEL, planNodes, podsByNode, podsToRoll } from './plan';

const WORKERS = 2;
const BURST = 250;

/**
 * Keeps one pod on every node that fits. Models pkg/controller/daemon/daemon_controller.go.
 */
export class DaemonSetController {
  private readonly handle: ControllerHandle;
  private readonly queue: WorkQueue;
  private readonly daemonSets: Informer<DaemonSet>;
  private readonly revisionCache: Informer<ControllerRevision>;
  private readonly revisions: Revisions;
  private readonly pods: Informer<Pod>;
  private readonly nodes: Informer<Node>;
  private readonly client: ResourceClient;
  private readonly podClient: ResourceClient;
  private readonly revisionClient: ResourceClient;
  private readonly podControl: PodControl;
  private readonly expectations = new Expectations();

  constructor(private readonly context: ControllerContext) {
    this.handle = context.controller('daemon-set-controller', 'daemonset-controller');
    this.client = this.handle.client('apps', 'daemonsets');
    this.podClient = this.handle.client('', 'pods');
    this.revisionClient = this.handle.client('apps', 'controllerrevisions');
    this.podControl = new PodControl(this.podClient, this.handle.recorder);
    this.queue = new WorkQueue(this.handle.actor, 'daemonsets');
    this.daemonSets = context.informer('apps', 'daemonsets');
    this.revisionCache = context.informer('apps', 'controllerrevisions');
    this.revisions = new Revisions(this.revisionClient, this.revisionCache);
    this.pods = context.informer('', 'pods');
    this.nodes = context.informer('', 'nodes');
    this.daemonSets.addHandlers({
      added: (ds) => this.enqueue(ds), updated: (_, ds) => this.enqueue(ds),
      deleted: (ds) => {
        this.expectations.forget(keyOf(ds));
        this.enqueue(ds);
      },
    });
    watchPods(this.pods, { owners: new Owners('DaemonSet', this.daemonSets), expectations: this.expectations, enqueue: (ds) => this.enqueue(ds) });
    this.nodes.addHandlers({ added: (node) => this.nodeAdded(node), updated: (before, node) => this.nodeUpdated(before, node) });
  }

  /** Its first request fetches its token. */
  whenReady(then: () => void): void {
    then();
  }

  start(): void {
    startWorkers({ actor: this.handle.actor, queue: this.queue, machine: daemonSetMachine, count: WORKERS, subject: subjectIn('daemonsets'), sync: (key) => this.sync(key) });
  }

  private enqueue(ds: DaemonSet): void {
    this.queue.add(keyOf(ds), this.context.manager);
  }

  private nodeAdded(node: Node): void {
    for (const ds of this.daemonSets.list()) if (nodeShouldRun(ds, node).run) this.enqueue(ds);
  }

  private nodeUpdated(before: Node, node: Node): void {
    if (before.spec === node.spec && before.metadata.labels === node.metadata.labels) return;
    for (const ds of this.daemonSets.list()) if (!deepEqual(nodeShouldRun(ds, before), nodeShouldRun(ds, node))) this.enqueue(ds);
  }

  private *sync(key: string): Sync {
    yield* think('TAKEN', LATENCY.controllerSync);
    const ds = this.daemonSets.get(key);
    if (ds === undefined) {
      this.expectations.forget(key);
      return undefined;
    }
    if (isEmptyLabelSelector(ds.spec.selector)) {
      this.handle.recorder.event(ds, 'Warning', 'SelectingAll', 'This daemon set is selecting all pods. A non-empty selector is required.');
      return undefined;
    }
    if (ds.metadata.deletionTimestamp !== undefined) return undefined;
    yield* think('LIST');
    const pods = yield* claim({ owner: ds, selector: ds.spec.selector, candidates: candidatesFor(this.pods, ds), client: this.podClient, owners: this.client });
    if (pods.error !== undefined) return pods.error;
    const history = yield* claim({ owner: ds, selector: ds.spec.selector, candidates: candidatesFor(this.revisionCache, ds), client: this.revisionClient, owners: this.client });
    if (history.error !== undefined) return history.error;
    const revision = yield* this.currentRevision(ds, history.objects);
    if (!revision.ok) return revision.error;
    const hash = revision.value.metadata.labels?.[HASH_LABEL] ?? '';
    const nodes = [...this.nodes.list()];
    const byNode = podsByNode(pods.objects);
    if (!this.expectations.satisfied(key, this.context.kernel.now)) return yield* this.updateStatus(ds, () => daemonSetStatus(ds, nodes, byNode, hash, false, this.context.wall));
    const error = yield* this.manage(key, ds, nodes, byNode, hash);
    if (error !== undefined) return error;
    const cleaned = yield* this.cleanUp(ds, revision.value, history.objects, pods.objects);
    if (cleaned !== undefined) return cleaned;
    // The cache has likely learnt of the new pods meanwhile.
    return yield* this.updateStatus(ds, () => daemonSetStatus(ds, [...this.nodes.list()], podsByNode([...this.pods.byIndex(BY_CONTROLLER, ds.metadata.uid ?? '')]), hash, true, this.context.wall));
  }

  /** The revision of the present template, made if need be. Models pkg/controller/daemon/update.go constructHistory, snapshot. */
  private *currentRevision(ds: DaemonSet, history: readonly ControllerRevision[]): Generator<Step, Result<ControllerRevision, SyncError>, unknown> {
    const data = revisionData(ds.spec.template, this.context.behaviour.nullTemplateTimestamp);
    const found = [...history].sort(byRevision).reverse().find((r) => sameData(r.data, data));
    const others = history.filter((r) => r !== found);
    const next = nextRevision(others);
    yield* think('FIND_REVISION', undefined, { type: 'revision', found: found?.metadata.name ?? 'none holds the present template', revision: found === undefined ? next : Math.max(found.revision, next) });
    if (found !== undefined) {
      if (found.revision >= next) return ok(found);
      return yield* this.revisions.renumber(found, next);
    }
    const hash = computeHash(ds.spec.template, ds.status.collisionCount, this.context.spec.kubernetesVersion);
    const labels = { ...ds.spec.template.metadata.labels, [HASH_LABEL]: hash };
    return yield* this.revisions.create(ds, { name: `${ds.metadata.name}-${hash}`, labels, annotations: ds.metadata.annotations, data, revision: next });
  }

  /** Models manage, syncNodes, rollingUpdate. */
  private *manage(key: string, ds: DaemonSet, nodes: readonly Node[], byNode: ReadonlyMap<string, readonly Pod[]>, hash: string): Generator<Step, SyncError | undefined, unknown> {
    const plan = planNodes(ds, nodes, byNode);
    yield* think('MATCH_NODES', undefined, { type: 'daemonNodes', nodes: nodes.length, create: plan.create, delete: plan.remove.map((p) => p.metadata.name) });
    for (const pod of plan.failed) {
      this.handle.recorder.event(ds, 'Warning', 'FailedDaemonPod', `Found failed daemon pod ${keyOf(pod)} on node ${pod.spec.nodeName ?? ''}, will try to kill it`);
    }
    const error = yield* this.apply(key, ds, plan.create.slice(0, BURST), plan.remove.slice(0, BURST), hash);
    if (error !== undefined) return error;
    if (ds.spec.updateStrategy.type !== 'RollingUpdate' || !this.expectations.satisfied(key, this.context.kernel.now)) return undefined;
    const roll = podsToRoll(ds, nodes, byNode, hash, this.context.wall);
    if (roll.remove.length === 0) return undefined;
    yield* think('ROLL', undefined, { type: 'rollingUpdate', maxUnavailable: roll.maxUnavailable, unavailable: roll.unavailable, delete: roll.remove.map((p) => p.metadata.name) });
    return yield* this.apply(key, ds, [], roll.remove, hash);
  }

  private *apply(key: string, ds: DaemonSet, create: readonly string[], remove: readonly Pod[], hash: string): Generator<Step, SyncError | undefined, unknown> {
    const { expectations, podControl } = this;
    if (create.length + remove.length === 0) return undefined;
    expectations.expect(key, create.length, remove.map(keyOf), this.context.kernel.now);
    const pods = create.map((node) => this.podFor(ds, node, hash));
    const { error } = yield* slowStart({ podControl, expectations, key, owner: ds, pods, describe: (from, to) => ({ nodes: create.slice(from, to) }) });
    let failure = error;
    yield* callAll('DELETE_PODS', remove.map((pod) => podControl.delete(pod)), (response, i) => {
      const pod = remove[i];
      if (pod === undefined) return;
      if (!succeeded(response)) expectations.deletionObserved(key, keyOf(pod));
      failure ??= podControl.deleted(ds, pod, response);
    });
    return failure;
  }

  private podFor(ds: DaemonSet, node: string, hash: string): NewPod {
    const { template } = ds.spec;
    const generation = ds.metadata.annotations?.[GENERATION_ANNOTATION];
    const labels = { ...template.metadata.labels, [HASH_LABEL]: hash, ...(generation === undefined ? {} : { [GENERATION_LABEL]: generation }) };
    const spec = { ...template.spec, affinity: affinityTo(template.spec.affinity, node), tolerations: daemonTolerations(template.spec) };
    return podFromTemplate({ metadata: { ...template.metadata, labels }, spec }, ds);
  }

  /** Past templates beyond the limit that no pod uses. Models pkg/controller/daemon/update.go cleanupHistory. */
  private *cleanUp(ds: DaemonSet, current: ControllerRevision, history: readonly ControllerRevision[], pods: readonly Pod[]): Generator<Step, SyncError | undefined, unknown> {
    const used = new Set(pods.map((pod) => pod.metadata.labels?.[HASH_LABEL]));
    const old = history.filter((r) => r.metadata.name !== current.metadata.name).sort(byRevision);
    const unused = old.filter((r) => !used.has(r.metadata.labels?.[HASH_LABEL]));
    return yield* this.revisions.delete(unused.slice(0, Math.max(0, old.length - ds.spec.revisionHistoryLimit)));
  }

  /** Models storeDaemonSetStatus. */
  private *updateStatus(ds: DaemonSet, compute: () => DaemonSetStatus): Sync {
    yield* think('COMPUTE_STATUS', LATENCY.controllerSync);
    const status = compute();
    if (deepEqual(ds.status, status)) return undefined;
    let copy = ds;
    for (let attempt = 0; ; attempt++) {
      const wanted: DaemonSet = { ...copy, status };
      const error = errorOf(yield* call('UPDATE_STATUS', (done) => this.client.update(wanted, done, 'status'), { type: 'status', status }));
      if (error === undefined || attempt >= 1) return error;
      const again = yield* call('GET_AGAIN', (done) => this.client.get({ namespace: ds.metadata.namespace, name: ds.metadata.name }, done));
      const lost = errorOf(again);
      if (lost !== undefined) return lost;
      copy = objectOf<DaemonSet>(again);
    }
  }
}
