/** The stages of an API request as a person tells them, in order; the machine's own states are finer. */
export const STAGES = [
  'filters', 'authentication', 'priorityAndFairness', 'authorization', 'decoding', 'mutatingAdmission', 'validation', 'validatingAdmission', 'storage', 'answer',
] as const;
export type StageId = (typeof STAGES)[number];

const STAGE_OF_STATE: Readonly<Record<string, StageId>> = {
  authentication: 'authentication', audit: 'authentication', impersonation: 'authentication',
  priorityAndFairness: 'priorityAndFairness', waitingInQueue: 'priorityAndFairness',
  authorization: 'authorization',
  routing: 'decoding', decoding: 'decoding', defaulting: 'decoding', patching: 'decoding',
  mutatingAdmission: 'mutatingAdmission',
  preparing: 'validation', validation: 'validation',
  validatingAdmission: 'validatingAdmission', chargingBudget: 'validatingAdmission',
  readingCurrent: 'storage', binding: 'storage', executing: 'storage', storing: 'storage', deleting: 'storage', cleaningUp: 'storage', nextItem: 'storage', getting: 'storage', listing: 'storage',
  waitingForCache: 'storage', openingWatch: 'storage', connecting: 'storage',
  streaming: 'answer', encoding: 'answer', refusing: 'answer', answered: 'answer', closed: 'answer',
};

/** States that are no stage of their own: the many small filters around the handler. */
export const stageOf = (state: string): StageId => STAGE_OF_STATE[state] ?? 'filters';

/** The state in which a refusal is written: the stage before it is the one that said no. */
export const REFUSING = 'refusing';
