import { setup } from 'xstate';
import { workerActions, type WorkerEvent } from '../worker';

export type JobEvent = WorkerEvent<
  'TAKEN' | 'LIST_PODS' | 'CHECK_OWNER' | 'ADOPT' | 'RELEASE' | 'COMPARE' | 'CREATE_PODS' | 'DELETE_PODS' | 'COMPUTE_STATUS' | 'RECORD_UNCOUNTED' | 'REMOVE_FINALIZERS' | 'GET_AGAIN' | 'UPDATE_STATUS'
>;

const fails = { FAILED: 'requeueing' } as const;
const ends = { DONE: 'idle', FAILED: 'requeueing' } as const;

/**
 * One worker of the job controller: counts what succeeded, failed and runs, and starts what is missing.
 * Models pkg/controller/job/job_controller.go syncJob.
 */
export const jobMachine = setup({ types: { events: {} as JobEvent }, actions: workerActions }).createMachine({
  id: 'job worker',
  initial: 'idle',
  states: {
    idle: { description: 'waits for a key', on: { TAKEN: 'gettingJob' } },
    gettingJob: { description: 'takes the Job from the cache', entry: 'readCache', on: { ...ends, LIST_PODS: 'listingPods', REMOVE_FINALIZERS: 'removingFinalizers' } },
    listingPods: { description: 'takes its pods from the cache; adopts and releases by label', entry: 'readCache', on: { CHECK_OWNER: 'checkingOwner', RELEASE: 'releasingPod', COMPARE: 'comparing' } },
    checkingOwner: { entry: 'request', on: { ...fails, ADOPT: 'adoptingPod', RELEASE: 'releasingPod' } },
    adoptingPod: { entry: 'request', on: { ...fails, ADOPT: { target: 'adoptingPod', reenter: true }, RELEASE: 'releasingPod', COMPARE: 'comparing' } },
    releasingPod: { entry: 'request', on: { ...fails, CHECK_OWNER: 'checkingOwner', ADOPT: 'adoptingPod', RELEASE: { target: 'releasingPod', reenter: true }, COMPARE: 'comparing' } },
    comparing: {
      description: 'is the Job done, has it failed too often or taken too long, or are pods missing?', entry: 'decide',
      on: { CREATE_PODS: 'creatingPods', DELETE_PODS: 'deletingPods', COMPUTE_STATUS: 'computingStatus' },
    },
    creatingPods: { description: 'creates a batch side by side; the next is twice as large, if none failed', entry: 'request', on: { CREATE_PODS: { target: 'creatingPods', reenter: true }, COMPUTE_STATUS: 'computingStatus' } },
    deletingPods: { entry: 'request', on: { COMPUTE_STATUS: 'computingStatus' } },
    computingStatus: { entry: 'decide', on: { ...ends, GET_AGAIN: 'gettingJobAgain', UPDATE_STATUS: 'updatingStatus', RECORD_UNCOUNTED: 'recordingUncounted', REMOVE_FINALIZERS: 'removingFinalizers' } },
    recordingUncounted: { description: 'writes down which ended pods it is about to count, so that none is lost or counted twice', entry: 'request', on: { ...fails, REMOVE_FINALIZERS: 'removingFinalizers' } },
    removingFinalizers: { description: 'lets the ended pods go, now that they are written down', entry: 'request', on: { ...ends, UPDATE_STATUS: 'updatingStatus' } },
    gettingJobAgain: { description: 'takes the Job as it is now, to write the status on it', entry: 'request', on: { ...ends, UPDATE_STATUS: 'updatingStatus' } },
    updatingStatus: { entry: 'request', on: { ...ends, GET_AGAIN: 'gettingJobAgain' } },
    requeueing: { description: 'gives the key back to the queue: after a back-off, or to look again later', on: { REQUEUED: 'idle' } },
  },
});
