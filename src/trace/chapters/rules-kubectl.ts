import { isExec, requestParams, type Rule, type SpanRule } from './rule';

const kubectl = (id: string, states: readonly string[], more: Partial<SpanRule> = {}): SpanRule => ({ on: 'span', id: `kubectl.${id}`, chapter: 'kubectl', component: 'kubectl', machine: 'kubectl', states, ...more });

/** From the key Enter to the first byte on the wire, and what the person reads in the end. */
export const KUBECTL_RULES: readonly Rule[] = [
  kubectl('start', ['starting']),
  kubectl('parse', ['parsing', 'validating']),
  kubectl('config', ['loadingConfig']),
  kubectl('discover', ['discovering']),
  kubectl('build', ['building']),
  kubectl('upgrade', ['requesting'], { tell: 'last', when: isExec }),
  kubectl('request', ['requesting'], { tell: 'last', params: (_, context) => requestParams(context) }),
  kubectl('watch', ['watching'], { chapter: 'answer' }),
  kubectl('sleep', ['sleeping'], { chapter: 'answer' }),
  kubectl('decide', ['deciding'], { chapter: 'answer', tell: 'end' }),
  kubectl('print', ['printing'], { chapter: 'answer', tell: 'end' }),
  kubectl('exit', ['exited'], { chapter: 'answer' }),
  kubectl('failed', ['failed'], { chapter: 'answer', bad: true }),
  kubectl('interrupted', ['interrupted'], { chapter: 'answer' }),
];
