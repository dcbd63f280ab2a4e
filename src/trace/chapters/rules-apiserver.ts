import { nameOf, resourceOf, type Rule, type SpanRule } from './rule';
import { methodOf, pathOf } from './rules-kubectl';

const MACHINE = 'kube-apiserver request';
const WRITES = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** A stage of kubectl's own request. */
const stage = (id: string, states: readonly string[], more: Partial<SpanRule> = {}): SpanRule => ({
  on: 'span', id: `api.${id}`, chapter: 'api', component: 'kube-apiserver', machine: MACHINE, states, client: 'kubectl',
  params: (span, { request }) => ({ method: methodOf(request?.label ?? ''), path: pathOf(request?.label ?? ''), object: nameOf(span.subject) }), ...more,
});

const FILTERS = [
  'auditInit', 'panicRecovery', 'muxAndDiscoveryComplete', 'requestReceivedTimestamp', 'requestInfo', 'latencyTrackers', 'httpLogging', 'hsts', 'cacheControl', 'waitGroup', 'requestDeadline',
  'timeoutForNonLongRunningRequests', 'warningRecorder', 'auditAnnotations', 'cors',
] as const;

/** kube-apiserver and etcd: the stages of the request that kubectl sent, and the same for everybody else in one step. */
export const APISERVER_RULES: readonly Rule[] = [
  stage('filters', FILTERS),
  stage('authentication', ['authentication']),
  stage('fairness', ['priorityAndFairness', 'waitingInQueue']),
  stage('authorization', ['authorization']),
  stage('decoding', ['routing', 'decoding', 'defaulting', 'patching'], { methods: WRITES }),
  stage('mutating', ['mutatingAdmission']),
  stage('validation', ['preparing', 'validation']),
  stage('validating', ['validatingAdmission']),
  stage('current', ['readingCurrent'], { methods: WRITES }),
  stage('storage', ['storing']),
  stage('deletion', ['deleting', 'cleaningUp']),
  stage('read', ['getting', 'listing', 'waitingForCache']),
  stage('watch', ['openingWatch']),
  stage('refused', ['refusing'], { bad: true, params: (span, { request, code }) => ({ code, method: methodOf(request?.label ?? ''), path: pathOf(request?.label ?? ''), object: nameOf(span.subject) }) }),
  stage('answer', ['encoding', 'answered'], { params: (span, { request, code }) => ({ code, method: methodOf(request?.label ?? ''), object: nameOf(span.subject) }) }),
  {
    on: 'span', id: 'etcd.write', chapter: 'api', component: 'etcd', machine: 'etcd transaction', states: ['proposing', 'fsyncing', 'applying', 'applied'], client: 'kubectl',
    params: (span, { revision }) => ({ object: nameOf(span.subject), revision }),
  },
  {
    on: 'span', id: 'etcd.conflict', chapter: 'controllers', component: 'etcd', machine: 'etcd transaction', states: ['compareFailed'], bad: true,
    params: (span, { request }) => ({ object: nameOf(span.subject), actor: request?.from ?? '' }),
  },
  {
    on: 'span', id: 'watch.dispatch', chapter: 'controllers', component: 'kube-apiserver', machine: 'watch cache', states: ['updating', 'dispatching'],
    params: (span) => ({ object: nameOf(span.subject), resource: resourceOf(span.subject) }),
  },
  {
    on: 'span', id: 'api.again', chapter: 'controllers', component: 'kube-apiserver', machine: MACHINE, states: ['authentication', 'tracing', 'audit', 'impersonation', 'priorityAndFairness', 'authorization'], client: 'others', methods: WRITES,
    params: (span, { request }) => ({ method: methodOf(request?.label ?? ''), path: pathOf(request?.label ?? ''), actor: request?.from ?? '' }),
  },
];
