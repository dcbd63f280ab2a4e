import { nameOf, type Rule, type SpanRule } from './rule';

const cycle = (id: string, states: readonly string[], more: Partial<SpanRule> = {}): SpanRule => ({
  on: 'span', id: `scheduler.${id}`, chapter: 'scheduler', component: 'kube-scheduler', machine: 'scheduling cycle', states, params: (span) => ({ pod: nameOf(span.subject) }), ...more,
});

/** kube-scheduler: the cycle that finds a node, the cycle that binds. */
export const SCHEDULER_RULES: readonly Rule[] = [
  { on: 'message', id: 'scheduler.queue', chapter: 'scheduler', kind: 'queue', from: 'kube-scheduler', to: 'kube-scheduler', params: (message) => ({ pod: nameOf(message.subject) }) },
  cycle('pop', ['popping', 'snapshotting', 'preFiltering']),
  cycle('filter', ['filtering']),
  cycle('score', ['preScoring', 'scoring', 'normalizing']),
  cycle('select', ['selecting', 'reserving', 'permitting', 'assumed']),
  cycle('preempt', ['postFiltering', 'preempting'], { bad: true }),
  cycle('fail', ['handlingFailure', 'patchingStatus'], { bad: true }),
  { on: 'span', id: 'scheduler.bind', chapter: 'scheduler', component: 'kube-scheduler', machine: 'binding cycle', states: ['waitingOnPermit', 'nominating', 'preBinding', 'binding'], params: (span) => ({ pod: nameOf(span.subject) }) },
];
