import type { Explanations } from './en';
import { chapters } from './zh/chapters';
import { states } from './zh/states';
import { apiSteps } from './zh/steps-api';
import { clusterSteps } from './zh/steps-cluster';
import { loopSteps } from './zh/steps-controllers';
import { execSteps } from './zh/steps-exec';
import { moreLoopSteps } from './zh/steps-loops';
import { nodeSteps } from './zh/steps-node';
import { podSteps } from './zh/steps-pod';
import { requestSteps } from './zh/steps-requests';
import { workloadSteps } from './zh/steps-workloads';

export const zh: Explanations = { steps: { ...apiSteps, ...requestSteps, ...loopSteps, ...moreLoopSteps, ...workloadSteps, ...clusterSteps, ...nodeSteps, ...podSteps, ...execSteps }, chapters, states };
