import { chapters } from './en/chapters';
import { states } from './en/states';
import { apiSteps } from './en/steps-api';
import { clusterSteps } from './en/steps-cluster';
import { loopSteps } from './en/steps-controllers';
import { execSteps } from './en/steps-exec';
import { moreLoopSteps } from './en/steps-loops';
import { nodeSteps } from './en/steps-node';
import { podSteps } from './en/steps-pod';
import { requestSteps } from './en/steps-requests';
import { workloadSteps } from './en/steps-workloads';
import type { ChapterText, Explanation, StateText } from './text';

/** The long texts of one language; keys are rules, chapters and `machine.state` of the trace. */
export interface Explanations {
  readonly steps: Readonly<Record<string, Explanation>>;
  readonly chapters: Readonly<Record<string, ChapterText>>;
  readonly states: Readonly<Record<string, StateText>>;
}

export const en: Explanations = { steps: { ...apiSteps, ...requestSteps, ...loopSteps, ...moreLoopSteps, ...workloadSteps, ...clusterSteps, ...nodeSteps, ...podSteps, ...execSteps }, chapters, states };
