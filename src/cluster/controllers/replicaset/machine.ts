import { setup } from 'xstate';
import { workerActions, type WorkerEvent } from '../worker';

export type ReplicaSetEvent = WorkerEvent<
  'TAKEN' | 'LIST_PODS' | 'CHECK_OWNER' | 'ADOPT' | 'RELEASE' | 'COMPARE' | 'CREATE_PODS' | 'DELETE_PODS' | 'COMPUTE_STATUS' | 'UPDATE_STATUS' | 'GET_AGAIN'
>;

const fails = { FAILED: 'requeueing' } as const;

/**
 * One worker of the replica set controller: counts the pods that match, makes or deletes the difference, writes the count.
 * Models pkg/controller/replicaset/replica_set.go syncReplicaSet.
 */
export const replicaSetMachine = setup({
  types: { events: {} as ReplicaSetEvent },
  actions: workerActions,
}).createMachine({
  id: 'replica set worker',
  initial: 'idle',
  states: {
    idle: { description: 'waits for a key', on: { TAKEN: 'gettingReplicaSet' } },
    gettingReplicaSet: { description: 'takes the ReplicaSet from the cache', entry: 'readCache', on: { DONE: 'idle', LIST_PODS: 'listingPods' } },
    listingPods: {
      description: 'takes its pods from the cache; adopts and releases by label', entry: 'readCache',
      on: { CHECK_OWNER: 'checkingOwner', RELEASE: 'releasingPod', COMPARE: 'comparing' },
    },
    checkingOwner: { description: 'asks the API server whether the ReplicaSet still lives, before adopting', entry: 'request', on: { ...fails, ADOPT: 'adoptingPod', RELEASE: 'releasingPod' } },
    adoptingPod: { entry: 'request', on: { ...fails, ADOPT: { target: 'adoptingPod', reenter: true }, RELEASE: 'releasingPod', COMPARE: 'comparing' } },
    releasingPod: { entry: 'request', on: { ...fails, CHECK_OWNER: 'checkingOwner', ADOPT: 'adoptingPod', RELEASE: { target: 'releasingPod', reenter: true }, COMPARE: 'comparing' } },
    comparing: {
      description: 'how many pods are there, how many are wanted, and has the cache seen all that was asked for before?', entry: 'decide',
      on: { CREATE_PODS: 'creatingPods', DELETE_PODS: 'deletingPods', COMPUTE_STATUS: 'computingStatus' },
    },
    creatingPods: {
      description: 'creates a batch side by side; the next is twice as large, if none failed', entry: 'request',
      on: { CREATE_PODS: { target: 'creatingPods', reenter: true }, COMPUTE_STATUS: 'computingStatus' },
    },
    deletingPods: { description: 'deletes the chosen pods side by side', entry: 'request', on: { COMPUTE_STATUS: 'computingStatus' } },
    computingStatus: { description: 'counts the pods as they were before', entry: 'decide', on: { DONE: 'idle', FAILED: 'requeueing', UPDATE_STATUS: 'updatingStatus' } },
    updatingStatus: { entry: 'request', on: { DONE: 'idle', FAILED: 'requeueing', GET_AGAIN: 'gettingAgain' } },
    gettingAgain: { description: 'the copy was old: gets the ReplicaSet as it is now, for one more try', entry: 'request', on: { ...fails, UPDATE_STATUS: 'updatingStatus' } },
    requeueing: { description: 'gives the key back to the queue, to be tried again later', on: { REQUEUED: 'idle' } },
  },
});
