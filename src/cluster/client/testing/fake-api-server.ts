import { fieldSelectorMatches, parseFieldSelector, type FieldSelector } from '../../../api/selectors/fields';
import type { KubeObject, Pod } from '../../../api/types';
import type { Actor } from '../../../kernel/actor';
import type { Kernel } from '../../../kernel/kernel';
import type { ApiRequest, ApiResponse, ApiServer, Exchange } from '../http';
import { keyOf } from '../typed-client';

interface Watcher {
  readonly exchange: Exchange;
  readonly resource: string;
  readonly selector: FieldSelector;
}

interface At {
  readonly resource: string;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  readonly subresource: string | undefined;
}

/** Just enough of kube-apiserver for tests of its clients: a store, lists, watches, bindings and merging patches of status. */
export class FakeApiServer implements ApiServer {
  readonly url = 'https://127.0.0.1:6443';
  readonly actor: Actor;
  /** `METHOD path`, with what was sent. */
  readonly requests: { readonly line: string; readonly body: unknown; readonly at: number }[] = [];
  /** Answers of its own for some requests: `METHOD path`, and who asks. */
  refuse: (line: string, client: string) => ApiResponse | undefined = () => undefined;
  /** Why nobody can connect at the moment. */
  down: string | undefined;
  /** Microseconds that each request takes. */
  latency = 3000;
  private readonly store = new Map<string, Map<string, KubeObject>>();
  private readonly watchers: Watcher[] = [];
  private revision = 0;

  constructor(private readonly kernel: Kernel) {
    this.actor = kernel.actor('kube-apiserver');
  }

  unreachable(): string | undefined {
    return this.down;
  }

  serve(exchange: Exchange): void {
    this.kernel.queue.add(this.kernel.now + this.latency, () => this.answer(exchange));
  }

  get<T extends KubeObject>(resource: string, key: string): T | undefined {
    return this.store.get(resource)?.get(key) as T | undefined;
  }

  list<T extends KubeObject>(resource: string): readonly T[] {
    return [...(this.store.get(resource)?.values() ?? [])] as T[];
  }

  /** Stores a new object or a new version of one; watchers hear of it. */
  put(resource: string, object: KubeObject): KubeObject {
    const stored = { ...object, metadata: { uid: `uid-${keyOf(object)}`, ...object.metadata, resourceVersion: String(++this.revision) } };
    let group = this.store.get(resource);
    if (group === undefined) this.store.set(resource, (group = new Map()));
    const before = group.get(keyOf(stored));
    group.set(keyOf(stored), stored);
    this.tell(resource, before, stored);
    return stored;
  }

  remove(resource: string, key: string): void {
    const group = this.store.get(resource);
    const before = group?.get(key);
    if (before === undefined) return;
    group?.delete(key);
    this.revision++;
    this.tell(resource, before, undefined);
  }

  private tell(resource: string, before: KubeObject | undefined, after: KubeObject | undefined): void {
    for (const w of this.watchers) {
      if (w.resource !== resource) continue;
      const had = before !== undefined && fieldSelectorMatches(w.selector, before);
      const has = after !== undefined && fieldSelectorMatches(w.selector, after);
      const object = has ? after : before;
      if (object !== undefined && (had || has)) w.exchange.frame({ type: !has ? 'DELETED' : had ? 'MODIFIED' : 'ADDED', object }, `${resource}/${keyOf(object)}`);
    }
  }

  private answer(exchange: Exchange): void {
    const { request } = exchange;
    const line = `${request.method} ${request.path}`;
    if (request.method !== 'GET') this.requests.push({ line, body: request.body, at: this.kernel.now });
    const respond = (response: ApiResponse): void =>
      exchange.respond(response, { request: exchange.row, verb: '', uri: request.path, user: '', resource: '', subresource: undefined, namespace: undefined, name: undefined, code: response.code, requestObject: request.body, response: response.body });
    const refused = this.refuse(line, exchange.client.name);
    if (refused !== undefined) {
      respond(refused);
      return;
    }
    const at = parse(request.path);
    if (request.query['watch'] === 'true') {
      respond(ok(200, undefined));
      const selector = parseFieldSelector(request.query['fieldSelector'] ?? '');
      const wanted = selector.ok ? selector.value : [];
      if (request.query['sendInitialEvents'] === 'true') {
        for (const object of this.list(at.resource)) if (fieldSelectorMatches(wanted, object)) exchange.frame({ type: 'ADDED', object }, `${at.resource}/${keyOf(object)}`);
        exchange.frame({ type: 'BOOKMARK', object: { apiVersion: 'v1', kind: 'List', metadata: { name: '', resourceVersion: String(this.revision), annotations: { 'k8s.io/initial-events-end': 'true' } } } }, undefined);
      }
      this.watchers.push({ exchange, resource: at.resource, selector: wanted });
      return;
    }
    respond(this.handle(request, at));
  }

