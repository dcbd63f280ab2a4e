import { hashRevisionData } from '../../../api/hash';
import { isPodReady } from '../../../api/pods';
import type { ControllerRevision, PersistentVolumeClaim, Pod, StatefulSet, StatefulSetStatus } from '../../../api/types';
import { deepEqual } from '../../../base/json';
import { err, ok, type Result } from '../../../base/result';
import { SECOND } from '../../../kernel/time';
import type { Informer } from '../../client/informer';
import { refusalOf, type ResourceClient } from '../../client/typed-client';
import { WorkQueue } from '../../client/workqueue';
import { LATENCY } from '../../latencies';
import { claim } from '../claim';
import { keyOf, subjectIn, type ControllerContext, type ControllerHandle } from '../context';
import { errorOf, isAlreadyExists, isConflict, isNamespaceTerminating, isNotFound } from '../errors';
import { byRevision, nextRevision, revisionData, sameData, templateOf, textOfData, type NewRevision } from '../history';
import { candidatesFor, Owners } from '../owners';
import { Revisions } from '../revisions';
import { call, startWorkers, think, type Step, type Sync, type SyncError } from '../worker';
import { statefulSetMachine } from './machine';
import { plan, statusAfter, type Action } from './plan';
import { buildPod, claimsFor, ordinalOf, revisionLabel } from './pods';

const WORKERS = 5;
const HASH_LABEL = 'controller.kubernetes.io/hash';
/** Models client-go util/retry DefaultRetry. */
const CONFLICT_WAIT = { p50: 10_500, p90: 10_900, min: 10_000, max: 11_000 } as const;
const TRIES = 5;

interface Versions {
  readonly current: ControllerRevision;
  readonly update: ControllerRevision;
}

/**
 * Keeps numbered pods with names and volumes of their own. Models pkg/controller/statefulset.
 */
export class StatefulSetController {
  private readonly handle: ControllerHandle;
  private readonly queue: WorkQueue;
  private readonly sets: Informer<StatefulSet>;
  private readonly owners: Owners<StatefulSet>;
  private readonly revisionCache: Informer<ControllerRevision>;
  private readonly revisions: Revisions;
  private readonly pods: Informer<Pod>;
  private readonly claims: Informer<PersistentVolumeClaim>;
  private readonly client: ResourceClient;
  private readonly podClient: ResourceClient;
  private readonly claimClient: ResourceClient;
  private readonly revisionClient: ResourceClient;

  constructor(private readonly context: ControllerContext) {
    this.handle = context.controller('statefulset-controller');
    this.client = this.handle.client('apps', 'statefulsets');
    this.podClient = this.handle.client('', 'pods');
    this.claimClient = this.handle.client('', 'persistentvolumeclaims');
    this.revisionClient = this.handle.client('apps', 'controllerrevisions');
    this.queue = new WorkQueue(this.handle.actor, 'statefulsets');
    this.sets = context.informer('apps', 'statefulsets');
    this.owners = new Owners('StatefulSet', this.sets);
    this.revisionCache = context.informer('apps', 'controllerrevisions');
    this.revisions = new Revisions(this.revisionClient, this.revisionCache);
    this.pods = context.informer('', 'pods');
    this.claims = context.informer('', 'persistentvolumeclaims');
    this.sets.addHandlers({ added: (s) => this.enqueue(s), updated: (_, s) => this.enqueue(s), deleted: (s) => this.enqueue(s) });
    this.pods.addHandlers({ added: (pod) => this.podChanged(undefined, pod), updated: (before, pod) => this.podChanged(before, pod), deleted: (pod) => this.podChanged(undefined, pod) });
  }

  /** Its first request fetches its token. */
  whenReady(then: () => void): void {
    then();
  }

  start(): void {
    startWorkers({ actor: this.handle.actor, queue: this.queue, machine: statefulSetMachine, count: WORKERS, subject: subjectIn('statefulsets'), sync: (key) => this.sync(key) });
  }

  private enqueue(set: StatefulSet): void {
    this.queue.add(keyOf(set), this.context.manager);
  }

  private podChanged(before: Pod | undefined, pod: Pod): void {
    this.owners.tell(pod, before, (set) => this.enqueue(set));
    if (before === undefined || isPodReady(before) || !isPodReady(pod)) return;
    const set = this.owners.of(pod);
    const minReady = set?.spec.minReadySeconds ?? 0;
    if (set !== undefined && minReady > 0) this.queue.addAfter(keyOf(set), (minReady + 1) * SECOND);
  }

