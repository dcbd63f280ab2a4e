import { nameOf, type Rule, type SpanRule } from './rule';

const kubectl = (id: string, states: readonly string[], more: Partial<SpanRule> = {}): SpanRule => ({ on: 'span', id: `kubectl.${id}`, chapter: 'kubectl', component: 'kubectl', machine: 'kubectl', states, ...more });

/** `POST /apis/…` is POST. */
export const methodOf = (label: string): string => label.slice(0, Math.max(0, label.indexOf(' ')));
export const pathOf = (label: string): string => label.slice(label.indexOf(' ') + 1);

/** From the key Enter to the first byte on the wire, and what the person reads in the end. */
export const KUBECTL_RULES: readonly Rule[] = [
  kubectl('start', ['starting']),
  kubectl('parse', ['parsing', 'validating']),
  kubectl('config', ['loadingConfig']),
  kubectl('discover', ['discovering']),
  kubectl('build', ['building']),
  kubectl('request', ['requesting'], { params: (span) => ({ object: nameOf(span.subject) }) }),
  kubectl('watch', ['watching'], { chapter: 'answer' }),
  kubectl('print', ['printing'], { chapter: 'answer' }),
  kubectl('exit', ['exited'], { chapter: 'answer' }),
  kubectl('failed', ['failed'], { chapter: 'answer', bad: true }),
  kubectl('interrupted', ['interrupted'], { chapter: 'answer' }),
];
