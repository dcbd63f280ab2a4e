import { componentOf } from '../components';
import { nameOf, requestParams, resourceOf, type RuleContext, type Rule, type SpanRule } from './rule';

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
const IDENTITY = ['authentication', 'tracing', 'audit', 'impersonation', 'priorityAndFairness', 'authorization'] as const;

/** The chapter of whoever sent the request. */
function chapterOfSender(_: unknown, { request }: RuleContext): string {
  switch (componentOf(request?.from ?? '')) {
    case 'kube-scheduler': return 'scheduler';
    case 'kubelet': return 'kubelet';
    case 'kubectl': return 'api';
    default: return 'controllers';
  }
}

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
  // A GET that finds nothing may be just what its sender waits for.
  stage('notFound', ['refusing'], { methods: ['GET'], when: isNotFound, params: answered }),
  stage('refused', ['refusing'], { bad: true, params: answered }),
  stage('answer', ['encoding', 'answered'], { tell: 'thread', params: answered }),
  {
    on: 'span', id: 'etcd.write', chapter: 'api', component: 'etcd', machine: 'etcd transaction', states: ['proposing', 'fsyncing', 'applying', 'applied'], client: 'kubectl',
    params: (span, { revision }) => ({ object: nameOf(span.subject), revision }),
  },
  {
    on: 'span', id: 'etcd.conflict', chapter: chapterOfSender, component: 'etcd', machine: 'etcd transaction', states: ['compareFailed'], bad: true,
    params: (span, { request }) => ({ object: nameOf(span.subject), actor: request?.from ?? '' }),
  },
  {
    on: 'span', id: 'watch.dispatch', chapter: 'api', component: 'kube-apiserver', machine: 'watch cache', states: ['updating', 'dispatching'],
    params: (span) => ({ object: nameOf(span.subject), resource: resourceOf(span.subject) }),
  },
  {
    on: 'span', id: 'api.again', chapter: chapterOfSender, component: 'kube-apiserver', machine: MACHINE, states: IDENTITY, client: 'others', methods: WRITES,
    params: (_, context) => ({ ...requestParams(context), actor: context.request?.from ?? '' }),
  },
];
