import type { Resource } from '../../../api/scheme';
import { parseTime } from '../../../api/time';
import type { KubeObject, Namespace, Pod } from '../../../api/types';
import { SECOND } from '../../../kernel/time';
import type { Informer } from '../../client/informer';
import { itemsOf, objectOf, ResourceClient } from '../../client/typed-client';
import { WorkQueue } from '../../client/workqueue';
import { LATENCY } from '../../latencies';
import { subjectIn, type ControllerContext, type ControllerHandle } from '../context';
import { discover } from '../discovery';
import { errorOf, isConflict, isNotFound } from '../errors';
import { call, startWorkers, think, type Step, type Sync, type SyncError } from '../worker';
import { withDeletionConditions, type DeletionResult } from './conditions';
import { namespaceMachine } from './machine';

const WORKERS = 10;
/** Time for all API servers to hear of the deletion. */
const GRACE = 5 * SECOND;
/** How long objects with finalizers are given, in seconds. */
const FINALIZER_ESTIMATE = 15;
const FINALIZER = 'kubernetes';
const QPS = 400;

/** A deletion under way: what is left, and how many seconds it may take. */
interface Progress {
  readonly errors: string[];
  readonly remaining: Map<string, number>;
  readonly finalizers: Map<string, number>;
  estimate: number;
}

/**
 * Empties namespaces that are being deleted, then takes their finalizer off.
 * Models pkg/controller/namespace/namespace_controller.go, deletion/namespaced_resources_deleter.go.
 */
export class NamespaceController {
  private readonly handle: ControllerHandle;
  private readonly queue: WorkQueue;
  private readonly namespaces: Informer<Namespace>;
  private readonly client: ResourceClient;
  private readonly resources: readonly { readonly resource: Resource; readonly client: ResourceClient }[];

  constructor(private readonly context: ControllerContext) {
    this.handle = context.controller('namespace-controller', 'namespace-controller', QPS);
    this.client = this.handle.client('', 'namespaces');
    this.queue = new WorkQueue(this.handle.actor, 'namespaces', undefined, { base: 5000, max: 60 * SECOND });
    this.namespaces = context.informer('', 'namespaces');
    this.resources = context.scheme.resources
      .filter((r) => r.namespaced && r.preferred && r.verbs.includes('delete'))
      .map((resource) => ({ resource, client: new ResourceClient(this.handle.api, context.scheme, resource.group, resource.version, resource.resource) }));
    this.namespaces.addHandlers({ added: (ns) => this.enqueue(ns), updated: (_, ns) => this.enqueue(ns) });
  }

  whenReady(then: () => void): void {
    this.handle.whenReady(then);
  }

  start(): void {
    startWorkers({ actor: this.handle.actor, queue: this.queue, machine: namespaceMachine, count: WORKERS, subject: subjectIn('namespaces'), sync: (key) => this.sync(key) });
  }

  private enqueue(ns: Namespace): void {
    if (ns.metadata.deletionTimestamp !== undefined) this.queue.addAfter(ns.metadata.name, GRACE);
  }

  private *sync(name: string): Sync {
    yield* think('TAKEN', LATENCY.controllerSync);
    if (this.namespaces.get(name) === undefined) return undefined;
    const got = yield* call('GET', (done) => this.client.get({ name }, done));
    if (isNotFound(got)) return undefined;
    const error = errorOf(got);
    if (error !== undefined) return error;
    let ns = objectOf<Namespace>(got);
    const deletedAt = parseTime(ns.metadata.deletionTimestamp ?? '');
    if (deletedAt === undefined) return undefined;
    if (ns.status.phase !== 'Terminating') {
      const wanted: Namespace = { ...ns, status: { ...ns.status, phase: 'Terminating' } };
      const marked = yield* call('MARK', (done) => this.client.update(wanted, done, 'status'));
      const failed = errorOf(marked);
      if (failed !== undefined) return isNotFound(marked) ? undefined : failed;
      ns = objectOf<Namespace>(marked);
    }
    if ((ns.spec.finalizers ?? []).length === 0) return undefined;
    yield {
      event: 'DISCOVER',
      begin: (_, done) => discover(this.handle.api, this.context.scheme, this.context.behaviour.aggregatedDiscovery, () => done(undefined)),
    };
    const progress = yield* this.deleteAllContent(ns, deletedAt);
    if (progress.errors.length > 0) return { message: progress.errors.join(', ') };
    if (progress.estimate > 0) return { message: `some content remains in the namespace, estimate ${progress.estimate} seconds before it is removed`, after: (Math.floor(progress.estimate / 2) + 1) * SECOND };
    return yield* this.finalize(ns);
  }

  /** Deletes resource by resource, in no particular order, and writes what is left into the status. */
  private *deleteAllContent(ns: Namespace, deletedAt: number): Generator<Step, Progress, unknown> {
    const progress: Progress = { errors: [], remaining: new Map(), finalizers: new Map(), estimate: 0 };
    for (const { resource, client } of this.inOrder()) {
      yield* this.deleteResource(ns.metadata.name, resource, client, deletedAt, progress);
      if (this.context.behaviour.podsFirst && resource.resource === 'pods' && (progress.remaining.size > 0 || progress.errors.length > 0)) break;
    }
    const result: DeletionResult = progress;
    const status = withDeletionConditions(ns, result, this.context.wall);
    if (status !== ns.status) {
      const wanted: Namespace = { ...ns, status };
      // A lost write is made good at the next turn.
      yield* call('UPDATE_STATUS', (done) => this.client.update(wanted, done, 'status'), { type: 'namespaceContent', remaining: Object.fromEntries(progress.remaining), finalizers: Object.fromEntries(progress.finalizers), errors: progress.errors });
    }
    return progress;
  }

