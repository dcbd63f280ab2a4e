import { setup } from 'xstate';
import { workerActions, type WorkerEvent } from '../worker';

export type DeploymentEvent = WorkerEvent<
  'TAKEN' | 'LIST' | 'CHECK_OWNER' | 'ADOPT' | 'RELEASE' | 'CHECK_PAUSE' | 'RECORD_PAUSE' | 'FIND_NEW' | 'ANNOTATE' | 'RECORD_REVISION' | 'CREATE' | 'RECORD_CREATED'
  | 'COUNT_COLLISION' | 'RECORD_FAILURE' | 'CHECK_SCALING' | 'PLAN_SCALING' | 'PLAN_ROLLOUT' | 'CHECK_OLD_PODS' | 'SCALE_UP' | 'SCALE_DOWN' | 'CLEAN_UP' | 'DELETE_OLD' | 'COMPUTE_STATUS' | 'UPDATE_STATUS'
>;

/** How a sync may end: what it wanted is done, or a request failed. */
const ends = { DONE: 'idle', FAILED: 'requeueing' } as const;
const fails = { FAILED: 'requeueing' } as const;

/**
 * One worker of the deployment controller. A sync goes from what the cache holds, through the one ReplicaSet of the present
 * template, to sizes and at last to the status. Whatever fails sends the key back to the queue.
 * Models pkg/controller/deployment/deployment_controller.go syncDeployment.
 */
