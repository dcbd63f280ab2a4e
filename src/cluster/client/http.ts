import type { KubeObject } from '../../api/types';
import type { Actor } from '../../kernel/actor';
import type { MessageRow } from '../../kernel/time';

/** Who a client says it is. What the authenticators of kube-apiserver look at. */
export type Credential =
  | { readonly kind: 'clientCertificate'; readonly commonName: string; readonly organizations: readonly string[] }
  | { readonly kind: 'bearerToken'; readonly token: string }
  | { readonly kind: 'none' };

/** Whom a request wants to be: the Impersonate-User, -Uid and -Group headers. */
export interface Impersonation {
  readonly user: string;
  readonly uid?: string;
  readonly groups: readonly string[];
}

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One HTTP request to kube-apiserver. Bodies are documents, shared and frozen, never mutated. */
export interface ApiRequest {
  readonly method: HttpMethod;
  /** `/apis/apps/v1/namespaces/default/deployments` */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly accept: string;
  readonly contentType: string | undefined;
  readonly userAgent: string;
  readonly credential: Credential;
  readonly impersonate?: Impersonation;
  /** The protocol that the client asks to go on in: `websocket`, `SPDY/3.1`. */
  readonly upgrade?: string;
  /** A Kubernetes object, a patch, DeleteOptions; a string when the client sent text that is no document. */
  readonly body: unknown;
}

/** What came back: an object, a list, a Table, a Status, or plain text. */
export interface ApiResponse {
  readonly code: number;
  readonly body: unknown;
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface WatchFrame {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';
  /** The object (or a Table when tables were asked for, or a Status with ERROR). */
  readonly object: KubeObject;
}

/** The server's side of one request. `respond` once; after a watch's 200 frames may follow until `end` or until the client closes. */
export interface Exchange {
  readonly request: ApiRequest;
  readonly client: Actor;
  /** The row of the request's message. */
  readonly row: MessageRow;
  /** `audit` stands beside the response in the log: who asked for what, as audited. */
  respond(response: ApiResponse, audit: AuditRecord): void;
  /** Sends one watch event about the object with key `subject`; frames of one exchange arrive in order. Watchers share one frame object. */
  frame(frame: WatchFrame, subject: string | undefined): void;
  /** The server ends the stream (timeout, error). */
  end(): void;
  /** Called when the client goes away. */
  onClose(closed: () => void): void;
}

/** What the audit log would say of a request; the payload of its response message. */
export interface AuditRecord {
  readonly request: MessageRow;
  readonly verb: string;
  readonly uri: string;
  readonly user: string;
  readonly resource: string;
  readonly subresource: string | undefined;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  readonly code: number;
  /** The decoded object of the request, after defaulting. */
  readonly requestObject: unknown;
  /** What was answered. */
  readonly response: unknown;
}

/** What clients can reach. kube-apiserver implements it; `unreachable` says why a connection fails (`undefined`: it does not). */
export interface ApiServer {
  readonly actor: Actor;
  /** `https://127.0.0.1:6443` */
  readonly url: string;
  unreachable(): string | undefined;
  serve(exchange: Exchange): void;
}

/** Stands between the values of a query parameter that is given more than once: `command=ls&command=-l`. */
export const REPEATED = '\0';

/** A request's URL with its query in the order given. */
export function requestUri(request: Pick<ApiRequest, 'path' | 'query'>): string {
  let uri = request.path;
  let mark = '?';
  for (const key in request.query) {
    for (const value of (request.query[key] ?? '').split(REPEATED)) {
      uri += `${mark}${key}=${encodeQuery(value)}`;
      mark = '&';
    }
  }
  return uri;
}

/** Models Go net/url QueryEscape. */
function encodeQuery(value: string): string {
  return encodeURIComponent(value).replace(/%20/g, '+').replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
}
