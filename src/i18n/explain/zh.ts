import type { Explanations } from './en';
import { chapters } from './zh/chapters';
import { states } from './zh/states';
import { apiSteps } from './zh/steps-api';
import { loopSteps } from './zh/steps-controllers';
import { nodeSteps } from './zh/steps-node';

export const zh: Explanations = { steps: { ...apiSteps, ...loopSteps, ...nodeSteps }, chapters, states };
