import { resourcePath, type Resource } from '../../api/scheme';
import type { KubeObject } from '../../api/types';
import { err, ok, type Result } from '../../base/result';
import type { ApiResponse } from '../client/http';
import { isObject, listAt, recordAt } from './document';
import { refused, statusOf, type Failure } from './failure';
import type { Invocation } from './invocation';
import { tryExchange, type KubectlRequest, type Program } from './program';

/** What a client of cli-runtime and client-go asks to be answered in. */
export const ACCEPT = {
  unstructured: 'application/json',
  scheme: 'application/json, */*',
  table: 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json;as=Table;v=v1beta1;g=meta.k8s.io,application/json',
  /** Generated clients. */
  typed: 'application/vnd.kubernetes.protobuf,application/json',
} as const;
export const PROTOBUF = 'application/vnd.kubernetes.protobuf';

/** The lines of client code that -v=8 names. */
export const LOG = {
  get: 'helper.go:105', list: 'helper.go:113', delete: 'helper.go:202', create: 'helper.go:246', patch: 'helper.go:269', replaceGet: 'helper.go:294', replace: 'helper.go:319',
  typedGet: 'type.go:165', typedList: 'type.go:183', typedCreate: 'type.go:213', typedPatch: 'type.go:289',
  dynamicGet: 'simple.go:242', dynamicList: 'simple.go:256', dynamicWatch: 'simple.go:270', discovery: 'discovery_client.go:413',
} as const;

export interface At {
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
  readonly subresource?: string | undefined;
}

export type Query = Readonly<Record<string, string>>;

/** A query with its keys in order and empty values left out, as Go's url.Values are encoded. */
export function query(values: Readonly<Record<string, string | undefined>>): Query {
  const out: Record<string, string> = {};
  for (const key of Object.keys(values).sort()) {
    const value = values[key];
    if (value !== undefined && value !== '') out[key] = value;
  }
  return out;
}

export function subjectOf(resource: Resource, at: At): string | undefined {
  if (at.name === undefined) return undefined;
  return resource.namespaced && at.namespace !== undefined && at.namespace !== '' ? `${resource.resource}/${at.namespace}/${at.name}` : `${resource.resource}/${at.name}`;
}

/** One request about a resource. */
export function to(resource: Resource, at: At, request: Omit<KubectlRequest, 'path' | 'subject'>): KubectlRequest {
  const name = at.name === undefined ? undefined : encodeName(at.name);
  return { ...request, path: resourcePath(resource, { ...at, name }), subject: subjectOf(resource, at) };
}

/** What may not stand in a path is escaped, as Go's url.PathEscape does. */
function encodeName(name: string): string {
  return encodeURIComponent(name).replace(/%(24|26|2B|3A|3D|40|2C|3B)/g, (code) => decodeURIComponent(code));
}

/** Sends, and gives the body or the refusal. */
export function* ask(request: KubectlRequest): Program<Result<unknown, Failure>> {
  const answer = yield* tryExchange(request);
  return answer.ok ? resultOf(answer.value) : answer;
}

export function resultOf(response: ApiResponse): Result<unknown, Failure> {
  return response.code >= 400 ? err(refused(statusOf(response.body, response.code))) : ok(response.body);
}

/** The same for answers that are one object. */
export function* askObject(request: KubectlRequest): Program<Result<KubeObject, Failure>> {
  const answer = yield* ask(request);
  if (!answer.ok) return answer;
  return isObject(answer.value) ? ok(answer.value) : err({ kind: 'text', text: 'unexpected answer of the server' });
}

export function* getObject(resource: Resource, at: At, accept: string = ACCEPT.unstructured, logFrom: string = LOG.get): Program<Result<KubeObject, Failure>> {
  return yield* askObject(to(resource, at, { method: 'GET', accept, logFrom }));
}

/** Items of a list; each with the apiVersion and kind that lists leave out. */
export function* listObjects(resource: Resource, at: At, selection: Query, accept: string = ACCEPT.unstructured, logFrom: string = LOG.list): Program<Result<readonly KubeObject[], Failure>> {
  const answer = yield* ask(to(resource, at, { method: 'GET', query: selection, accept, logFrom }));
  return answer.ok ? ok(itemsOf(answer.value, resource)) : answer;
}

export function itemsOf(list: unknown, resource: Resource): readonly KubeObject[] {
  return listAt(list, 'items').flatMap((item) => {
    const whole = { apiVersion: resource.apiVersion, kind: resource.kind, ...recordAt(item) };
    return isObject(whole) ? [whole] : [];
  });
}

export function listVersion(list: unknown): string {
  const version = recordAt(list, 'metadata')['resourceVersion'];
  return typeof version === 'string' ? version : '';
}

/**
 * An object as the builder fetches it. Missing in a namespace that is not the default one, it asks whether the namespace
 * exists, and fails with that when it does not. Models cli-runtime pkg/resource visitor.go Info.Get.
 */
export function* getLive(inv: Invocation, resource: Resource, at: At, accept: string = ACCEPT.unstructured): Program<Result<KubeObject, Failure>> {
  const answer = yield* getObject(resource, at, accept);
  if (answer.ok || !isNotFound(answer.error)) return answer;
  return err(yield* namespaceMissing(inv, at.namespace, answer.error));
}

/** The failure itself, or that its namespace does not exist. */
export function* namespaceMissing(inv: Invocation, namespace: string | undefined, failure: Failure): Program<Failure> {
  const namespaces = inv.scheme.resourceFor('', 'v1', 'namespaces');
  if (namespace === undefined || namespace === '' || namespace === 'default' || namespaces === undefined) return failure;
  const answer = yield* ask(to(namespaces, { name: namespace }, { method: 'GET', accept: ACCEPT.unstructured, logFrom: 'visitor.go:104' }));
  return !answer.ok && isNotFound(answer.error) ? answer.error : failure;
}

export function isNotFound(failure: Failure): boolean {
  return failure.kind === 'status' && failure.status.reason === 'NotFound';
}
