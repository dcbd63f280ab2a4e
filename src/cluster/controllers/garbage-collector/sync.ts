import type { KubeObject, OwnerReference, PropagationPolicy } from '../../../api/types';
import type { Distribution } from '../../../kernel/latency';
import type { ApiResponse } from '../../client/http';
import { objectOf, PATCH, refusalOf, type ResourceClient } from '../../client/typed-client';
import { LATENCY } from '../../latencies';
import { releasePatch } from '../claim';
import { errorOf, isNotFound } from '../errors';
import { call, callAll, think, type Step, type Sync, type SyncError } from '../worker';
import { blockingDependents, FOREGROUND, ORPHAN, type GraphNode, type Identity, type OwnerGraph } from './graph';
import type { RestMapper } from './rest-mapper';

/** What the garbage collector's workers see and may do. */
export interface GarbageCollectorPorts {
  readonly graph: OwnerGraph;
  readonly mapper: RestMapper;
  /** The node that was queued under a uid. */
  readonly take: (uid: string) => GraphNode | undefined;
  readonly requeue: (node: GraphNode) => void;
  /** The client of a kind and whether it is namespaced; undefined when the API server does not serve it. */
  readonly clientFor: (apiVersion: string, kind: string) => { readonly client: ResourceClient; readonly namespaced: boolean } | undefined;
}

/** Back-off between tries after a conflict: 10 ms, five times as long each time. Models client-go util/retry DefaultBackoff. */
const retryAfter = (attempt: number): Distribution => ({ p50: 10_000 * 5 ** attempt * 1.05, p90: 10_000 * 5 ** attempt * 1.09, min: 10_000 * 5 ** attempt, max: 11_000 * 5 ** attempt });
const TRIES = 4;

function* discover(ports: GarbageCollectorPorts): Generator<Step, void, unknown> {
  if (ports.mapper.isFresh()) return;
  yield { event: 'DISCOVER', begin: (_, done) => ports.mapper.whenFresh(() => done(undefined)) };
}

/** Models pkg/controller/garbagecollector/garbagecollector.go attemptToDeleteItem. */
export function* attemptToDelete(ports: GarbageCollectorPorts, uid: string): Sync {
  const { graph } = ports;
  yield* think('TAKEN', LATENCY.garbageCollect);
  const node = ports.take(uid);
  if (node === undefined) return undefined;
  // A virtual node may have turned out real, or gone, while it waited.
  if (node.virtual && graph.get(uid)?.virtual !== true) return undefined;
  // What is being deleted needs no help, unless it waits for its dependents.
  if (node.beingDeleted && !node.deletingDependents) return undefined;
  yield* discover(ports);
  const got = yield* get(ports, 'GET', node.identity);
  if ('message' in got) return got;
  if (isNotFound(got) || (errorOf(got) === undefined && objectOf<KubeObject>(got).metadata.uid !== uid)) {
    graph.remove(uid);
    return undefined;
  }
  const error = errorOf(got);
  if (error !== undefined) return error;
  const latest = objectOf<KubeObject>(got);
  if (node.deletingDependents) return yield* processDeletingDependents(ports, node);
  const owners = latest.metadata.ownerReferences ?? [];
  if (owners.length === 0) return node.virtual ? { message: `${node.identity.name} has not been observed yet` } : undefined;
  const classes = yield* classify(ports, node.identity, owners);
  if ('message' in classes) return classes;
  const decision = decide(node, latest, classes);
  yield* think('DECIDE', LATENCY.controllerStep, {
    type: 'garbage', object: `${latest.kind} ${latest.metadata.name}`, solid: names(classes.solid), dangling: names(classes.dangling), waitingForDependents: names(classes.waiting), decision: decision.text,
  });
  return yield* carryOut(ports, node, classes, decision);
}

const names = (owners: readonly OwnerReference[]): readonly string[] => owners.map((o) => `${o.kind} ${o.name}`);

