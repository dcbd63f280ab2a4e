import { draw } from '../../../kernel/latency';
import type { ApiResponse, AuditRecord } from '../../client/http';
import { requestUri } from '../../client/http';
import { LATENCY } from '../../latencies';
import type { RequestEvent } from '../machine';
import type { RequestMachine } from '../request';
import { shown } from './tables';

const ENCODED: RequestEvent = { type: 'ENCODED' };

/** Puts the answer into the form that the client accepts. */
export function encode(m: RequestMachine): void {
  const { data } = m;
  if (data.found !== undefined) data.result = shown(data, data.result);
  m.work(draw(LATENCY.encode, m.actor.random), ENCODED);
}

export function encodeRefusal(m: RequestMachine): void {
  const { data } = m;
  m.note({ type: 'refusal', status: data.refusal });
  // Filters in front of the handlers answer some refusals in plain text.
  if (typeof data.result === 'string') data.contentType = 'text/plain; charset=utf-8';
  else data.result = data.refusal;
  m.work(draw(LATENCY.encode, m.actor.random), ENCODED);
}

/** The answer leaves, and with it the request's seats. */
export function answer(m: RequestMachine): void {
  const { data } = m;
  if (data.ticket !== undefined) data.core.flow.release(data.ticket);
  data.exchange.respond(responseTo(m, data.result), auditOf(m, data.result));
}

const PROTOBUF = 'application/vnd.kubernetes.protobuf';

export function responseTo(m: RequestMachine, body: unknown): ApiResponse {
  const { data, actor } = m;
  const { core, ticket } = data;
  const contentType = data.contentType === 'application/json' && data.request.accept.startsWith(PROTOBUF) ? PROTOBUF : data.contentType;
  const headers: Record<string, string> = { 'Audit-Id': actor.random.uuid(), 'Cache-Control': 'no-cache, private', 'Content-Type': contentType, Date: core.strategyContext().httpDate };
  if (ticket !== undefined) {
    const schema = core.caches.get('flowschemas', ticket.schema.name)?.metadata.uid;
    const level = core.caches.get('prioritylevelconfigurations', ticket.schema.level)?.metadata.uid;
    if (schema !== undefined) headers['X-Kubernetes-Pf-Flowschema-Uid'] = schema;
    if (level !== undefined) headers['X-Kubernetes-Pf-Prioritylevel-Uid'] = level;
  }
  if (data.code === 429) headers['Retry-After'] = '1';
  if (data.warnings !== undefined) headers['Warning'] = data.warnings.map((text) => `299 - ${JSON.stringify(text)}`).join(', ');
  return { code: data.code, body, contentType, headers };
}

export function auditOf(m: RequestMachine, response: unknown): AuditRecord {
  const { data } = m;
  const { info, exchange } = data;
  return {
    request: exchange.row, verb: info.verb, uri: requestUri(data.request), user: data.user?.name ?? '', resource: info.resource, subresource: info.subresource, namespace: info.namespace,
    name: data.auditName, code: data.code, requestObject: data.requestObject, response,
  };
}