export const deploymentMachine = setup({
  types: { events: {} as DeploymentEvent },
  actions: workerActions,
}).createMachine({
  id: 'deployment worker',
  initial: 'idle',
  states: {
    idle: { description: 'waits for a key', on: { TAKEN: 'gettingDeployment' } },
    gettingDeployment: { description: 'takes the Deployment from the cache', entry: 'readCache', on: { DONE: 'idle', LIST: 'gettingReplicaSets', UPDATE_STATUS: 'updatingStatus' } },
    gettingReplicaSets: {
      description: 'takes its ReplicaSets from the cache; adopts and releases by label', entry: 'readCache',
      on: { CHECK_OWNER: 'checkingOwner', RELEASE: 'releasingReplicaSet', CHECK_PAUSE: 'checkingPause', FIND_NEW: 'findingNewReplicaSet' },
    },
    checkingOwner: { description: 'asks the API server whether the Deployment still lives, before adopting', entry: 'request', on: { ...fails, ADOPT: 'adoptingReplicaSet', RELEASE: 'releasingReplicaSet', CHECK_PAUSE: 'checkingPause' } },
    adoptingReplicaSet: { entry: 'request', on: { ...fails, ADOPT: { target: 'adoptingReplicaSet', reenter: true }, RELEASE: 'releasingReplicaSet', CHECK_PAUSE: 'checkingPause', FIND_NEW: 'findingNewReplicaSet' } },
    releasingReplicaSet: { entry: 'request', on: { ...fails, CHECK_OWNER: 'checkingOwner', ADOPT: 'adoptingReplicaSet', RELEASE: { target: 'releasingReplicaSet', reenter: true }, CHECK_PAUSE: 'checkingPause', FIND_NEW: 'findingNewReplicaSet' } },
    checkingPause: { description: 'is the rollout paused or just resumed?', entry: 'decide', on: { RECORD_PAUSE: 'recordingPause', FIND_NEW: 'findingNewReplicaSet' } },
    recordingPause: { entry: 'request', on: { ...fails, FIND_NEW: 'findingNewReplicaSet' } },
    findingNewReplicaSet: {
      description: 'looks for the ReplicaSet whose template is the present one', entry: 'decide',
      on: {
        ANNOTATE: 'annotatingReplicaSet', RECORD_REVISION: 'recordingRevision', CREATE: 'creatingReplicaSet', CHECK_SCALING: 'checkingScaling', PLAN_SCALING: 'planningScaling',
        PLAN_ROLLOUT: 'planningRollout', CHECK_OLD_PODS: 'checkingOldPods', COMPUTE_STATUS: 'computingStatus',
      },
    },
    annotatingReplicaSet: {
      description: 'gives the ReplicaSet its revision and the annotations of the Deployment', entry: 'request',
      on: { ...fails, CHECK_SCALING: 'checkingScaling', PLAN_SCALING: 'planningScaling', PLAN_ROLLOUT: 'planningRollout', CHECK_OLD_PODS: 'checkingOldPods', COMPUTE_STATUS: 'computingStatus' },
    },
    recordingRevision: {
      description: 'writes the revision on the Deployment', entry: 'request',
      on: { ...fails, CHECK_SCALING: 'checkingScaling', PLAN_SCALING: 'planningScaling', PLAN_ROLLOUT: 'planningRollout', CHECK_OLD_PODS: 'checkingOldPods', COMPUTE_STATUS: 'computingStatus' },
    },
    creatingReplicaSet: { entry: 'request', on: { ...fails, RECORD_CREATED: 'recordingCreated', RECORD_FAILURE: 'recordingFailure', COUNT_COLLISION: 'countingCollision', PLAN_ROLLOUT: 'planningRollout' } },
    recordingCreated: { description: 'writes revision and Progressing on the Deployment; from here on the copy in hand is older than the stored one', entry: 'request', on: { ...fails, PLAN_ROLLOUT: 'planningRollout' } },
    countingCollision: { description: 'another ReplicaSet has that name: the next hash will differ', entry: 'request', on: fails },
    recordingFailure: { entry: 'request', on: fails },
    checkingScaling: { description: 'has the wanted number changed since the ReplicaSets were sized?', entry: 'decide', on: { FIND_NEW: 'findingNewReplicaSet' } },
    planningScaling: { description: 'shares the wanted number among the ReplicaSets', entry: 'decide', on: { SCALE_UP: 'scalingUp', SCALE_DOWN: 'scalingDown', CLEAN_UP: 'cleaningUp', COMPUTE_STATUS: 'computingStatus' } },
    planningRollout: { description: 'how far may the new ReplicaSet grow, how far must the old ones shrink?', entry: 'decide', on: { SCALE_UP: 'scalingUp', SCALE_DOWN: 'scalingDown', CLEAN_UP: 'cleaningUp', COMPUTE_STATUS: 'computingStatus' } },
    checkingOldPods: { description: 'Recreate: are pods of old ReplicaSets still there?', entry: 'decide', on: { SCALE_DOWN: 'scalingDown', FIND_NEW: 'findingNewReplicaSet', PLAN_ROLLOUT: 'planningRollout', COMPUTE_STATUS: 'computingStatus' } },
    scalingUp: { entry: 'request', on: { ...fails, SCALE_UP: { target: 'scalingUp', reenter: true }, SCALE_DOWN: 'scalingDown', CLEAN_UP: 'cleaningUp', COMPUTE_STATUS: 'computingStatus' } },
    scalingDown: { entry: 'request', on: { ...fails, SCALE_DOWN: { target: 'scalingDown', reenter: true }, SCALE_UP: 'scalingUp', CLEAN_UP: 'cleaningUp', COMPUTE_STATUS: 'computingStatus' } },
    cleaningUp: { description: 'looks for old ReplicaSets beyond the history limit', entry: 'decide', on: { DELETE_OLD: 'deletingOldReplicaSet', COMPUTE_STATUS: 'computingStatus' } },
    deletingOldReplicaSet: { entry: 'request', on: { ...fails, DELETE_OLD: { target: 'deletingOldReplicaSet', reenter: true }, COMPUTE_STATUS: 'computingStatus' } },
    computingStatus: { entry: 'decide', on: { UPDATE_STATUS: 'updatingStatus', DONE: 'idle' } },
    updatingStatus: { entry: 'request', on: ends },
    requeueing: { description: 'gives the key back to the queue, to be tried again later', on: { REQUEUED: 'idle' } },
  },
});
