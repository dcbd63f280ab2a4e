import type { Rule } from './rule';
import { counts, queue, status, worker } from './worker';

const DAEMON_SET = 'daemon set worker';

export const DAEMON_SET_RULES: readonly Rule[] = [
  queue('daemonset.queue', /^daemonsets queue/),
  worker(DAEMON_SET, 'daemonset.match', ['gettingDaemonSet', 'listing', 'findingRevision', 'matchingNodes']),
  worker(DAEMON_SET, 'daemonset.revision', ['creatingRevision', 'updatingRevision', 'deletingRevision']),
  worker(DAEMON_SET, 'daemonset.create', ['creatingPods'], { params: counts }),
  worker(DAEMON_SET, 'daemonset.roll', ['rolling']),
  worker(DAEMON_SET, 'daemonset.delete', ['deletingPods'], { params: counts }),
  status(DAEMON_SET, 'daemonset.status'),
];