  private *sync(key: string): Sync {
    yield* think('TAKEN', LATENCY.controllerSync);
    const set = this.sets.get(key);
    if (set === undefined) return undefined;
    yield* think('LIST');
    const history = yield* claim({ owner: set, selector: set.spec.selector, candidates: candidatesFor(this.revisionCache, set), client: this.revisionClient, owners: this.client });
    if (history.error !== undefined) return history.error;
    // Only pods of its own names are its own, whatever their labels say.
    const candidates = candidatesFor(this.pods, set).filter((pod) => ordinalOf(set, pod.metadata.name) >= 0);
    const pods = yield* claim({ owner: set, selector: set.spec.selector, candidates, client: this.podClient, owners: this.client });
    if (pods.error !== undefined) return pods.error;
    const versions = yield* this.findRevisions(set, history.objects);
    if (!versions.ok) return versions.error;
    return yield* this.update(set, pods.objects, versions.value, history.objects);
  }

  /** Models stateful_set_control.go getStatefulSetRevisions. */
  private *findRevisions(set: StatefulSet, history: readonly ControllerRevision[]): Generator<Step, Result<Versions, SyncError>, unknown> {
    const sorted = [...history].sort(byRevision);
    const data = revisionData(set.spec.template, this.context.behaviour.nullTemplateTimestamp);
    const equal = sorted.filter((r) => sameData(r.data, data)).at(-1);
    yield* think('FIND_REVISION', undefined, { type: 'revision', found: equal?.metadata.name ?? 'none holds the present template' });
    let update = equal;
    if (equal === undefined) {
      const made = yield* this.revisions.create(set, this.newRevision(set, data, nextRevision(sorted)));
      if (!made.ok) return made;
      update = made.value;
    } else if (equal !== sorted.at(-1)) {
      // An old template is the present one again: it becomes the newest.
      const renumbered = yield* this.revisions.renumber(equal, nextRevision(sorted));
      if (!renumbered.ok) return renumbered;
      update = renumbered.value;
    }
    if (update === undefined) return err({ message: `no revision for ${set.metadata.name}` });
    return ok({ update, current: sorted.find((r) => r.metadata.name === set.status.currentRevision) ?? update });
  }

  private newRevision(set: StatefulSet, data: unknown, revision: number): NewRevision {
    const hash = hashRevisionData(textOfData(data), set.status.collisionCount ?? 0);
    const { name, annotations } = set.metadata;
    return { name: `${name}-${hash}`, labels: { ...set.spec.template.metadata.labels, [HASH_LABEL]: hash }, annotations, data, revision };
  }

  private *update(set: StatefulSet, pods: readonly Pod[], versions: Versions, history: readonly ControllerRevision[]): Sync {
    const names = { current: versions.current.metadata.name, update: versions.update.metadata.name };
    const next = plan(set, pods, names);
    yield* think('PLAN', undefined, { type: 'statefulSetPlan', policy: set.spec.podManagementPolicy, actions: next.actions.map(readable), waitsFor: next.waitsFor, ...names });
    const taken: Action[] = [];
    let failure: SyncError | undefined;
    for (const action of next.actions) {
      failure = yield* this.take(set, action, versions);
      if (failure !== undefined) break;
      taken.push(action);
    }
    const status = statusAfter(set, pods, taken, { revisions: names, collisionCount: set.status.collisionCount ?? 0, available: this.context.behaviour.availableStatefulReplicas, wall: this.context.wall });
    const error = yield* this.updateStatus(set, status);
    if (failure !== undefined || error !== undefined) return failure ?? error;
    return yield* this.truncateHistory(set, pods, versions, history);
  }

  private *take(set: StatefulSet, action: Action, versions: Versions): Generator<Step, SyncError | undefined, unknown> {
    if (action.type === 'delete') return yield* this.deletePod(set, action.pod);
    if (action.type === 'recreate') {
      this.report(set, 'Warning', 'RecreatingFailedPod', `StatefulSet ${keyOf(set)} is recreating failed Pod ${action.pod.metadata.name}`);
      const error = yield* this.deletePod(set, action.pod);
      if (error !== undefined) return error;
    }
    return yield* this.createPod(set, action.ordinal, versions[action.revision]);
  }

