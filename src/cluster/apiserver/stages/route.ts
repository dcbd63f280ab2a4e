import type { Subresource, Verb } from '../../../api/scheme';
import { badRequestStatus, methodNotAllowedStatus, noSuchResourceStatus } from '../../../api/status';
import { draw } from '../../../kernel/latency';
import { LATENCY } from '../../latencies';
import { staticAnswer } from '../discovery';
import type { RequestEvent } from '../machine';
import { refuse, type Operation, type RequestMachine } from '../request';

const EVENT: Readonly<Record<Operation, RequestEvent['type']>> = {
  create: 'CREATE', bind: 'CREATE', evict: 'CREATE', call: 'CREATE', update: 'UPDATE', patch: 'PATCH', delete: 'DELETE', deletecollection: 'DELETE', get: 'GET', list: 'LIST', watch: 'WATCH', connect: 'CONNECT',
};

/** Finds out which handler serves the request. */
export function route(m: RequestMachine): void {
  const { data } = m;
  const { info, core } = data;
  const delay = draw(LATENCY.negotiate, m.actor.random);
  if (!info.isResource) {
    staticRoute(m, delay);
    return;
  }
  const { served } = info;
  if (served === undefined) {
    const known = core.scheme.resources.some((r) => r.group === info.group && r.version === info.version);
    if (known) refuse(m, delay, noSuchResourceStatus());
    else pageNotFound(m, delay);
    return;
  }
  const sub = info.subresource === undefined ? undefined : served.subresources.find((s) => s.name === info.subresource);
  if (info.subresource !== undefined && sub === undefined) {
    refuse(m, delay, noSuchResourceStatus());
    return;
  }
  const verbs: readonly Verb[] = sub?.verbs ?? served.verbs;
  if (!verbs.some((v) => v === info.verb)) {
    refuse(m, delay, methodNotAllowedStatus());
    return;
  }
  data.found = core.handlerFor(served);
  const warning = core.behaviour.apiServer.deprecations[`${served.apiVersion}/${served.resource}`];
  if (warning !== undefined) (data.warnings ??= []).push(warning);
  data.operation = operationOf(info.verb as Verb, sub, served.stored, served.resource);
  data.name = info.name ?? '';
  data.auditName = info.name;
  data.dryRun = data.request.query['dryRun'] === 'All';
  if (data.operation === 'connect' && info.subresource !== 'log' && (info.subresource !== 'exec' || !upgrades(data))) {
    refuse(m, delay, badRequestStatus('Upgrade request required'));
    return;
  }
  m.work(delay, { type: EVENT[data.operation] } as RequestEvent);
}

/** Whether the client wants to stream in a way that this release can: over WebSockets since 1.30. */
const upgrades = ({ request, core }: RequestMachine['data']): boolean => request.upgrade === 'SPDY/3.1' || (request.upgrade === 'websocket' && core.behaviour.apiServer.streamsOverWebSockets);

const CONNECTIONS: ReadonlySet<string> = new Set(['log', 'exec', 'attach', 'portforward', 'proxy']);

function operationOf(verb: Verb, sub: Subresource | undefined, stored: boolean, resource: string): Operation {
  if (sub !== undefined && CONNECTIONS.has(sub.name)) return 'connect';
  if (verb === 'create' && (sub?.name === 'binding' || resource === 'bindings')) return 'bind';
  if (verb === 'create' && sub?.name === 'eviction') return 'evict';
  if (verb === 'create' && (sub !== undefined || !stored)) return 'call';
  return verb;
}

function staticRoute(m: RequestMachine, delay: number): void {
  const { data } = m;
  const answer = staticAnswer(data.core, data.request);
  if (answer === undefined) {
    pageNotFound(m, delay);
    return;
  }
  data.code = answer.code;
  data.result = answer.body;
  data.contentType = answer.contentType;
  m.work(delay, { type: 'STATIC' });
}

/** A path that nobody serves gets plain text, no Status. */
function pageNotFound(m: RequestMachine, delay: number): void {
  m.data.result = '404 page not found\n';
  refuse(m, delay, { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message: '404 page not found', reason: 'NotFound', code: 404 });
}
