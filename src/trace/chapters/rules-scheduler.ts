import { nameOf, resourceOf, type Rule, type SpanRule } from './rule';

const cycle = (id: string, states: readonly string[], more: Partial<SpanRule> = {}): SpanRule => ({
  on: 'span', id: `scheduler.${id}`, chapter: 'scheduler', component: 'kube-scheduler', machine: 'scheduling cycle', states, params: (span) => ({ pod: nameOf(span.subject) }), ...more,
});

/** kube-scheduler: the cycle that finds a node, the cycle that binds. */
export const SCHEDULER_RULES: readonly Rule[] = [
  cycle('hear', ['watching'], { machine: 'reflector', params: (span) => ({ object: nameOf(span.subject), resource: resourceOf(span.subject) }), onlyOnWay: true }),
  { on: 'message', id: 'scheduler.queue', chapter: 'scheduler', kind: 'queue', from: 'kube-scheduler', to: 'kube-scheduler', params: (message) => ({ pod: nameOf(message.subject) }) },
  cycle('pop', ['popping', 'snapshotting', 'preFiltering']),
  cycle('filter', ['filtering']),
  cycle('score', ['preScoring', 'scoring', 'normalizing']),
  cycle('select', ['selecting', 'reserving', 'permitting', 'assumed']),
  cycle('preempt', ['postFiltering'], { bad: true }),
  cycle('evict', ['preempting']),
  cycle('fail', ['handlingFailure', 'patchingStatus'], { bad: true }),
  cycle('bind', ['waitingOnPermit', 'nominating', 'preBinding', 'binding'], { machine: 'binding cycle' }),
  cycle('bound', ['postBinding', 'bound'], { machine: 'binding cycle', onlyOnWay: true }),
  cycle('bindFails', ['unreserving', 'failed'], { machine: 'binding cycle', bad: true }),
];