  /** Models stateful_pod_control.go CreateStatefulPod. */
  private *createPod(set: StatefulSet, ordinal: number, revision: ControllerRevision): Generator<Step, SyncError | undefined, unknown> {
    const pod = buildPod(set, templateOf(revision), revision.metadata.name, ordinal, this.context.behaviour.podIndexLabel);
    for (const wanted of claimsFor(set, ordinal)) {
      const { name } = wanted.metadata;
      if (this.claims.get(`${set.metadata.namespace ?? ''}/${name}`) !== undefined) continue;
      const response = yield* call('CREATE_CLAIM', (done) => this.claimClient.create(wanted, done));
      const error = isAlreadyExists(response) ? undefined : errorOf(response);
      if (!isAlreadyExists(response)) this.reportOn(set, 'Create', error, `Claim ${name} Pod ${pod.metadata.name} in StatefulSet ${set.metadata.name}`, 'success');
      if (error !== undefined) return error;
    }
    const response = yield* call('CREATE_POD', (done) => this.podClient.create(pod, done), { type: 'createStatefulPod', pod: pod.metadata.name, revision: revision.metadata.name });
    if (isAlreadyExists(response)) return errorOf(response);
    const error = errorOf(response);
    if (isNamespaceTerminating(response)) return error;
    this.reportOn(set, 'Create', error, `Pod ${pod.metadata.name} in StatefulSet ${set.metadata.name}`, 'successful');
    return error;
  }

  private *deletePod(set: StatefulSet, pod: Pod): Generator<Step, SyncError | undefined, unknown> {
    const { namespace, name } = pod.metadata;
    const response = yield* call('DELETE_POD', (done) => this.podClient.delete({ namespace, name }, {}, done), { type: 'deleteStatefulPod', pod: name, revision: revisionLabel(pod) });
    const error = errorOf(response);
    this.reportOn(set, 'Delete', error, `Pod ${name} in StatefulSet ${set.metadata.name}`, 'successful');
    return error;
  }

  private report(set: StatefulSet, type: 'Normal' | 'Warning', reason: string, message: string): void {
    this.handle.recorder.event(set, type, reason, message);
  }

  /** Models recordPodEvent, recordClaimEvent. */
  private reportOn(set: StatefulSet, verb: 'Create' | 'Delete', error: SyncError | undefined, what: string, success: string): void {
    const word = verb.toLowerCase();
    if (error === undefined) this.report(set, 'Normal', `Successful${verb}`, `${word} ${what} ${success}`);
    else this.report(set, 'Warning', `Failed${verb}`, `${word} ${what} failed error: ${error.message}`);
  }

  /** Models stateful_set_status_updater.go UpdateStatefulSetStatus: after a conflict the copy in the cache is taken. */
  private *updateStatus(set: StatefulSet, status: StatefulSetStatus): Generator<Step, SyncError | undefined, unknown> {
    yield* think('COMPUTE_STATUS');
    const { conditions } = set.status;
    const next = conditions === undefined ? status : { ...status, conditions };
    if (deepEqual(set.status, next)) return undefined;
    let copy = set;
    for (let attempt = 0; ; attempt++) {
      const wanted: StatefulSet = { ...copy, status: next };
      const response = yield* call('UPDATE_STATUS', (done) => this.client.update(wanted, done, 'status'), { type: 'status', status: next });
      if (!isConflict(response) || attempt + 1 >= TRIES) return isNotFound(response) ? undefined : errorOf(response);
      yield* think('WAIT', CONFLICT_WAIT, { type: 'conflict', message: refusalOf(response).message });
      copy = this.sets.get(keyOf(set)) ?? copy;
    }
  }

  /** Models stateful_set_control.go truncateHistory. */
  private *truncateHistory(set: StatefulSet, pods: readonly Pod[], { current, update }: Versions, history: readonly ControllerRevision[]): Sync {
    const live = new Set([current.metadata.name, update.metadata.name, ...pods.map(revisionLabel)]);
    const old = history.filter((r) => !live.has(r.metadata.name)).sort(byRevision);
    return yield* this.revisions.delete(old.slice(0, Math.max(0, old.length - set.spec.revisionHistoryLimit)));
  }
}

const readable = (action: Action): string => (action.type === 'delete' ? `delete ${action.pod.metadata.name} (${action.why})` : `${action.type} ${action.ordinal}`);
