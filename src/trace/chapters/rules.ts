import type { Rule } from './rule';
import { APISERVER_RULES } from './rules-apiserver';
import { CONTROLLER_RULES } from './rules-controllers';
import { KUBECTL_RULES } from './rules-kubectl';
import { NODE_RULES } from './rules-node';
import { SCHEDULER_RULES } from './rules-scheduler';

/**
 * Every step that a story may have. A row follows the first rule that fits it. Stories differ because their traces do:
 * nothing here knows a command.
 */
export const RULES: readonly Rule[] = [...KUBECTL_RULES, ...APISERVER_RULES, ...CONTROLLER_RULES, ...SCHEDULER_RULES, ...NODE_RULES];

/** Ids of all rules and chapters: each needs its texts. */
export const STEP_IDS: readonly string[] = RULES.map((rule) => rule.id);
export const CHAPTER_IDS: readonly string[] = [...new Set(RULES.flatMap(({ chapter }) => (typeof chapter === 'string' ? [chapter] : [])))];
