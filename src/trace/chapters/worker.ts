import { nameOf, type Params, type MessageRule, type RuleContext, type SpanRule } from './rule';
import type { SpanView } from '../types';

export const CONTROLLERS = 'controllers';

export const objectOf = (span: SpanView): Params => ({ object: nameOf(span.subject) });

/** What a workload has and wants, as written by then. */
export const counts = (span: SpanView, { fact }: RuleContext): Params => {
  const known = fact(span.subject);
  return { object: nameOf(span.subject), wanted: known?.wanted ?? 0, current: known?.current ?? 0, ready: known?.ready ?? 0 };
};

/** The same once the state was through: what it wrote. */
export const written = (span: SpanView, context: RuleContext): Params => counts(span, { ...context, fact: (subject) => context.fact(subject, 'after') });

/** States of a controller's worker. */
export const worker = (machine: string, id: string, states: readonly string[], more: Partial<SpanRule> = {}): SpanRule => ({
  on: 'span', id, chapter: CONTROLLERS, component: 'controllers', machine, states, params: objectOf, ...more,
});

/** What a worker writes into a status. */
export const status = (machine: string, id: string): SpanRule => worker(machine, id, ['updatingStatus'], { chapter: 'status', tell: 'last', params: written });

/** The wait of a key in a work queue. */
export const queue = (id: string, label: RegExp): MessageRule => ({
  on: 'message', id, chapter: CONTROLLERS, kind: 'queue', from: 'controllers', to: 'controllers', label,
  params: (message) => ({ object: nameOf(message.subject), queue: message.label.replace(/ queue.*$/, '') }),
});