function* get(ports: GarbageCollectorPorts, event: string, { apiVersion, kind, namespace, name }: Identity, note?: unknown): Generator<Step, ApiResponse | SyncError, unknown> {
  const mapped = ports.clientFor(apiVersion, kind);
  if (mapped === undefined) return { message: `unable to get REST mapping for ${apiVersion}/${kind}.` };
  return yield* call(event, (done) => mapped.client.get({ namespace: mapped.namespaced ? namespace : undefined, name }, done), note);
}

interface Classes {
  readonly solid: readonly OwnerReference[];
  readonly dangling: readonly OwnerReference[];
  readonly waiting: readonly OwnerReference[];
}

/**
 * Solid owners live, dangling ones are gone, waiting ones are being deleted in the foreground.
 * Models pkg/controller/garbagecollector/garbagecollector.go classifyReferences, isDangling.
 */
function* classify(ports: GarbageCollectorPorts, item: Identity, owners: readonly OwnerReference[]): Generator<Step, Classes | SyncError, unknown> {
  const solid: OwnerReference[] = [];
  const dangling: OwnerReference[] = [];
  const waiting: OwnerReference[] = [];
  for (const owner of owners) {
    if (ports.graph.isAbsent(owner.uid)) {
      dangling.push(owner);
      continue;
    }
    const got = yield* get(ports, 'GET_OWNER', { ...owner, namespace: item.namespace }, { type: 'owner', owner: `${owner.kind} ${owner.name}` });
    if ('message' in got) return got;
    const error = errorOf(got);
    if (error !== undefined && !isNotFound(got)) return error;
    const found = error === undefined ? objectOf<KubeObject>(got) : undefined;
    if (found?.metadata.uid !== owner.uid) {
      ports.graph.addAbsent(owner.uid);
      dangling.push(owner);
    } else if (found.metadata.deletionTimestamp !== undefined && found.metadata.finalizers?.includes(FOREGROUND) === true) waiting.push(owner);
    else solid.push(owner);
  }
  return { solid, dangling, waiting };
}

type Decision =
  | { readonly type: 'keep'; readonly text: string }
  | { readonly type: 'dropOwners'; readonly text: string }
  | { readonly type: 'delete'; readonly policy: PropagationPolicy; readonly unblock: boolean; readonly text: string };

function decide(node: GraphNode, latest: KubeObject, { solid, dangling, waiting }: Classes): Decision {
  if (solid.length > 0) {
    return dangling.length + waiting.length === 0
      ? { type: 'keep', text: 'all owners live: it stays' }
      : { type: 'dropOwners', text: 'an owner lives: it stays, and forgets the owners that are gone' };
  }
  if (waiting.length > 0 && node.dependents.size > 0) {
    return { type: 'delete', policy: 'Foreground', unblock: [...node.dependents].some((dep) => dep.deletingDependents), text: 'its owner waits for it, and it has dependents itself: delete it in the foreground' };
  }
  const finalizers = latest.metadata.finalizers ?? [];
  const policy = finalizers.includes(ORPHAN) ? 'Orphan' : finalizers.includes(FOREGROUND) ? 'Foreground' : 'Background';
  return { type: 'delete', policy, unblock: false, text: `no owner lives: delete it (${policy})` };
}

