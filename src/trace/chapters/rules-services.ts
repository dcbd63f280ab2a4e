import type { Rule } from './rule';
import { queue, worker } from './worker';

const ENDPOINTS = 'endpoints worker';
const SLICES = 'endpoint slice worker';
const LATE = { chapter: 'services', tell: 'last' } as const;

/** Who stands behind a Service. */
export const SERVICE_RULES: readonly Rule[] = [
  { ...queue('service.queue', /^services queue/), ...LATE },
  worker(SLICES, 'endpointslice.compare', ['gettingService', 'listingPods', 'reconciling'], LATE),
  worker(SLICES, 'endpointslice.write', ['creatingSlice', 'updatingSlice', 'deletingSlice'], LATE),
  worker(ENDPOINTS, 'endpoints.compare', ['gettingService', 'listingPods'], LATE),
  worker(ENDPOINTS, 'endpoints.write', ['creatingEndpoints', 'updatingEndpoints', 'deletingEndpoints'], LATE),
];
