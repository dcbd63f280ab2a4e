import type { Actor } from '../../kernel/actor';
import { draw } from '../../kernel/latency';
import { NONE, type MessageRow, type Micros } from '../../kernel/time';
import { LATENCY } from '../latencies';
import { requestUri, type ApiRequest, type ApiResponse, type ApiServer, type AuditRecord, type Credential, type Exchange, type HttpMethod, type Impersonation, type WatchFrame } from './http';
import { TokenBucket } from './rate-limiter';

export interface ClientIdentity {
  readonly credential: Credential;
  readonly userAgent: string;
  readonly impersonate?: Impersonation;
  /** Requests a second and burst; undefined: not limited (kubectl's own limits are generous). */
  readonly qps?: number;
  readonly burst?: number;
}

export interface RequestSpec {
  readonly method: HttpMethod;
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly accept?: string;
  readonly contentType?: string;
  readonly upgrade?: string;
  /** The object's key for the log: `pods/default/web`. */
  readonly subject?: string | undefined;
}

/** The connection failed before any answer. */
export interface ConnectionError {
  readonly message: string;
}

export type ResponseHandler = (response: ApiResponse) => void;

export interface WatchHandlers {
  /** The first answer: 200, or a refusal after which nothing follows. */
  readonly opened: (response: ApiResponse) => void;
  readonly frame: (frame: WatchFrame) => void;
  /** The server ended the stream. */
  readonly ended: () => void;
  readonly failed?: ((error: ConnectionError) => void) | undefined;
}

export interface WatchHandle {
  /** The client goes away: no frame arrives any more. */
  close(): void;
}

/**
 * How a component talks to kube-apiserver: one HTTP/2 connection, one identity, one rate limit. Every request, answer and
 * watch event is a message in the log.
 */
export class ApiClient {
  private readonly limiter: TokenBucket | undefined;

  constructor(readonly actor: Actor, readonly server: ApiServer, readonly identity: ClientIdentity) {
    if (identity.qps !== undefined) this.limiter = new TokenBucket(identity.qps, identity.burst ?? identity.qps);
  }

  /** Sends one request; `done` runs when the answer arrives, inside the handling of that message and in the state that asked. */
  request(spec: RequestSpec, done: ResponseHandler, failed?: (error: ConnectionError) => void): void {
    const { kernel } = this.actor;
    const handlers: WatchHandlers = { opened: kernel.resuming(done), frame: nothing, ended: nothing, failed: failed === undefined ? undefined : kernel.resuming(failed) };
    const wait = this.limiter?.reserve(this.actor.now) ?? 0;
    if (wait === 0) this.dispatch(spec, handlers);
    else this.throttled(wait, () => this.dispatch(spec, handlers));
  }

  /** Opens a watch. */
  watch(spec: RequestSpec, handlers: WatchHandlers): WatchHandle {
    const state: { closed: boolean; close: (() => void) | undefined } = { closed: false, close: undefined };
    const go = (): void => {
      if (!state.closed) state.close = this.dispatch(spec, handlers);
    };
    const wait = this.limiter?.reserve(this.actor.now) ?? 0;
    if (wait === 0) go();
    else this.throttled(wait, go);
    return {
      close: () => {
        state.closed = true;
        state.close?.();
      },
    };
  }

  private throttled(wait: Micros, go: () => void): void {
    this.actor.timer(wait, 'client-side throttling', this.actor.kernel.resuming(go));
  }

  private dispatch(spec: RequestSpec, handlers: WatchHandlers): () => void {
    const { actor, server } = this;
    const request: ApiRequest = {
      method: spec.method, path: spec.path, query: spec.query ?? {}, accept: spec.accept ?? 'application/json', contentType: spec.contentType ?? (spec.body === undefined ? undefined : 'application/json'),
      userAgent: this.identity.userAgent, credential: this.identity.credential, body: spec.body,
      ...(spec.upgrade === undefined ? {} : { upgrade: spec.upgrade }), ...(this.identity.impersonate === undefined ? {} : { impersonate: this.identity.impersonate }),
    };
    const unreachable = server.unreachable();
    if (unreachable !== undefined) {
      actor.timer(draw(LATENCY.connectionRefused, actor.random), 'connection failed', () => handlers.failed?.({ message: unreachable }), spec.subject);
      return () => {};
    }
    const exchange = new ClientExchange(actor, server.actor, request, spec.subject, handlers);
    exchange.open((e) => server.serve(e));
    return () => exchange.close();
  }
}

const nothing = (): void => {};

/** One request on its way, seen from both ends. */
class ClientExchange implements Exchange {
  row: MessageRow = NONE;
  private lastArrival: Micros = 0;
  /** The client went away: it hears nothing more. */
  private left = false;
  private ended = false;
  private closed: (() => void) | undefined;

  constructor(readonly client: Actor, private readonly server: Actor, readonly request: ApiRequest, private readonly subject: string | undefined, private readonly handlers: WatchHandlers) {}

  open(serve: (exchange: Exchange) => void): void {
    const label = `${this.request.method} ${requestUri(this.request)}`;
    this.row = this.client.send(this.server, { kind: 'http', label, subject: this.subject, payload: this.request, delay: draw(LATENCY.httpLink, this.client.random) }, () => serve(this));
  }

  respond(response: ApiResponse, audit: AuditRecord): void {
    this.deliver('response', `${response.code} ${this.request.method} ${this.request.path}`, this.subject, audit, () => this.handlers.opened(response));
  }

  frame(frame: WatchFrame, subject: string | undefined): void {
    this.deliver('watch', `${frame.type} ${subject ?? frame.object.kind}`, subject, frame, () => this.handlers.frame(frame));
  }

  end(): void {
    this.deliver('watch', 'stream ended', this.subject, undefined, () => this.handlers.ended());
    this.ended = true;
  }

  onClose(closed: () => void): void {
    this.closed = closed;
  }

  close(): void {
    if (this.left || this.ended) return;
    this.left = true;
    this.closed?.();
  }

  private deliver(kind: 'response' | 'watch', label: string, subject: string | undefined, payload: unknown, handle: () => void): void {
    if (this.left || this.ended) return;
    const latency = draw(kind === 'watch' ? LATENCY.watchLink : LATENCY.httpLink, this.server.random);
    // One connection: what was sent first arrives first.
    const at = Math.max(this.server.now + latency, this.lastArrival);
    this.lastArrival = at;
    this.server.send(this.client, { kind, label, subject, payload, delay: at - this.server.now }, () => {
      if (!this.left) handle();
    });
  }
}
