import { setup } from 'xstate';
import { workerActions, type WorkerEvent } from '../worker';

export type QuotaEvent = WorkerEvent<'TAKEN' | 'COUNT' | 'UPDATE_STATUS'>;

/** Counts anew what a quota limits. Models pkg/controller/resourcequota/resource_quota_controller.go syncResourceQuota. */
export const quotaMachine = setup({ types: { events: {} as QuotaEvent }, actions: workerActions }).createMachine({
  id: 'resource quota worker',
  initial: 'idle',
  states: {
    idle: { description: 'waits for a quota', on: { TAKEN: 'gettingQuota' } },
    gettingQuota: { entry: 'readCache', on: { DONE: 'idle', COUNT: 'counting' } },
    counting: { description: 'adds up what the objects of the namespace take', entry: 'decide', on: { DONE: 'idle', UPDATE_STATUS: 'updatingStatus' } },
    updatingStatus: { entry: 'request', on: { DONE: 'idle', FAILED: 'requeueing' } },
    requeueing: { on: { REQUEUED: 'idle' } },
  },
});
