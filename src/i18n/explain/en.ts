import { chapters } from './en/chapters';
import { states } from './en/states';
import { apiSteps } from './en/steps-api';
import { loopSteps } from './en/steps-controllers';
import { nodeSteps } from './en/steps-node';
import type { Explanation, StateText } from './text';

/** The long texts of one language; keys are rules, chapters and `machine.state` of the trace. */
export interface Explanations {
  readonly steps: Readonly<Record<string, Explanation>>;
  readonly chapters: Readonly<Record<string, Explanation>>;
  readonly states: Readonly<Record<string, StateText>>;
}

export const en: Explanations = { steps: { ...apiSteps, ...loopSteps, ...nodeSteps }, chapters, states };
