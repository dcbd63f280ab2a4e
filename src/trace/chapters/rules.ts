import type { ComponentId } from '../types';
import type { Rule } from './rule';
import { APISERVER_RULES } from './rules-apiserver';
import { CONTAINER_RULES } from './rules-containers';
import { CONTROLLER_RULES } from './rules-controllers';
import { EXEC_RULES } from './rules-exec';
import { KUBECTL_RULES } from './rules-kubectl';
import { KUBELET_RULES } from './rules-kubelet';
import { NETWORK_RULES } from './rules-network';
import { POD_STATUS_RULES } from './rules-pod-status';
import { SCHEDULER_RULES } from './rules-scheduler';
import { TERMINATION_RULES } from './rules-termination';

/**
 * Every step that a story may have. A row follows the first rule that fits it. Stories differ because their traces do:
 * nothing here knows a command.
 */
export const RULES: readonly Rule[] = [
  ...KUBECTL_RULES, ...APISERVER_RULES, ...CONTROLLER_RULES, ...SCHEDULER_RULES, ...KUBELET_RULES, ...TERMINATION_RULES, ...POD_STATUS_RULES, ...EXEC_RULES, ...CONTAINER_RULES, ...NETWORK_RULES,
];

/** Ids of all rules and chapters: each needs its texts. */
export const STEP_IDS: readonly string[] = RULES.map((rule) => rule.id);
export const CHAPTER_IDS: readonly string[] = [...new Set(RULES.flatMap(({ chapter }) => (typeof chapter === 'string' ? [chapter] : [])))];

/** Chapters about another component than the one that begins them: the kubelet asks, but the sandbox is containerd's. */
export const CHAPTER_COMPONENTS: Readonly<Record<string, ComponentId>> = { runtime: 'containerd' };