function* carryOut(ports: GarbageCollectorPorts, node: GraphNode, { dangling, waiting }: Classes, decision: Decision): Sync {
  if (decision.type === 'keep') return undefined;
  const { apiVersion, kind, namespace, name, uid } = node.identity;
  const mapped = ports.clientFor(apiVersion, kind);
  if (mapped === undefined) return { message: `unable to get REST mapping for ${apiVersion}/${kind}.` };
  const at = { namespace: mapped.namespaced ? namespace : undefined, name };
  if (decision.type === 'dropOwners') {
    const patch = releasePatch(uid, [...dangling, ...waiting].map((o) => o.uid));
    return errorOf(yield* call('DROP_OWNERS', (done) => mapped.client.patch(at, PATCH.strategic, patch, done)));
  }
  if (decision.unblock) {
    const patch = { metadata: { ownerReferences: node.owners.map((o) => ({ ...o, blockOwnerDeletion: false })), uid } };
    const error = errorOf(yield* call('UNBLOCK', (done) => mapped.client.patch(at, PATCH.strategic, patch, done)));
    if (error !== undefined) return error;
  }
  return errorOf(yield* call('DELETE', (done) => mapped.client.delete(at, { kind: 'DeleteOptions', apiVersion: 'v1', preconditions: { uid }, propagationPolicy: decision.policy }, done)));
}

/** Models pkg/controller/garbagecollector/garbagecollector.go processDeletingDependentsItem. */
function* processDeletingDependents(ports: GarbageCollectorPorts, node: GraphNode): Sync {
  const blocking = blockingDependents(node);
  yield* think('CHECK_DEPENDENTS', LATENCY.controllerStep, { type: 'blockingDependents', waitsFor: blocking.map((b) => `${b.identity.kind} ${b.identity.name}`) });
  if (blocking.length === 0) return yield* removeFinalizer(ports, node, FOREGROUND);
  for (const dependent of blocking) if (!dependent.deletingDependents) ports.requeue(dependent);
  return undefined;
}

/** Models pkg/controller/garbagecollector/operations.go removeFinalizer. */
function* removeFinalizer(ports: GarbageCollectorPorts, node: GraphNode, finalizer: string): Sync {
  const mapped = ports.clientFor(node.identity.apiVersion, node.identity.kind);
  for (let attempt = 0; ; attempt++) {
    const got = yield* get(ports, 'GET_AGAIN', node.identity);
    if ('message' in got) return got;
    if (isNotFound(got)) return undefined;
    const error = errorOf(got);
    if (error !== undefined) return error;
    const { finalizers = [], resourceVersion, namespace, name } = objectOf<KubeObject>(got).metadata;
    if (mapped === undefined || !finalizers.includes(finalizer)) return undefined;
    const left = finalizers.filter((f) => f !== finalizer);
    const patch = { metadata: { resourceVersion, finalizers: left.length === 0 ? null : left } };
    const response = yield* call('REMOVE_FINALIZER', (done) => mapped.client.patch({ namespace, name }, PATCH.merge, patch, done), { type: 'removeFinalizer', finalizer });
    if (response.code !== 409 || attempt + 1 >= TRIES) return isNotFound(response) ? undefined : errorOf(response);
    yield* think('WAIT', retryAfter(attempt), { type: 'conflict', message: refusalOf(response).message });
  }
}

/** Models pkg/controller/garbagecollector/garbagecollector.go attemptToOrphanWorker, orphanDependents. */
export function* attemptToOrphan(ports: GarbageCollectorPorts, uid: string): Sync {
  yield* think('TAKEN', LATENCY.garbageCollect);
  const node = ports.take(uid);
  if (node === undefined) return undefined;
  yield* discover(ports);
  const dependents = [...node.dependents];
  let failure: SyncError | undefined;
  const requests = dependents.flatMap((dep) => {
    const mapped = ports.clientFor(dep.identity.apiVersion, dep.identity.kind);
    const at = { namespace: dep.identity.namespace, name: dep.identity.name };
    return mapped === undefined ? [] : [(done: (response: ApiResponse) => void) => mapped.client.patch(at, PATCH.strategic, releasePatch(dep.identity.uid, [uid]), done)];
  });
  yield* callAll('ORPHAN', requests, (response) => {
    if (!isNotFound(response)) failure ??= errorOf(response);
  }, { type: 'orphan', dependents: dependents.map((dep) => `${dep.identity.kind} ${dep.identity.name}`) });
  if (failure !== undefined) return failure;
  return yield* removeFinalizer(ports, node, ORPHAN);
}