  private handle(request: ApiRequest, at: At): ApiResponse {
    const key = at.namespace === undefined ? (at.name ?? '') : `${at.namespace}/${at.name ?? ''}`;
    const found = this.store.get(at.resource)?.get(key);
    if (request.method === 'GET' && at.name === undefined) return ok(200, { apiVersion: 'v1', kind: 'List', metadata: { resourceVersion: String(this.revision) }, items: this.list(at.resource) });
    if (request.method === 'POST' && at.subresource === undefined) return ok(201, this.put(at.resource, request.body as KubeObject));
    if (found === undefined) return failure(404, 'NotFound', `${at.resource} "${at.name ?? ''}" not found`);
    if (request.method === 'GET') return ok(200, found);
    if (request.method === 'PUT') return ok(200, this.put(at.resource, request.body as KubeObject));
    if (request.method === 'DELETE') return this.delete(at.resource, key, found);
    if (at.subresource === 'binding') return this.bind(found as Pod, (request.body as { readonly target: { readonly name: string } }).target.name);
    return ok(200, this.put(at.resource, merge(found, request.body) as KubeObject));
  }

  private delete(resource: string, key: string, found: KubeObject): ApiResponse {
    if (resource === 'pods') this.put(resource, { ...found, metadata: { ...found.metadata, deletionTimestamp: '2026-11-30T17:00:30Z' } });
    else this.remove(resource, key);
    return ok(200, found);
  }

  private bind(pod: Pod, node: string): ApiResponse {
    const { name } = pod.metadata;
    if (pod.spec.nodeName !== undefined) return failure(409, 'Conflict', `Operation cannot be fulfilled on pods/binding "${name}": pod ${name} is already assigned to node "${pod.spec.nodeName}"`);
    const condition = { type: 'PodScheduled', status: 'True', lastProbeTime: null, lastTransitionTime: '2026-11-30T17:00:00Z' };
    this.put('pods', { ...pod, spec: { ...pod.spec, nodeName: node }, status: { ...pod.status, conditions: [condition] } } as KubeObject);
    return ok(201, { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 });
  }
}

const ok = (code: number, body: unknown): ApiResponse => ({ code, body, contentType: 'application/json', headers: {} });
const failure = (code: number, reason: string, message: string): ApiResponse => ok(code, { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', reason, message, code });

function parse(path: string): At {
  const parts = path.split('/').filter((p) => p !== '').slice(path.startsWith('/apis/') ? 3 : 2);
  const namespaced = parts[0] === 'namespaces' && parts.length > 2;
  const [resource = '', name, subresource] = namespaced ? parts.slice(2) : parts;
  return { resource, namespace: namespaced ? parts[1] : undefined, name, subresource };
}

/** A strategic merge patch, as far as these tests need it: lists of conditions are merged by type. */
function merge(target: unknown, patch: unknown): unknown {
  if (Array.isArray(patch)) {
    const list = Array.isArray(target) ? (target as readonly { readonly type?: string }[]) : [];
    const out = [...list];
    for (const item of patch as readonly { readonly type?: string }[]) {
      const index = out.findIndex((o) => o.type === item.type);
      if (index < 0) out.push(item);
      else out[index] = { ...out[index], ...item };
    }
    return out;
  }
  if (typeof patch !== 'object' || patch === null) return patch;
  const out: Record<string, unknown> = { ...(target as object | undefined) };
  for (const [key, value] of Object.entries(patch)) {
    if (key.startsWith('$')) continue;
    if (value === null) delete out[key];
    else out[key] = merge(out[key], value);
  }
  return out;
}
