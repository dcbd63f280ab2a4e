import { setup } from 'xstate';
import { workerActions, type WorkerEvent } from '../worker';

const ends = { DONE: 'idle', FAILED: 'requeueing' } as const;

export type EndpointsEvent = WorkerEvent<'TAKEN' | 'LIST_PODS' | 'CREATE' | 'UPDATE' | 'DELETE'>;

/** Models pkg/controller/endpoint/endpoints_controller.go syncService. */
export const endpointsMachine = setup({ types: { events: {} as EndpointsEvent }, actions: workerActions }).createMachine({
  id: 'endpoints worker',
  initial: 'idle',
  states: {
    idle: { description: 'waits for a service', on: { TAKEN: 'gettingService' } },
    gettingService: { entry: 'readCache', on: { DONE: 'idle', LIST_PODS: 'listingPods', DELETE: 'deletingEndpoints' } },
    listingPods: { description: 'pods that the selector matches, with their addresses and readiness', entry: 'readCache', on: { DONE: 'idle', CREATE: 'creatingEndpoints', UPDATE: 'updatingEndpoints' } },
    creatingEndpoints: { entry: 'request', on: ends },
    updatingEndpoints: { entry: 'request', on: ends },
    deletingEndpoints: { description: 'the service is gone', entry: 'request', on: ends },
    requeueing: { on: { REQUEUED: 'idle' } },
  },
});

export type EndpointSliceEvent = WorkerEvent<'TAKEN' | 'LIST_PODS' | 'RECONCILE' | 'CREATE' | 'UPDATE' | 'DELETE'>;

/** Models pkg/controller/endpointslice/endpointslice_controller.go syncService. */
export const endpointSliceMachine = setup({ types: { events: {} as EndpointSliceEvent }, actions: workerActions }).createMachine({
  id: 'endpoint slice worker',
  initial: 'idle',
  states: {
    idle: { description: 'waits for a service', on: { TAKEN: 'gettingService' } },
    gettingService: { entry: 'readCache', on: { DONE: 'idle', LIST_PODS: 'listingPods' } },
    listingPods: { description: 'pods that the selector matches, and the slices that are there', entry: 'readCache', on: { ...ends, RECONCILE: 'reconciling' } },
    reconciling: {
      description: 'as few changes as possible: keep, update, fill, create, delete', entry: 'decide',
      on: { DONE: 'idle', CREATE: 'creatingSlice', UPDATE: 'updatingSlice', DELETE: 'deletingSlice' },
    },
    creatingSlice: { entry: 'request', on: { ...ends, CREATE: { target: 'creatingSlice', reenter: true }, UPDATE: 'updatingSlice', DELETE: 'deletingSlice' } },
    updatingSlice: { entry: 'request', on: { ...ends, UPDATE: { target: 'updatingSlice', reenter: true }, DELETE: 'deletingSlice' } },
    deletingSlice: { entry: 'request', on: { ...ends, DELETE: { target: 'deletingSlice', reenter: true } } },
    requeueing: { on: { REQUEUED: 'idle' } },
  },
});
