import type { Rule } from './rule';
import { queue, worker } from './worker';

const BUDGET = 'disruption worker';
const QUOTA = 'resource quota worker';

/** Budgets and quotas: objects that only limit what others may do. */
export const LIMIT_RULES: readonly Rule[] = [
  queue('budget.queue', /^poddisruptionbudgets queue/),
  worker(BUDGET, 'budget.count', ['gettingBudget', 'counting', 'updatingStatus'], { chapter: 'status', tell: 'last' }),
  queue('quota.queue', /^resourcequotas queue/),
  worker(QUOTA, 'quota.count', ['gettingQuota', 'counting', 'updatingStatus'], { chapter: 'status', tell: 'last' }),
];
