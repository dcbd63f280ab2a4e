import { getCondition } from '../../../api/conditions';
import { schemeFor, type Resource, type Scheme } from '../../../api/scheme';
import { labelSelectorMatches } from '../../../api/selectors/labels';
import { formatTime } from '../../../api/time';
import type { KubeObject, ObjectMeta, OwnerReference } from '../../../api/types';
import type { KubeVersion } from '../../../api/version';
import { deepFreeze } from '../../../base/freeze';
import { deepEqual } from '../../../base/json';
import type { Actor } from '../../../kernel/actor';
import type { Kernel } from '../../../kernel/kernel';
import type { ApiServer, Exchange, WatchFrame } from '../../client/http';
import { wallMicros } from '../../clock';

type Doc = KubeObject & { readonly metadata: ObjectMeta };

interface Target {
  readonly resource: Resource;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  readonly subresource: string | undefined;
}

/** One write, as a test looks at it: `update deployments/status 409`. */
export interface Write {
  readonly actor: string;
  readonly verb: string;
  readonly what: string;
  readonly code: number;
  readonly at: number;
  readonly body: unknown;
}

/**
 * An API server that only keeps objects in a map: enough to test controllers without the real chain. Two milliseconds a
 * request, conflicts by resourceVersion, watches, finalizers, owner reference patches. Everything given out is frozen.
 */
export class MemoryApiServer implements ApiServer {
  readonly actor: Actor;
  readonly url = 'https://127.0.0.1:6443';
  readonly writes: Write[] = [];
  readonly requests: string[] = [];
  /** Refuses requests with a Status, for tests of failures. */
  refuse: ((method: string, target: { readonly resource: string; readonly name: string | undefined; readonly subresource: string | undefined }) => { readonly code: number; readonly reason: string; readonly message: string } | undefined) | undefined;
  private readonly scheme: Scheme;
  private readonly objects = new Map<string, Doc>();
  private readonly watchers: { readonly resource: string; readonly exchange: Exchange }[] = [];
  private revision = 0;

  constructor(private readonly kernel: Kernel, version: KubeVersion) {
    this.actor = kernel.actor('kube-apiserver');
    this.scheme = schemeFor(version);
  }

  unreachable(): string | undefined {
    return undefined;
  }

  serve(exchange: Exchange): void {
    this.kernel.queue.add(this.kernel.now + 2000, () => this.handle(exchange));
  }

  get(resource: string, key: string): KubeObject | undefined {
    return this.objects.get(`${resource}/${key}`);
  }

  list(resource: string): readonly KubeObject[] {
    return [...this.objects].filter(([key]) => key.startsWith(`${resource}/`)).map(([, object]) => object);
  }

  /** Puts an object there as if some client had. */
  put(resource: string, object: unknown): KubeObject {
    const given = object as Doc;
    const before = this.objects.get(this.key(resource, given.metadata.namespace, given.metadata.name));
    const uid = before?.metadata.uid ?? given.metadata.uid ?? this.actor.random.uuid();
    return this.store(resource, before, { ...given, metadata: { ...given.metadata, uid, creationTimestamp: given.metadata.creationTimestamp ?? this.now() } });
  }

  /** Changes an object as if some client had. */
  change(resource: string, key: string, change: (object: never) => unknown): KubeObject {
    const before = this.objects.get(`${resource}/${key}`);
    if (before === undefined) throw new Error(`no ${resource}/${key}`);
    return this.store(resource, before, change(before as never) as Doc);
  }

  /** The object goes for good, whatever finalizers say. */
  remove(resource: string, key: string): void {
    const before = this.objects.get(`${resource}/${key}`);
    if (before !== undefined) this.drop(resource, before);
  }

  private now(): string {
    return formatTime(wallMicros(this.kernel.now));
  }

  private key(resource: string, namespace: string | undefined, name: string): string {
    return namespace === undefined || namespace === '' ? `${resource}/${name}` : `${resource}/${namespace}/${name}`;
  }

  private store(resource: string, before: Doc | undefined, after: Doc): Doc {
    const specChanged = before === undefined || !deepEqual(before.spec, after.spec) || before.metadata.deletionTimestamp !== after.metadata.deletionTimestamp;
    const generation = resource === 'pods' ? undefined : (before?.metadata.generation ?? 0) + (specChanged ? 1 : 0);
    const object = deepFreeze({ ...after, metadata: { ...after.metadata, resourceVersion: String(++this.revision), ...(generation === undefined ? {} : { generation }) } });
    this.objects.set(this.key(resource, after.metadata.namespace, after.metadata.name), object);
    this.tell(resource, { type: before === undefined ? 'ADDED' : 'MODIFIED', object });
    return object;
  }

