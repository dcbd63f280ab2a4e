import type { Rule } from './rule';
import { counts, queue, status, worker } from './worker';

const DEPLOYMENT = 'deployment worker';
const REPLICA_SET = 'replica set worker';

/** Deployments and ReplicaSets. */
export const DEPLOYMENT_RULES: readonly Rule[] = [
  queue('deployment.queue', /^deployments queue/),
  worker(DEPLOYMENT, 'deployment.sync', ['gettingDeployment', 'gettingReplicaSets', 'checkingPause', 'findingNewReplicaSet', 'checkingScaling']),
  worker(DEPLOYMENT, 'deployment.create', ['creatingReplicaSet', 'countingCollision', 'recordingFailure'], { params: counts }),
  worker(DEPLOYMENT, 'deployment.plan', ['planningScaling', 'planningRollout', 'checkingOldPods', 'cleaningUp'], { params: counts }),
  worker(DEPLOYMENT, 'deployment.scaleUp', ['scalingUp'], { params: counts }),
  worker(DEPLOYMENT, 'deployment.scaleDown', ['scalingDown'], { params: counts }),
  worker(DEPLOYMENT, 'deployment.cleanUp', ['deletingOldReplicaSet']),
  worker(DEPLOYMENT, 'deployment.record', ['recordingCreated', 'recordingRevision', 'annotatingReplicaSet']),
  worker(DEPLOYMENT, 'deployment.pause', ['recordingPause']),
  status(DEPLOYMENT, 'deployment.status'),
  queue('replicaset.queue', /^replicasets queue/),
  worker(REPLICA_SET, 'replicaset.count', ['gettingReplicaSet', 'listingPods', 'comparing'], { params: counts }),
  worker(REPLICA_SET, 'replicaset.create', ['creatingPods'], { params: counts }),
  worker(REPLICA_SET, 'replicaset.delete', ['deletingPods'], { params: counts }),
  status(REPLICA_SET, 'replicaset.status'),
];
