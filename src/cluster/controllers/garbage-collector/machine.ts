import { setup } from 'xstate';
import { workerActions, type WorkerEvent } from '../worker';

export type GarbageCollectorEvent = WorkerEvent<
  'TAKEN' | 'DISCOVER' | 'GET' | 'GET_OWNER' | 'DECIDE' | 'DELETE' | 'DROP_OWNERS' | 'UNBLOCK' | 'CHECK_DEPENDENTS' | 'REMOVE_FINALIZER' | 'GET_AGAIN' | 'WAIT' | 'ORPHAN'
>;

const fails = { FAILED: 'requeueing' } as const;
const ends = { DONE: 'idle', FAILED: 'requeueing' } as const;

/**
 * A worker that looks at one object whose owner went, or whose deletion waits for its dependents.
 * Models pkg/controller/garbagecollector/garbagecollector.go attemptToDeleteItem.
 */
export const attemptToDeleteMachine = setup({
  types: { events: {} as GarbageCollectorEvent },
  actions: workerActions,
}).createMachine({
  id: 'garbage collector worker',
  initial: 'idle',
  states: {
    idle: { description: 'waits for an object', on: { TAKEN: 'readingGraph' } },
    readingGraph: { description: 'looks the object up in the graph of owners', entry: 'decide', on: { ...ends, DISCOVER: 'discovering', GET: 'gettingObject' } },
    discovering: { description: 'the REST mapper was reset: asks the API server for its resources', entry: 'discover', on: { ...fails, GET: 'gettingObject' } },
    gettingObject: { description: 'the graph may be old: asks for the object itself', entry: 'request', on: { ...ends, GET_OWNER: 'gettingOwner', DECIDE: 'deciding', CHECK_DEPENDENTS: 'checkingDependents' } },
    gettingOwner: { description: 'asks whether an owner is really gone', entry: 'request', on: { ...fails, GET_OWNER: { target: 'gettingOwner', reenter: true }, DECIDE: 'deciding' } },
    deciding: {
      description: 'solid, dangling or waiting owners: keep, drop references, or delete', entry: 'decide',
      on: { DONE: 'idle', DELETE: 'deletingObject', DROP_OWNERS: 'droppingOwners', UNBLOCK: 'unblockingOwner' },
    },
    droppingOwners: { description: 'takes owners that are gone off the references', entry: 'request', on: ends },
    unblockingOwner: { description: 'owner and dependent wait for each other: the owner shall not', entry: 'request', on: { ...fails, DELETE: 'deletingObject' } },
    deletingObject: { entry: 'request', on: ends },
    checkingDependents: { description: 'foreground: are there dependents that the owner has to wait for?', entry: 'decide', on: { DONE: 'idle', GET_AGAIN: 'gettingAgain' } },
    gettingAgain: { description: 'takes the newest finalizers', entry: 'request', on: { ...ends, REMOVE_FINALIZER: 'removingFinalizer' } },
    removingFinalizer: { description: 'nothing to wait for any more: the object may go', entry: 'request', on: { ...ends, WAIT: 'waiting' } },
    waiting: { description: 'somebody else changed the object: a short back-off', entry: 'wait', on: { GET_AGAIN: 'gettingAgain' } },
    requeueing: { description: 'gives the object back to the queue', on: { REQUEUED: 'idle' } },
  },
});

/**
 * A worker that sets the dependents of one object free, then lets the object go.
 * Models pkg/controller/garbagecollector/garbagecollector.go attemptToOrphanWorker.
 */
export const attemptToOrphanMachine = setup({
  types: { events: {} as GarbageCollectorEvent },
  actions: workerActions,
}).createMachine({
  id: 'orphaning worker',
  initial: 'idle',
  states: {
    idle: { description: 'waits for an object', on: { TAKEN: 'readingGraph' } },
    readingGraph: { description: 'looks up the dependents', entry: 'decide', on: { ...ends, DISCOVER: 'discovering', ORPHAN: 'orphaningDependents', GET_AGAIN: 'gettingAgain' } },
    discovering: { description: 'the REST mapper was reset: asks the API server for its resources', entry: 'discover', on: { ORPHAN: 'orphaningDependents', GET_AGAIN: 'gettingAgain' } },
    orphaningDependents: { description: 'takes the owner off all dependents, side by side', entry: 'request', on: { ...fails, GET_AGAIN: 'gettingAgain' } },
    gettingAgain: { description: 'takes the newest finalizers', entry: 'request', on: { ...ends, REMOVE_FINALIZER: 'removingFinalizer' } },
    removingFinalizer: { description: 'nothing to wait for any more: the object may go', entry: 'request', on: { ...ends, WAIT: 'waiting' } },
    waiting: { description: 'somebody else changed the object: a short back-off', entry: 'wait', on: { GET_AGAIN: 'gettingAgain' } },
    requeueing: { description: 'gives the object back to the queue', on: { REQUEUED: 'idle' } },
  },
});
