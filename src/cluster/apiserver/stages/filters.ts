import { forbiddenStatus, unauthorizedStatus } from '../../../api/status';
import { draw } from '../../../kernel/latency';
import { SECOND } from '../../../kernel/time';
import { LATENCY } from '../../latencies';
import type { AuthorizationAttributes } from '../authorization/attributes';
import { NEXT, refuse, type RequestContext, type RequestMachine } from '../request';
import { subjectOfRequest, type RequestInfo } from '../request-info';
import { ALL_AUTHENTICATED, type UserInfo } from '../user';

/** How long a request may wait for a seat: a quarter of its deadline of 60 s. */
const QUEUE_WAIT = 15 * SECOND;
const NOBODY: UserInfo = { name: '', groups: [] };

/** A filter that only wraps the handler. */
export function pass(m: RequestMachine): void {
  m.work(draw(LATENCY.filter, m.actor.random), NEXT);
}

export function parseRequestInfo(m: RequestMachine): void {
  const { data } = m;
  data.info = data.core.infos.of(data.request);
  m.subject = subjectOfRequest(data.info) ?? m.subject;
  m.work(draw(LATENCY.requestInfo, m.actor.random), NEXT);
}

export function authenticate(m: RequestMachine): void {
  const { data } = m;
  const { user, decision } = data.core.authenticator.authenticate(data.request.credential);
  m.note(decision);
  const delay = draw(LATENCY.authentication, m.actor.random);
  if (user === undefined) {
    refuse(m, delay, unauthorizedStatus());
    return;
  }
  data.user = user;
  m.work(delay, NEXT);
}

export function audit(m: RequestMachine): void {
  m.work(draw(LATENCY.audit, m.actor.random), NEXT);
}

/**
 * Takes the identity that the request asks for, if its own may: each user and group is asked for as a resource of its own.
 * Models apiserver pkg/endpoints/filters impersonation.go WithImpersonation.
 */
export function impersonate(m: RequestMachine): void {
  const { data } = m;
  const wanted = data.request.impersonate;
  if (wanted === undefined) {
    pass(m);
    return;
  }
  const asker = data.user ?? NOBODY;
  for (const [resource, names] of [['users', [wanted.user]], ['groups', wanted.groups]] as const) {
    for (const name of names) {
      const decision = data.core.authorizer.authorize({ user: asker, verb: 'impersonate', isResource: true, path: '', group: '', resource, subresource: undefined, namespace: undefined, name });
      if (decision.decision === 'allow') continue;
      m.note(decision);
      const tail = decision.reason === '' ? '' : `: ${decision.reason}`;
      refuse(m, draw(LATENCY.authorization, m.actor.random), forbiddenStatus({ group: '', resource }, name, `User "${asker.name}" cannot impersonate resource "${resource}" in API group "" at the cluster scope${tail}`));
      return;
    }
  }
  m.note({ type: 'impersonation', asker: asker.name, user: wanted.user, groups: wanted.groups });
  data.user = { name: wanted.user, uid: wanted.uid, groups: [...wanted.groups, ALL_AUTHENTICATED] };
  m.work(draw(LATENCY.authorization, m.actor.random), NEXT);
}

export function admitToFlow(m: RequestMachine): void {
  const { data } = m;
  const ticket = data.core.flow.admit(data.user ?? NOBODY, data.info, seatsFor(data));
  data.ticket = ticket;
  m.note(data.core.flow.decision(ticket));
  const delay = draw(LATENCY.priorityAndFairness, m.actor.random);
  if (ticket.state === 'executing') m.work(delay, NEXT);
  else if (ticket.state === 'waiting') m.work(delay, { type: 'QUEUE' });
  else refuseForLoad(m, delay);
}

/** A list takes a seat for every hundred objects that it may have to read. Models apiserver pkg/util/flowcontrol/request list_work_estimator.go. */
function seatsFor({ info, core }: RequestContext): number {
  if (info.verb !== 'list' || info.served === undefined) return 1;
  return Math.min(MAX_SEATS, Math.max(1, Math.ceil((core.caches.of(info.served)?.size ?? 0) / 100)));
}

const MAX_SEATS = 10;

export function waitInQueue(m: RequestMachine): void {
  const { data, actor } = m;
  const { ticket } = data;
  if (ticket === undefined || ticket.state === 'executing') {
    m.work(0, { type: 'DISPATCHED' });
    return;
  }
  const { span } = m;
  const sent = actor.now;
  ticket.dispatched = () => {
    if (data.timeout !== undefined) data.timeout.run = undefined;
    actor.arrive({ kind: 'queue', label: `queue of ${ticket.schema.level}`, subject: m.subject, sent, cause: span, from: actor });
    m.send({ type: 'DISPATCHED' });
  };
  data.timeout = actor.timer(QUEUE_WAIT, 'queue wait limit', () => {
    data.core.flow.release(ticket);
    refuseForLoad(m, 0);
  }, m.subject);
}

/** Models apiserver pkg/server/filters maxinflight.go tooManyRequests: plain text, no Status. */
function refuseForLoad(m: RequestMachine, delay: number): void {
  m.data.result = 'Too many requests, please try again later.';
  refuse(m, delay, { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message: 'Too many requests, please try again later.', reason: 'TooManyRequests', code: 429 });
}

export function authorize(m: RequestMachine): void {
  const { data } = m;
  const { info } = data;
  const user = data.user ?? NOBODY;
  const attributes: AuthorizationAttributes = {
    user, verb: info.verb, isResource: info.isResource, path: info.path, group: info.group, resource: info.resource, subresource: info.subresource, namespace: info.namespace, name: info.name,
  };
  const decision = data.core.authorizer.authorize(attributes);
  m.note(decision);
  const delay = draw(LATENCY.authorization, m.actor.random);
  if (decision.decision === 'allow') m.work(delay, NEXT);
  else refuse(m, delay, forbiddenStatus({ group: info.group, resource: info.resource }, info.name ?? '', forbiddenMessage(user, info, decision.reason)));
}

/** Models apiserver pkg/endpoints/handlers/responsewriters errors.go forbiddenMessage. */
function forbiddenMessage(user: UserInfo, info: RequestInfo, reason: string): string {
  const tail = reason === '' ? '' : `: ${reason}`;
  if (!info.isResource) return `User "${user.name}" cannot ${info.verb} path "${info.path}"${tail}`;
  const resource = info.subresource === undefined ? info.resource : `${info.resource}/${info.subresource}`;
  const where = info.namespace === undefined || info.namespace === '' ? 'at the cluster scope' : `in the namespace "${info.namespace}"`;
  return `User "${user.name}" cannot ${info.verb} resource "${resource}" in API group "${info.group}" ${where}${tail}`;
}

