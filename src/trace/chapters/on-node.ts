import { nameOf, type Params, type RuleContext, type SpanRule } from './rule';
import type { ComponentId, SpanView } from '../types';

export const podAndNode = (span: SpanView): Params => ({ pod: nameOf(span.subject), node: span.node ?? '' });

/** With the word that kubectl shows of the pod once the row is over. */
export const podAfter = (span: SpanView, { fact }: RuleContext): Params => ({ ...podAndNode(span), word: fact(span.subject, 'after')?.word ?? '' });

export const on = (component: ComponentId, chapter: string) => (id: string, machine: string, states: readonly string[], more: Partial<SpanRule> = {}): SpanRule => ({
  on: 'span', id, chapter, component, machine, states, params: podAndNode, ...more,
});
export const kubelet = on('kubelet', 'kubelet');
export const runtime = on('containerd', 'runtime');
export const network = on('cni', 'runtime');

export const IN_RUNTIME = { chapter: 'runtime' } as const;
export const NEWS = { chapter: 'status', tell: 'last' } as const;
export const REMOVAL = { chapter: 'removal' } as const;

/** What stops because its pod goes belongs to the removal; a container that is only started anew does not. */
export const ending = (usual: string): Pick<SpanRule, 'chapter'> => ({ chapter: (span, { fact }) => (fact(span.subject)?.deleting === false ? usual : 'removal') });
