import { setup } from 'xstate';
import { workerActions, type WorkerEvent } from '../worker';

export type DisruptionEvent = WorkerEvent<'TAKEN' | 'COUNT' | 'UPDATE_STATUS'>;

/** Works out how many pods of a budget may go. Models pkg/controller/disruption/disruption.go trySync. */
export const disruptionMachine = setup({ types: { events: {} as DisruptionEvent }, actions: workerActions }).createMachine({
  id: 'disruption worker',
  initial: 'idle',
  states: {
    idle: { description: 'waits for a budget', on: { TAKEN: 'gettingBudget' } },
    gettingBudget: { entry: 'readCache', on: { DONE: 'idle', COUNT: 'counting' } },
    counting: { description: 'pods that are healthy, and pods that should be there by the word of their controllers', entry: 'decide', on: { DONE: 'idle', UPDATE_STATUS: 'updatingStatus' } },
    updatingStatus: { entry: 'request', on: { DONE: 'idle', FAILED: 'requeueing' } },
    requeueing: { on: { REQUEUED: 'idle' } },
  },
});