  /** A map of resources has no order; since 1.33 pods come first all the same. */
  private inOrder(): readonly { readonly resource: Resource; readonly client: ResourceClient }[] {
    const { random } = this.handle.actor;
    const shuffled = this.resources.map((r) => ({ r, at: this.context.behaviour.podsFirst && r.resource.resource === 'pods' ? -1 : random.next() }));
    return shuffled.sort((a, b) => a.at - b.at).map(({ r }) => r);
  }

  /** Models namespaced_resources_deleter.go deleteAllContentForGroupVersionResource. */
  private *deleteResource(namespace: string, resource: Resource, client: ResourceClient, deletedAt: number, progress: Progress): Generator<Step, void, unknown> {
    const note = { type: 'resource', resource: resource.resource, group: resource.group };
    let estimate = 0;
    if (resource.resource === 'pods') {
      const listed = yield* call('ESTIMATE', (done) => client.list({ namespace }, {}, done), note);
      const error = errorOf(listed);
      if (error !== undefined) {
        progress.errors.push(error.message);
        return;
      }
      estimate = graceOf(itemsOf<Pod>(listed), deletedAt, this.context.wall);
    }
    const error = resource.verbs.includes('deletecollection') ? yield* this.deleteCollection(namespace, client, note) : yield* this.deleteEach(namespace, client, note);
    if (error !== undefined) {
      progress.errors.push(error.message);
      return;
    }
    const listed = yield* call('LIST_LEFT', (done) => client.list({ namespace }, {}, done), note);
    const failed = errorOf(listed);
    if (failed !== undefined) {
      progress.errors.push(failed.message);
      return;
    }
    const left = itemsOf<KubeObject>(listed);
    if (left.length === 0) return;
    progress.remaining.set(`${resource.resource}.${resource.group}`, left.length);
    const finalizers = left.flatMap((o) => o.metadata.finalizers ?? []);
    for (const f of finalizers) progress.finalizers.set(f, (progress.finalizers.get(f) ?? 0) + 1);
    if (estimate > 0) progress.estimate = Math.max(progress.estimate, estimate);
    else if (finalizers.length > 0) progress.estimate = Math.max(progress.estimate, FINALIZER_ESTIMATE);
    else progress.errors.push(`unexpected items still remain in namespace: ${namespace} for gvr: ${resource.group}/${resource.version}, Resource=${resource.resource}`);
  }

  private *deleteCollection(namespace: string, client: ResourceClient, note: unknown): Generator<Step, SyncError | undefined, unknown> {
    return errorOf(yield* call('DELETE_ALL', (done) => client.delete({ namespace }, { kind: 'DeleteOptions', apiVersion: 'v1', propagationPolicy: 'Background' }, done), note));
  }

  private *deleteEach(namespace: string, client: ResourceClient, note: unknown): Generator<Step, SyncError | undefined, unknown> {
    const listed = yield* call('LIST_EACH', (done) => client.list({ namespace }, {}, done), note);
    const error = errorOf(listed);
    if (error !== undefined) return error;
    for (const { metadata } of itemsOf<KubeObject>(listed)) {
      const response = yield* call('DELETE_EACH', (done) => client.delete({ namespace, name: metadata.name }, { kind: 'DeleteOptions', apiVersion: 'v1', propagationPolicy: 'Background' }, done), note);
      const failed = errorOf(response);
      if (failed !== undefined && !isNotFound(response)) return failed;
    }
    return undefined;
  }

  private *finalize(first: Namespace): Sync {
    let ns = first;
    for (;;) {
      const wanted: Namespace = { ...ns, spec: { ...ns.spec, finalizers: (ns.spec.finalizers ?? []).filter((f) => f !== FINALIZER) } };
      const response = yield* call('FINALIZE', (done) => this.client.update(wanted, done, 'finalize'));
      if (!isConflict(response)) return isNotFound(response) ? undefined : errorOf(response);
      const again = yield* call('GET_AGAIN', (done) => this.client.get({ name: ns.metadata.name }, done));
      const error = errorOf(again);
      if (error !== undefined) return isNotFound(again) ? undefined : error;
      ns = objectOf<Namespace>(again);
    }
  }
}

/** The longest grace of the pods that still run, in seconds; 0 once it should be over. Models namespaced_resources_deleter.go estimateGracefulTerminationForPods. */
function graceOf(pods: readonly Pod[], deletedAt: number, wall: number): number {
  const longest = pods.reduce((max, pod) => (pod.status.phase === 'Succeeded' || pod.status.phase === 'Failed' ? max : Math.max(max, pod.spec.terminationGracePeriodSeconds)), 0);
  return wall - deletedAt >= longest * SECOND ? 0 : longest;
}
