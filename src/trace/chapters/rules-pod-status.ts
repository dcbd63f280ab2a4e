import { kubelet, NEWS, podAfter } from './on-node';
import type { Rule, RuleContext, SpanRule } from './rule';
import type { SpanView } from '../types';

const WRITING = ['patchingStatus'] as const;

/** A write of the pod's status after which kubectl shows such a word. */
const says = (id: string, word: RegExp, more: Partial<SpanRule> = {}): SpanRule => kubelet(`status.${id}`, 'status manager', WRITING, {
  ...NEWS, params: podAfter, afterwards: true, when: (span: SpanView, { fact }: RuleContext) => word.test(fact(span.subject, 'after')?.word ?? ''), ...more,
});

/** The status manager: what everybody else knows of a pod. */
export const POD_STATUS_RULES: readonly Rule[] = [
  kubelet('status.compare', 'status manager', ['gettingPod', 'comparingStatus'], { ...NEWS, onlyOnWay: true }),
  says('begun', /^(ContainerCreating|PodInitializing|Init:0)/, { chapter: 'kubelet', tell: 'last' }),
  says('crashLoop', /CrashLoopBackOff/, { bad: true }),
  says('imageBackOff', /ImagePullBackOff/, { bad: true }),
  says('imageError', /ErrImage|InvalidImageName/, { bad: true }),
  says('configError', /ConfigError|CreateContainerError|RunContainerError|HookError/, { bad: true }),
  says('ended', /Error|OOMKilled|ExitCode|Signal|DeadlineExceeded|Evicted|OutOf/, { bad: true }),
  says('completed', /Completed/),
  kubelet('kubelet.status', 'status manager', WRITING, { ...NEWS, params: podAfter }),
];