  private drop(resource: string, object: Doc): void {
    this.objects.delete(this.key(resource, object.metadata.namespace, object.metadata.name));
    this.tell(resource, { type: 'DELETED', object: deepFreeze({ ...object, metadata: { ...object.metadata, resourceVersion: String(++this.revision) } }) });
  }

  private tell(resource: string, frame: WatchFrame): void {
    const { name, namespace } = frame.object.metadata;
    for (const w of this.watchers) if (w.resource === resource) w.exchange.frame(frame, this.key(resource, namespace, name));
  }

  private parse(path: string): Target {
    const parts = path.split('/').slice(1);
    const core = parts[0] === 'api';
    const [group = '', version = ''] = core ? ['', parts[1]] : [parts[1], parts[2]];
    let rest = parts.slice(core ? 2 : 3);
    let namespace: string | undefined;
    if (rest[0] === 'namespaces' && rest.length > 2 && this.scheme.resourceFor(group, version, rest[2] ?? '') !== undefined) {
      namespace = rest[1];
      rest = rest.slice(2);
    }
    const resource = this.scheme.resourceFor(group, version, rest[0] ?? '');
    if (resource === undefined) throw new Error(`no resource at ${path}`);
    return { resource, namespace, name: rest[1], subresource: rest[2] };
  }

