import type { Rule } from './rule';
import { counts, queue, status, worker } from './worker';

const STATEFUL_SET = 'stateful set worker';

export const STATEFUL_SET_RULES: readonly Rule[] = [
  queue('statefulset.queue', /^statefulsets queue/),
  worker(STATEFUL_SET, 'statefulset.plan', ['gettingStatefulSet', 'listing', 'findingRevision', 'planning'], { params: counts }),
  worker(STATEFUL_SET, 'statefulset.revision', ['creatingRevision', 'updatingRevision', 'deletingRevision']),
  worker(STATEFUL_SET, 'statefulset.volume', ['creatingClaim']),
  worker(STATEFUL_SET, 'statefulset.create', ['creatingPod'], { params: counts }),
  worker(STATEFUL_SET, 'statefulset.delete', ['deletingPod'], { params: counts }),
  status(STATEFUL_SET, 'statefulset.status'),
];
