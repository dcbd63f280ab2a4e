import { setup } from 'xstate';
import { workerActions, type WorkerEvent } from '../worker';

export type StatefulSetEvent = WorkerEvent<
  'TAKEN' | 'LIST' | 'CHECK_OWNER' | 'ADOPT' | 'RELEASE' | 'FIND_REVISION' | 'CREATE_REVISION' | 'UPDATE_REVISION' | 'PLAN' | 'CREATE_CLAIM' | 'CREATE_POD' | 'DELETE_POD' | 'COMPUTE_STATUS' | 'UPDATE_STATUS' | 'WAIT' | 'DELETE_REVISION'
>;

const fails = { FAILED: 'requeueing' } as const;
const ends = { DONE: 'idle', FAILED: 'requeueing' } as const;
const pods = { CREATE_CLAIM: 'creatingClaim', CREATE_POD: 'creatingPod', DELETE_POD: 'deletingPod', COMPUTE_STATUS: 'computingStatus' } as const;

/** Numbered pods, one after the other. Models pkg/controller/statefulset/stateful_set.go sync, stateful_set_control.go. */
export const statefulSetMachine = setup({ types: { events: {} as StatefulSetEvent }, actions: workerActions }).createMachine({
  id: 'stateful set worker',
  initial: 'idle',
  states: {
    idle: { description: 'waits for a key', on: { TAKEN: 'gettingStatefulSet' } },
    gettingStatefulSet: { entry: 'readCache', on: { DONE: 'idle', LIST: 'listing' } },
    listing: { description: 'takes its pods and past templates from the cache', entry: 'readCache', on: { CHECK_OWNER: 'checkingOwner', RELEASE: 'releasing', FIND_REVISION: 'findingRevision' } },
    checkingOwner: { entry: 'request', on: { ...fails, ADOPT: 'adopting', RELEASE: 'releasing' } },
    adopting: { entry: 'request', on: { ...fails, ADOPT: { target: 'adopting', reenter: true }, RELEASE: 'releasing', CHECK_OWNER: 'checkingOwner', FIND_REVISION: 'findingRevision' } },
    releasing: { entry: 'request', on: { ...fails, CHECK_OWNER: 'checkingOwner', ADOPT: 'adopting', RELEASE: { target: 'releasing', reenter: true }, FIND_REVISION: 'findingRevision' } },
    findingRevision: { description: 'which past template is the present one?', entry: 'decide', on: { CREATE_REVISION: 'creatingRevision', UPDATE_REVISION: 'updatingRevision', PLAN: 'planning' } },
    creatingRevision: { entry: 'request', on: { ...fails, PLAN: 'planning' } },
    updatingRevision: { entry: 'request', on: { ...fails, PLAN: 'planning' } },
    planning: { description: 'from the lowest number up: what is missing, what has to be waited for, what is too much?', entry: 'decide', on: pods },
    creatingClaim: { entry: 'request', on: { ...fails, ...pods, CREATE_CLAIM: { target: 'creatingClaim', reenter: true } } },
    creatingPod: { entry: 'request', on: { ...fails, ...pods, CREATE_POD: { target: 'creatingPod', reenter: true } } },
    deletingPod: { entry: 'request', on: { ...fails, ...pods, DELETE_POD: { target: 'deletingPod', reenter: true } } },
    computingStatus: { entry: 'decide', on: { ...ends, UPDATE_STATUS: 'updatingStatus', DELETE_REVISION: 'deletingRevision' } },
    updatingStatus: { entry: 'request', on: { ...ends, WAIT: 'waiting', DELETE_REVISION: 'deletingRevision' } },
    waiting: { description: 'the copy was old: a short back-off, then once more with the copy in the cache', entry: 'wait', on: { UPDATE_STATUS: 'updatingStatus' } },
    deletingRevision: { description: 'drops past templates beyond the history limit', entry: 'request', on: { ...ends, DELETE_REVISION: { target: 'deletingRevision', reenter: true } } },
    requeueing: { on: { REQUEUED: 'idle' } },
  },
});
