import { resourcePath, type Resource, type Scheme } from '../../api/scheme';
import type { KubeList, KubeObject, ObjectMeta } from '../../api/types';
import { invariant } from '../../base/assert';
import type { ApiClient, ConnectionError, ResponseHandler } from './api-client';
import type { ApiResponse } from './http';

/** Where an object is, and which part of it is meant. */
export interface Target {
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
  readonly subresource?: string | undefined;
}

export const PATCH = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
} as const;

/** Whether a request succeeded. The body is then what was asked for, otherwise a Status. */
export const succeeded = (response: ApiResponse): boolean => response.code < 400;

/** The object in a successful answer. Trusts the server to have answered with the kind that was asked for. */
export function objectOf<T extends KubeObject>(response: ApiResponse): T {
  invariant(succeeded(response), `object of a refused request (${response.code})`);
  return response.body as T;
}

export function itemsOf<T extends KubeObject>(response: ApiResponse): readonly T[] {
  invariant(succeeded(response), `items of a refused request (${response.code})`);
  return (response.body as KubeList<T>).items;
}

/** The reason and message of a refusal. */
export function refusalOf(response: ApiResponse): { readonly code: number; readonly reason: string; readonly message: string } {
  const status = response.body as { readonly reason?: string; readonly message?: string } | string;
  return typeof status === 'string' ? { code: response.code, reason: '', message: status } : { code: response.code, reason: status.reason ?? '', message: status.message ?? '' };
}

/** An object as a client sends it: the server fills in the rest, its name too where only a prefix is given. */
export interface NewObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: Partial<ObjectMeta>;
}

/** The key of an object in informers and work queues: `default/web`, or `node-1`. */
export const keyOf = (object: KubeObject): string =>
  object.metadata.namespace === undefined || object.metadata.namespace === '' ? object.metadata.name : `${object.metadata.namespace}/${object.metadata.name}`;

/** The subject of an object in the log: `pods/default/web`. */
export const subjectOf = (resource: string, key: string): string => `${resource}/${key}`;

/**
 * The requests of a generated client for one resource: `new ResourceClient(api, scheme, 'apps', 'v1', 'deployments')`.
 * Models client-go kubernetes/typed.
 */
export class ResourceClient {
  readonly resource: Resource;

  constructor(private readonly api: ApiClient, scheme: Scheme, group: string, version: string, plural: string) {
    const resource = scheme.resourceFor(group, version, plural);
    invariant(resource !== undefined, `${group}/${version} ${plural} is not served`);
    this.resource = resource;
  }

  get(at: Target, done: ResponseHandler, query: Readonly<Record<string, string>> = {}): void {
    this.send('GET', at, query, undefined, done);
  }

  list(at: Target, query: Readonly<Record<string, string>>, done: ResponseHandler): void {
    this.send('GET', at, query, undefined, done);
  }

  create<T extends NewObject>(object: T, done: ResponseHandler, query: Readonly<Record<string, string>> = {}): void {
    this.send('POST', { namespace: object.metadata.namespace }, query, object, done, object.metadata.name);
  }

  /** PUT, of the object or of a subresource of it. */
  update(object: KubeObject, done: ResponseHandler, subresource?: string): void {
    this.send('PUT', { namespace: object.metadata.namespace, name: object.metadata.name, subresource }, {}, object, done);
  }

  patch(at: Target, contentType: string, patch: unknown, done: ResponseHandler, query: Readonly<Record<string, string>> = {}): void {
    this.send('PATCH', at, query, patch, done, undefined, contentType);
  }

  delete(at: Target, options: unknown, done: ResponseHandler): void {
    this.send('DELETE', at, {}, options, done);
  }

  /** POST to a subresource: binding, eviction, token. */
  createSubresource(at: Target, object: unknown, done: ResponseHandler): void {
    this.send('POST', at, {}, object, done);
  }

  private send(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', at: Target, query: Readonly<Record<string, string>>, body: unknown, done: ResponseHandler, nameForLog?: string, contentType?: string): void {
    const name = at.name ?? nameForLog;
    const key = name === undefined || name === '' ? undefined : at.namespace === undefined ? name : `${at.namespace}/${name}`;
    this.api.request({
      method, path: resourcePath(this.resource, at), query, body, subject: key === undefined ? undefined : subjectOf(this.resource.resource, key),
      ...(contentType === undefined ? {} : { contentType }),
    }, done, (error) => done(unanswered(error)));
  }
}

/** A request that nobody answered is an error like others to whoever asked: without a Status, with the network's words. */
const unanswered = (error: ConnectionError): ApiResponse => ({ code: 503, body: error.message, contentType: 'text/plain', headers: {} });
