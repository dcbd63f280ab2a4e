import { setup } from 'xstate';
import { workerActions, type WorkerEvent } from '../worker';

export type DaemonSetEvent = WorkerEvent<
  'TAKEN' | 'LIST' | 'CHECK_OWNER' | 'ADOPT' | 'RELEASE' | 'FIND_REVISION' | 'CREATE_REVISION' | 'UPDATE_REVISION' | 'MATCH_NODES' | 'CREATE_PODS' | 'DELETE_PODS' | 'ROLL' | 'DELETE_REVISION' | 'COMPUTE_STATUS' | 'UPDATE_STATUS' | 'GET_AGAIN'
>;

const fails = { FAILED: 'requeueing' } as const;
const ends = { DONE: 'idle', FAILED: 'requeueing' } as const;
const after = { MATCH_NODES: 'matchingNodes', COMPUTE_STATUS: 'computingStatus' } as const;

/** One pod a node that fits. Models pkg/controller/daemon/daemon_controller.go syncDaemonSet. */
export const daemonSetMachine = setup({ types: { events: {} as DaemonSetEvent }, actions: workerActions }).createMachine({
  id: 'daemon set worker',
  initial: 'idle',
  states: {
    idle: { description: 'waits for a key', on: { TAKEN: 'gettingDaemonSet' } },
    gettingDaemonSet: { entry: 'readCache', on: { DONE: 'idle', LIST: 'listing' } },
    listing: { description: 'takes its pods and past templates from the cache', entry: 'readCache', on: { CHECK_OWNER: 'checkingOwner', RELEASE: 'releasing', FIND_REVISION: 'findingRevision' } },
    checkingOwner: { entry: 'request', on: { ...fails, ADOPT: 'adopting', RELEASE: 'releasing' } },
    adopting: { entry: 'request', on: { ...fails, ADOPT: { target: 'adopting', reenter: true }, RELEASE: 'releasing', CHECK_OWNER: 'checkingOwner', FIND_REVISION: 'findingRevision' } },
    releasing: { entry: 'request', on: { ...fails, CHECK_OWNER: 'checkingOwner', ADOPT: 'adopting', RELEASE: { target: 'releasing', reenter: true }, FIND_REVISION: 'findingRevision' } },
    findingRevision: { description: 'which past template is the present one?', entry: 'decide', on: { ...after, CREATE_REVISION: 'creatingRevision', UPDATE_REVISION: 'updatingRevision' } },
    creatingRevision: { entry: 'request', on: { ...fails, ...after } },
    updatingRevision: { description: 'an old template is the present one again', entry: 'request', on: { ...fails, ...after } },
    matchingNodes: { description: 'which nodes fit and lack a pod, which pods are where they should not be?', entry: 'decide', on: { CREATE_PODS: 'creatingPods', DELETE_PODS: 'deletingPods', ROLL: 'rolling', COMPUTE_STATUS: 'computingStatus', DELETE_REVISION: 'deletingRevision' } },
    creatingPods: { description: 'creates a batch side by side; the next is twice as large, if none failed', entry: 'request', on: { ...fails, CREATE_PODS: { target: 'creatingPods', reenter: true }, DELETE_PODS: 'deletingPods', ROLL: 'rolling', COMPUTE_STATUS: 'computingStatus', DELETE_REVISION: 'deletingRevision' } },
    deletingPods: { entry: 'request', on: { ...fails, ROLL: 'rolling', COMPUTE_STATUS: 'computingStatus', DELETE_REVISION: 'deletingRevision' } },
    rolling: { description: 'which old pods may be replaced now?', entry: 'decide', on: { DELETE_PODS: 'deletingPods', COMPUTE_STATUS: 'computingStatus', DELETE_REVISION: 'deletingRevision' } },
    deletingRevision: { description: 'drops past templates beyond the history limit', entry: 'request', on: { ...fails, DELETE_REVISION: { target: 'deletingRevision', reenter: true }, COMPUTE_STATUS: 'computingStatus' } },
    computingStatus: { entry: 'decide', on: { ...ends, UPDATE_STATUS: 'updatingStatus' } },
    updatingStatus: { entry: 'request', on: { ...ends, GET_AGAIN: 'gettingAgain' } },
    gettingAgain: { entry: 'request', on: { ...fails, UPDATE_STATUS: 'updatingStatus' } },
    requeueing: { on: { REQUEUED: 'idle' } },
  },
});
