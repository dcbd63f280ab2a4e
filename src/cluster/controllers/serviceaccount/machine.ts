import { setup } from 'xstate';
import { workerActions, type WorkerEvent } from '../worker';

const ends = { DONE: 'idle', FAILED: 'requeueing' } as const;

export type NamespaceWorkerEvent = WorkerEvent<'TAKEN' | 'CREATE' | 'UPDATE'>;

/** Models pkg/controller/serviceaccount/serviceaccounts_controller.go syncNamespace. */
export const serviceAccountMachine = setup({ types: { events: {} as NamespaceWorkerEvent }, actions: workerActions }).createMachine({
  id: 'service account worker',
  initial: 'idle',
  states: {
    idle: { description: 'waits for a namespace', on: { TAKEN: 'checkingNamespace' } },
    checkingNamespace: { description: 'is the namespace active, and has it its default service account?', entry: 'readCache', on: { DONE: 'idle', CREATE: 'creatingServiceAccount' } },
    creatingServiceAccount: { entry: 'request', on: ends },
    requeueing: { on: { REQUEUED: 'idle' } },
  },
});

/** Models pkg/controller/certificates/rootcacertpublisher/publisher.go syncNamespace. */
export const rootCaMachine = setup({ types: { events: {} as NamespaceWorkerEvent }, actions: workerActions }).createMachine({
  id: 'root CA publisher',
  initial: 'idle',
  states: {
    idle: { description: 'waits for a namespace', on: { TAKEN: 'checkingConfigMap' } },
    checkingConfigMap: { description: 'has the namespace the certificate that its pods trust?', entry: 'readCache', on: { DONE: 'idle', CREATE: 'creatingConfigMap', UPDATE: 'updatingConfigMap' } },
    creatingConfigMap: { entry: 'request', on: ends },
    updatingConfigMap: { entry: 'request', on: ends },
    requeueing: { on: { REQUEUED: 'idle' } },
  },
});

export type TokenEvent = WorkerEvent<'TAKEN' | 'GET_ACCOUNT' | 'CREATE_SECRET' | 'GET_AGAIN' | 'UPDATE_ACCOUNT' | 'DELETE_SECRET' | 'WAIT'>;

/** Models pkg/controller/serviceaccount/tokens_controller.go syncServiceAccount, syncSecret (until 1.23). */
export const tokenMachine = setup({ types: { events: {} as TokenEvent }, actions: workerActions }).createMachine({
  id: 'token worker',
  initial: 'idle',
  states: {
    idle: { description: 'waits for a service account or a token Secret', on: { TAKEN: 'checkingReferences' } },
    checkingReferences: { description: 'does the service account name a token Secret that exists?', entry: 'readCache', on: { DONE: 'idle', GET_ACCOUNT: 'gettingServiceAccount', DELETE_SECRET: 'deletingSecret' } },
    gettingServiceAccount: { description: 'the cache may be old: asks for the service account itself', entry: 'request', on: { ...ends, CREATE_SECRET: 'creatingSecret', UPDATE_ACCOUNT: 'updatingServiceAccount', DELETE_SECRET: 'deletingSecret' } },
    creatingSecret: { entry: 'request', on: { ...ends, UPDATE_ACCOUNT: 'updatingServiceAccount' } },
    updatingServiceAccount: { description: 'writes or removes the name of the Secret', entry: 'request', on: { ...ends, WAIT: 'waiting' } },
    waiting: { description: 'somebody else changed the service account: a short back-off', entry: 'wait', on: { GET_ACCOUNT: 'gettingServiceAccount' } },
    deletingSecret: { entry: 'request', on: { ...ends, DELETE_SECRET: { target: 'deletingSecret', reenter: true } } },
    requeueing: { on: { REQUEUED: 'idle' } },
  },
});
