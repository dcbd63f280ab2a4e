import type { Resource } from '../../api/scheme';
import type { DeleteOptions, KubeObject, Status } from '../../api/types';
import { defined } from '../../base/assert';
import type { Machine } from '../../kernel/machine';
import type { Entry } from '../../kernel/queue';
import type { Micros } from '../../kernel/time';
import type { ApiRequest, Exchange } from '../client/http';
import type { Core } from './core';
import type { FlowTicket } from './flowcontrol/dispatcher';
import type { RequestEvent } from './machine';
import type { ResourceHandler } from './registry/handler';
import type { RequestInfo } from './request-info';
import type { UserInfo } from './user';
import type { WatchStreamer } from './watch-streamer';

export type RequestMachine = Machine<RequestEvent, RequestContext>;

/** What the handler is doing, where verb and subresource have their own way through the stages. */
export type Operation = 'create' | 'update' | 'patch' | 'delete' | 'deletecollection' | 'get' | 'list' | 'watch' | 'connect' | 'bind' | 'evict' | 'call';

const UNREAD: RequestInfo = {
  verb: '', isResource: false, path: '', group: '', version: '', namespace: undefined, resource: '', subresource: undefined, name: undefined, served: undefined,
};

/** Everything that one request carries from stage to stage. The one mutable object of a request; only its machine's actions write it. */
export class RequestContext {
  info: RequestInfo = UNREAD;
  user: UserInfo | undefined;
  ticket: FlowTicket | undefined;
  found: ResourceHandler | undefined;
  operation: Operation = 'get';
  /** Name of the object, from the URL or the body. */
  name = '';
  options: DeleteOptions | undefined;
  patch: unknown;
  dryRun = false;
  /** The object on its way to storage. While a subresource with a kind of its own is decoded and admitted: that (Scale, Binding, Eviction). */
  object: KubeObject | undefined;
  /** What a PUT sent, decoded, defaulted and put in its place: each attempt begins with it. */
  sent: KubeObject | undefined;
  /** A new pod's spec before admission, and the plugins that changed it; undefined when one did that needs checking anew. */
  specBefore: object | undefined;
  mutators: string | undefined;
  /** The object as it is now, and whether etcd itself said so. */
  current: KubeObject | undefined;
  currentIsFresh = false;
  /** A lost transaction or a delete brought the present object along: it need not be read again. */
  reloaded = false;
  /** The stored object has been marked for deletion in this request and is to be removed now. */
  marked = false;
  /** Objects of a collection that are still to be deleted, and those that were. */
  items: KubeObject[] | undefined;
  deleted: KubeObject[] = [];
  /** The revision that a list or watch has to reach. */
  wantedRevision = 0;
  cacheIsFresh = false;
  streamer: WatchStreamer | undefined;
  /** The client closed its connection before there was anything to stream. */
  clientGone = false;
  /** What audit sees of the body, and of the name. */
  requestObject: unknown;
  auditName: string | undefined;
  warnings: string[] | undefined;
  code = 200;
  /** What is to be answered, before encoding. */
  result: unknown;
  contentType = 'application/json';
  refusal: Status | undefined;
  timeout: Entry | undefined;

  constructor(readonly core: Core, readonly exchange: Exchange) {}

  get request(): ApiRequest {
    return this.exchange.request;
  }

  get handler(): ResourceHandler {
    return defined(this.found, 'handler of the request');
  }

  /** The resource as the URL names it. */
  get resource(): Resource {
    return this.handler.resource;
  }

  get subresource(): string | undefined {
    return this.info.subresource;
  }

  get namespace(): string | undefined {
    return this.resource.namespaced ? this.info.namespace : undefined;
  }

  /** The object's key in etcd. */
  get key(): string {
    return this.namespace === undefined ? this.handler.prefix + this.name : `${this.handler.prefix}${this.namespace}/${this.name}`;
  }

  /** `default/web`: its key in the watch cache. */
  get cacheKey(): string {
    return this.namespace === undefined ? this.name : `${this.namespace}/${this.name}`;
  }
}

export const NEXT: RequestEvent = { type: 'NEXT' };
export const REFUSE: RequestEvent = { type: 'REFUSE' };

/** Ends the present stage with a refusal. The stage still takes its time. */
export function refuse(m: RequestMachine, delay: Micros, status: Status): void {
  m.data.refusal = status;
  m.data.code = status.code ?? 500;
  m.work(delay, REFUSE);
}

/**
 * The same where the reason may be that the watch cache lags: reads the object from etcd and tries again before believing it.
 * Models apiserver pkg/storage/etcd3 store.go GuaranteedUpdate.
 */
export function refuseUnlessStale(m: RequestMachine, delay: Micros, status: Status): void {
  const { data } = m;
  if (data.current === undefined || data.currentIsFresh) {
    refuse(m, delay, status);
    return;
  }
  data.currentIsFresh = true;
  data.current = undefined;
  m.note({ type: 'retry', reason: 'The cached object may be stale: asks etcd before refusing.', refusal: status });
  m.work(delay, { type: 'LOST_RACE' });
}
