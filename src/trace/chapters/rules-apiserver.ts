import { componentOf } from '../components';
import { isExec, nameOf, requestParams, resourceOf, type RuleContext, type Rule, type SpanRule } from './rule';

const MACHINE = 'kube-apiserver request';
const WRITES = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** A stage of kubectl's own request; of several requests the last on the way: what went before it only looked things up. */
const stage = (id: string, states: readonly string[], more: Partial<SpanRule> = {}): SpanRule => ({
  on: 'span', id: `api.${id}`, chapter: 'api', component: 'kube-apiserver', machine: MACHINE, states, client: 'kubectl', tell: 'last', params: (_, context) => requestParams(context), ...more,
});

const answered = (_: unknown, context: RuleContext): ReturnType<typeof requestParams> => ({ ...requestParams(context), code: context.code });
const isNotFound = (_: unknown, { code }: RuleContext): boolean => code === 404;

const FILTERS = [
  'auditInit', 'panicRecovery', 'muxAndDiscoveryComplete', 'requestReceivedTimestamp', 'requestInfo', 'latencyTrackers', 'httpLogging', 'hsts', 'cacheControl', 'waitGroup', 'requestDeadline',
  'timeoutForNonLongRunningRequests', 'warningRecorder', 'auditAnnotations', 'cors',
] as const;
const GATE = [
  ...FILTERS, 'authentication', 'tracing', 'audit', 'impersonation', 'priorityAndFairness', 'waitingInQueue', 'authorization', 'routing', 'decoding', 'defaulting', 'readingCurrent', 'patching', 'mutatingAdmission',
  'preparing', 'validation', 'validatingAdmission', 'chargingBudget',
] as const;
const STORED = ['storing', 'deleting', 'cleaningUp', 'nextItem', 'executing', 'encoding', 'answered'] as const;
const READ = ['getting', 'listing', 'waitingForCache', 'openingWatch', 'streaming', 'closed'] as const;
const WRITTEN = ['proposing', 'fsyncing', 'applying', 'applied'] as const;

/** The chapter of whoever sent the request. */
function chapterOfSender(_: unknown, { request }: RuleContext): string {
  switch (componentOf(request?.from ?? '')) {
    case 'kube-scheduler': return 'scheduler';
    // Of the pod itself it only reads and writes the status; what it asks for before are tokens, ConfigMaps and the like.
    case 'kubelet': return /\/pods\//.test(request?.label ?? '') ? 'status' : 'kubelet';
    case 'kubectl': case 'kube-apiserver': return 'api';
    default: return 'controllers';
  }
}

/** The same stages of a request of anybody else. */
const others = (id: string, states: readonly string[], more: Partial<SpanRule> = {}): SpanRule => ({
  on: 'span', id, chapter: chapterOfSender, component: 'kube-apiserver', machine: MACHINE, states, client: 'others',
  params: (_, context) => ({ ...requestParams(context), actor: context.request?.from ?? '', code: context.code }), ...more,
});

const store = (id: string, machine: string, states: readonly string[], more: Partial<SpanRule> = {}): SpanRule => ({
  on: 'span', id, chapter: chapterOfSender, component: 'etcd', machine, states, params: (span, { request, revision }) => ({ object: nameOf(span.subject), revision, actor: request?.from ?? '' }), ...more,
});

const isEviction = (_: unknown, { request }: RuleContext): boolean => request !== undefined && /\/eviction(\?|$)/.test(request.label);
/** Answers that send their reader back to look again; nothing is wrong. */
const isNews = (_: unknown, { code }: RuleContext): boolean => code === 404 || code === 409;

/** kube-apiserver and etcd: the stages of the request that kubectl sent, and the same for everybody else in a few steps. */
export const APISERVER_RULES: readonly Rule[] = [
  stage('filters', FILTERS),
  stage('authentication', ['authentication', 'tracing', 'audit', 'impersonation']),
  stage('fairness', ['priorityAndFairness', 'waitingInQueue']),
  stage('authorization', ['authorization']),
  stage('decoding', ['routing', 'decoding', 'defaulting', 'patching'], { methods: WRITES }),
  stage('mutating', ['mutatingAdmission']),
  stage('validation', ['preparing', 'validation']),
  stage('validating', ['validatingAdmission']),
  stage('budget', ['chargingBudget']),
  stage('current', ['readingCurrent'], { methods: WRITES }),
  stage('evict', ['storing', 'deleting'], { when: isEviction }),
  stage('mark', ['storing'], { methods: ['DELETE'] }),
  stage('storage', ['storing']),
  stage('deletion', ['deleting', 'cleaningUp', 'nextItem']),
  stage('execute', ['executing']),
  stage('exec', ['connecting'], { onlyOnWay: true, when: isExec }),
  stage('connect', ['connecting'], { onlyOnWay: true }),
  stage('watch', ['openingWatch', 'streaming', 'closed']),
  stage('read', ['routing', ...READ]),
  // A GET that finds nothing may be just what its sender waits for.
  stage('notFound', ['refusing'], { methods: ['GET'], when: isNotFound, params: answered }),
  stage('refused', ['refusing'], { bad: true, params: answered }),
  stage('answer', ['encoding', 'answered'], { tell: 'thread', params: answered }),
  store('etcd.write', 'etcd transaction', WRITTEN, { chapter: 'api', client: 'kubectl' }),
  store('etcd.conflict', 'etcd transaction', ['compareFailed'], { bad: true }),
  store('etcd.again', 'etcd transaction', WRITTEN, { onlyOnWay: true }),
  store('etcd.read', 'etcd read', ['ranging', 'ranged'], { onlyOnWay: true }),
  {
    on: 'span', id: 'watch.dispatch', chapter: 'api', component: 'kube-apiserver', machine: 'watch cache', states: ['updating', 'dispatching'],
    params: (span) => ({ object: nameOf(span.subject), resource: resourceOf(span.subject) }),
  },
  others('api.again', GATE),
  others('api.bound', ['binding', ...STORED], { when: (_, { request }) => request !== undefined && /\/binding(\?|$)/.test(request.label) }),
  others('api.otherNews', ['refusing'], { when: isNews, onlyOnWay: true }),
  others('api.otherRefused', ['refusing'], { bad: true }),
  others('api.stored', STORED, { methods: WRITES, onlyOnWay: true }),
  others('api.asks', [...READ, ...STORED], { onlyOnWay: true }),
];