  private handle(exchange: Exchange): void {
    const { request } = exchange;
    const isDiscovery = /^\/(api|apis)(\/[^/]+){0,2}$/.test(request.path) && !/^\/apis?\/.*\/.*\/./.test(request.path) && request.path.split('/').length <= (request.path.startsWith('/apis') ? 4 : 3);
    if (isDiscovery) {
      this.requests.push(`${exchange.client.name} GET ${request.path}`);
      this.answer(exchange, 200, {});
      return;
    }
    const target = this.parse(request.path);
    const { resource, namespace, name, subresource } = target;
    this.requests.push(`${exchange.client.name} ${request.method} ${request.path}`);
    if (request.query['watch'] === 'true') {
      this.answer(exchange, 200, undefined);
      if (request.query['sendInitialEvents'] === 'true') this.sendInitial(exchange, target);
      this.watchers.push({ resource: resource.resource, exchange });
      return;
    }
    const refusal = this.refuse?.(request.method, { resource: resource.resource, name, subresource });
    if (refusal !== undefined) {
      this.finish(exchange, target, refusal.code, { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', ...refusal });
      return;
    }
    const before = name === undefined ? undefined : this.objects.get(this.key(resource.resource, namespace, name));
    if (subresource === 'token') this.finish(exchange, target, 201, { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', metadata: {}, status: { token: `token-of-${name ?? ''}` } });
    else if (request.method === 'POST' && name === undefined) this.create(exchange, target);
    else if (request.method === 'GET' && name === undefined) this.answerList(exchange, target);
    else if (request.method === 'DELETE' && name === undefined) this.deleteCollection(exchange, target);
    else if (before === undefined) this.refuseWith(exchange, target, 404, 'NotFound', `${resource.resource} "${name ?? ''}" not found`);
    else if (request.method === 'GET') this.answer(exchange, 200, before);
    else if (request.method === 'PUT') this.update(exchange, target, before);
    else if (request.method === 'PATCH') this.patch(exchange, target, before);
    else if (request.method === 'DELETE') this.delete(exchange, target, before);
    else throw new Error(`${request.method} ${request.path}`);
  }

  private create(exchange: Exchange, target: Target): void {
    const body = exchange.request.body as Doc;
    const resource = target.resource.resource;
    const name = body.metadata.name ?? `${body.metadata.generateName ?? ''}${this.actor.random.hex(5)}`;
    const namespace = body.metadata.namespace ?? target.namespace;
    if ((this.objects.get(`namespaces/${namespace ?? ''}`)?.status as { readonly phase?: string } | undefined)?.phase === 'Terminating') {
      const message = `${resource} "${name}" is forbidden: unable to create new content in namespace ${namespace ?? ''} because it is being terminated`;
      this.finish(exchange, target, 403, { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', reason: 'Forbidden', message, code: 403, details: { causes: [{ reason: 'NamespaceTerminating', message: '' }] } });
      return;
    }
    if (this.objects.has(this.key(resource, namespace, name))) {
      this.refuseWith(exchange, target, 409, 'AlreadyExists', `${resource} "${name}" already exists`);
      return;
    }
    const status = resource === 'pods' ? { phase: 'Pending' } : resource === 'replicasets' ? { replicas: 0 } : (body.status ?? {});
    const object = this.store(resource, undefined, {
      ...body, status, metadata: { ...body.metadata, name, uid: this.actor.random.uuid(), creationTimestamp: this.now(), ...(namespace === undefined ? {} : { namespace }) },
    });
    this.finish(exchange, { ...target, name }, 201, object);
  }

  private answerList(exchange: Exchange, target: Target): void {
    const selector = exchange.request.query['labelSelector'];
    const matchLabels = selector === undefined ? {} : Object.fromEntries(selector.split(',').map((part) => part.split('=') as [string, string]));
    const items = this.below(target).filter(([, o]) => labelSelectorMatches({ matchLabels }, o.metadata.labels)).map(([, o]) => o);
    this.answer(exchange, 200, { apiVersion: target.resource.apiVersion, kind: `${target.resource.kind}List`, metadata: { resourceVersion: String(this.revision) }, items });
  }

  private below(target: Target): readonly (readonly [string, Doc])[] {
    const prefix = target.namespace === undefined ? `${target.resource.resource}/` : `${target.resource.resource}/${target.namespace}/`;
    return [...this.objects].filter(([key]) => key.startsWith(prefix));
  }

  /** A streamed list. */
  private sendInitial(exchange: Exchange, target: Target): void {
    for (const [key, object] of this.below(target)) exchange.frame({ type: 'ADDED', object }, key);
    const { apiVersion, kind } = target.resource;
    exchange.frame({ type: 'BOOKMARK', object: { apiVersion, kind, metadata: { name: '', resourceVersion: String(this.revision), annotations: { 'k8s.io/initial-events-end': 'true' } } } }, undefined);
  }

  private update(exchange: Exchange, target: Target, before: Doc): void {
    const body = exchange.request.body as Doc;
    const { resourceVersion } = body.metadata;
    if (resourceVersion !== undefined && resourceVersion !== before.metadata.resourceVersion) {
      this.refuseWith(exchange, target, 409, 'Conflict', `Operation cannot be fulfilled on ${target.resource.resource} "${body.metadata.name}": the object has been modified; please apply your changes to the latest version and try again`);
      return;
    }
    const after: Doc = target.subresource === undefined ? { ...body, status: before.status } : target.subresource === 'status' ? { ...body, spec: before.spec } : { ...before, spec: body.spec };
    this.save(exchange, target, before, { ...after, metadata: { ...after.metadata, uid: before.metadata.uid ?? '', ...(before.metadata.generation === undefined ? {} : { generation: before.metadata.generation }) } });
  }

  /** Writes, or drops an object whose last finalizer went. */
  private save(exchange: Exchange, target: Target, before: Doc, after: Doc): void {
    const resource = target.resource.resource;
    const waits = (after.metadata.finalizers ?? []).length > 0 || resource === 'pods' || ((after.spec as { finalizers?: readonly string[] } | undefined)?.finalizers ?? []).length > 0;
    if (after.metadata.deletionTimestamp !== undefined && !waits) {
      this.drop(resource, after);
      this.finish(exchange, target, 200, after);
      return;
    }
    const same = deepEqual(before, { ...after, metadata: { ...after.metadata, resourceVersion: before.metadata.resourceVersion } });
    this.finish(exchange, target, 200, same ? before : this.store(resource, before, after));
  }

  private patch(exchange: Exchange, target: Target, before: Doc): void {
    const patch = exchange.request.body as { readonly metadata?: { readonly uid?: string; readonly resourceVersion?: string; readonly ownerReferences?: readonly (OwnerReference & { readonly $patch?: string })[] } };
    const { uid, resourceVersion, ownerReferences } = patch.metadata ?? {};
    if ((uid !== undefined && uid !== before.metadata.uid) || (resourceVersion !== undefined && resourceVersion !== before.metadata.resourceVersion)) {
      this.refuseWith(exchange, target, 409, 'Conflict', `Operation cannot be fulfilled on ${target.resource.resource} "${before.metadata.name}": the object has been modified`);
      return;
    }
    const merged = merge(before, patch) as Doc;
    if (ownerReferences === undefined) {
      this.save(exchange, target, before, merged);
      return;
    }
    const gone = new Set(ownerReferences.filter((r) => r.$patch === 'delete').map((r) => r.uid));
    const kept = (before.metadata.ownerReferences ?? []).filter((r) => !gone.has(r.uid) && !ownerReferences.some((x) => x.uid === r.uid));
    const added = ownerReferences.filter((r) => r.$patch === undefined);
    this.save(exchange, target, before, { ...merged, metadata: { ...merged.metadata, ownerReferences: [...kept, ...added] } });
  }

  private delete(exchange: Exchange, target: Target, before: Doc): void {
    const options = (exchange.request.body ?? {}) as { readonly propagationPolicy?: string; readonly gracePeriodSeconds?: number; readonly preconditions?: { readonly uid?: string } };
    if (options.preconditions?.uid !== undefined && options.preconditions.uid !== before.metadata.uid) {
      this.refuseWith(exchange, target, 409, 'Conflict', 'uid differs');
      return;
    }
    const resource = target.resource.resource;
    const grace = options.gracePeriodSeconds ?? (resource === 'pods' && (before.spec as { nodeName?: string }).nodeName !== undefined ? 30 : 0);
    const finalizers = new Set(before.metadata.finalizers ?? []);
    if (options.propagationPolicy === 'Orphan') finalizers.add('orphan');
    if (options.propagationPolicy === 'Foreground') finalizers.add('foregroundDeletion');
    if (grace === 0 && finalizers.size === 0 && resource !== 'namespaces') {
      this.drop(resource, before);
      this.finish(exchange, target, 200, { kind: 'Status', status: 'Success' });
      return;
    }
    const after: Doc = {
      ...before, metadata: { ...before.metadata, deletionTimestamp: before.metadata.deletionTimestamp ?? this.now(), deletionGracePeriodSeconds: grace, finalizers: [...finalizers] },
      ...(resource === 'namespaces' ? { status: { ...(before.status as object), phase: 'Terminating' } } : {}),
    };
    this.finish(exchange, target, 200, this.store(resource, before, after));
  }

  private deleteCollection(exchange: Exchange, target: Target): void {
    const resource = target.resource.resource;
    for (const [key, object] of [...this.objects]) {
      if (!key.startsWith(`${resource}/${target.namespace ?? ''}/`)) continue;
      const graceful = resource === 'pods' && (object.spec as { nodeName?: string }).nodeName !== undefined;
      if (graceful || (object.metadata.finalizers ?? []).length > 0) {
        if (object.metadata.deletionTimestamp === undefined) this.store(resource, object, { ...object, metadata: { ...object.metadata, deletionTimestamp: this.now(), deletionGracePeriodSeconds: graceful ? 30 : 0 } });
      } else this.drop(resource, object);
    }
    this.finish(exchange, target, 200, { kind: 'Status', status: 'Success' });
  }

  private refuseWith(exchange: Exchange, target: Target, code: number, reason: string, message: string): void {
    this.finish(exchange, target, code, { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', reason, message, code });
  }

  private finish(exchange: Exchange, target: Target, code: number, body: unknown): void {
    const verb = { POST: 'create', PUT: 'update', PATCH: 'patch', DELETE: target.name === undefined ? 'deletecollection' : 'delete', GET: 'get' }[exchange.request.method];
    const what = target.resource.resource + (target.subresource === undefined ? '' : `/${target.subresource}`);
    if (verb !== 'get' && what !== 'events' && what !== 'leases') this.writes.push({ actor: exchange.client.name, verb, what, code, at: this.kernel.now, body: exchange.request.body });
    this.answer(exchange, code, body);
  }

  private answer(exchange: Exchange, code: number, body: unknown): void {
    exchange.respond({ code, body, contentType: 'application/json', headers: {} }, {
      request: exchange.row, verb: '', uri: exchange.request.path, user: '', resource: '', subresource: undefined, namespace: undefined, name: undefined, code, requestObject: undefined, response: undefined,
    });
  }
}

/** JSON merge patch, keeping lists of owner references out of it. */
function merge(base: unknown, patch: unknown): unknown {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch;
  const out: Record<string, unknown> = { ...(base as Record<string, unknown>) };
  for (const [key, value] of Object.entries(patch)) {
    if (key === 'ownerReferences') continue;
    if (key.startsWith('$deleteFromPrimitiveList/')) {
      const field = key.slice(key.indexOf('/') + 1);
      out[field] = ((out[field] ?? []) as readonly unknown[]).filter((x) => !(value as readonly unknown[]).includes(x));
      continue;
    }
    if (value === null) delete out[key];
    else if (key === 'conditions' && Array.isArray(value)) out[key] = mergeConditions(out[key], value);
    else out[key] = merge(out[key], value);
  }
  return out;
}

function mergeConditions(base: unknown, patch: readonly { readonly type: string; readonly status: 'True' }[]): unknown {
  const list = (base ?? []) as readonly { readonly type: string; readonly status: 'True' }[];
  return [...list.map((c) => ({ ...c, ...getCondition(patch, c.type) })), ...patch.filter((p) => getCondition(list, p.type) === undefined)];
}
