import { setup } from 'xstate';
import { workerActions, type WorkerEvent } from '../worker';

export type NamespaceEvent = WorkerEvent<
  'TAKEN' | 'GET' | 'MARK' | 'DISCOVER' | 'ESTIMATE' | 'DELETE_ALL' | 'LIST_EACH' | 'DELETE_EACH' | 'LIST_LEFT' | 'UPDATE_STATUS' | 'FINALIZE' | 'GET_AGAIN'
>;

const fails = { FAILED: 'requeueing' } as const;
const ends = { DONE: 'idle', FAILED: 'requeueing' } as const;
const next = { ESTIMATE: 'estimatingGrace', DELETE_ALL: 'deletingCollection', LIST_EACH: 'listingItems', UPDATE_STATUS: 'updatingStatus', FINALIZE: 'finalizing' } as const;

/**
 * One worker of the namespace controller: empties a namespace that is going away, one resource after the other, then lets it go.
 * Models pkg/controller/namespace/deletion/namespaced_resources_deleter.go Delete.
 */
export const namespaceMachine = setup({ types: { events: {} as NamespaceEvent }, actions: workerActions }).createMachine({
  id: 'namespace worker',
  initial: 'idle',
  states: {
    idle: { description: 'waits for a namespace', on: { TAKEN: 'readingCache' } },
    readingCache: { entry: 'readCache', on: { DONE: 'idle', GET: 'gettingNamespace' } },
    gettingNamespace: { description: 'takes the newest state of the namespace', entry: 'request', on: { ...ends, MARK: 'markingTerminating', DISCOVER: 'discovering' } },
    markingTerminating: { entry: 'request', on: { ...ends, DISCOVER: 'discovering' } },
    discovering: { description: 'asks which resources there are', entry: 'discover', on: next },
    estimatingGrace: { description: 'how long may the pods take to stop?', entry: 'request', on: { ...fails, DELETE_ALL: 'deletingCollection' } },
    deletingCollection: { description: 'deletes all objects of one resource at once', entry: 'request', on: { LIST_LEFT: 'listingRest', ...next, ...fails } },
    listingItems: { description: 'no collections here: lists the objects', entry: 'request', on: { ...fails, DELETE_EACH: 'deletingItem', LIST_LEFT: 'listingRest', ...next } },
    deletingItem: { entry: 'request', on: { ...fails, DELETE_EACH: { target: 'deletingItem', reenter: true }, LIST_LEFT: 'listingRest', ...next } },
    listingRest: { description: 'what is left of the resource?', entry: 'request', on: { ...fails, ...next } },
    updatingStatus: { description: 'says what remains', entry: 'request', on: { ...fails, FINALIZE: 'finalizing' } },
    finalizing: { description: 'nothing remains: takes the finalizer off', entry: 'request', on: { ...ends, GET_AGAIN: 'gettingAgain' } },
    gettingAgain: { description: 'its own status write made the copy old', entry: 'request', on: { ...ends, FINALIZE: 'finalizing' } },
    requeueing: { description: 'comes again: when the pods should have stopped, or after a back-off', on: { REQUEUED: 'idle' } },
  },
});
