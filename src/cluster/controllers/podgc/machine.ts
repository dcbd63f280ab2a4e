import { setup } from 'xstate';
import { workerActions, type WorkerEvent } from '../worker';

export type PodGcEvent = WorkerEvent<'TAKEN' | 'GET_NODE' | 'MARK' | 'DELETE'>;

const steps = { GET_NODE: 'checkingNode', MARK: 'markingFailed', DELETE: 'deletingPod' } as const;

/** Every twenty seconds. Models pkg/controller/podgc/gc_controller.go gc. */
export const podGcMachine = setup({ types: { events: {} as PodGcEvent }, actions: workerActions }).createMachine({
  id: 'pod garbage collector',
  initial: 'idle',
  states: {
    idle: { description: 'waits twenty seconds', on: { TAKEN: 'lookingForPods' } },
    lookingForPods: { description: 'too many ended pods, pods of nodes that are gone, pods that terminate without ever having had a node', entry: 'readCache', on: { DONE: 'idle', ...steps } },
    checkingNode: { description: 'the cache may be old: is the node really gone?', entry: 'request', on: { DONE: 'idle', ...steps, GET_NODE: { target: 'checkingNode', reenter: true } } },
    markingFailed: { description: 'writes on the pod why it has to go', entry: 'request', on: { DONE: 'idle', ...steps, MARK: { target: 'markingFailed', reenter: true } } },
    deletingPod: { description: 'deletes at once, without grace', entry: 'request', on: { DONE: 'idle', ...steps, DELETE: { target: 'deletingPod', reenter: true } } },
  },
});
