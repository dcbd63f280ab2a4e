import { setup } from 'xstate';

export type NodeStatusEvent =
  | { readonly type: 'START' }
  | { readonly type: 'REGISTERED' }
  | { readonly type: 'FAILED' }
  | { readonly type: 'TICK' }
  | { readonly type: 'GOT' }
  | { readonly type: 'CHANGED' }
  | { readonly type: 'UNCHANGED' }
  | { readonly type: 'DONE' };

/** Models pkg/kubelet/kubelet_node_status.go registerWithAPIServer, syncNodeStatus. */
export const nodeStatusMachine = setup({
  types: { events: {} as NodeStatusEvent },
  actions: { listImages: () => {}, register: () => {}, rest: () => {}, get: () => {}, compute: () => {}, patch: () => {} },
  delays: { retry: 1000 },
}).createMachine({
  id: 'node status',
  description: 'Registers the node, then keeps its status current: looked at every ten seconds, written when something changed or five minutes have passed.',
  initial: 'starting',
  states: {
    starting: { entry: 'listImages', on: { START: 'registering' } },
    registering: { entry: 'register', on: { REGISTERED: 'resting', FAILED: 'waitingToRetry' } },
    waitingToRetry: { after: { retry: 'registering' } },
    resting: { entry: 'rest', on: { TICK: 'gettingNode' } },
    gettingNode: { entry: 'get', on: { GOT: 'computingStatus', FAILED: 'resting' } },
    computingStatus: { entry: 'compute', on: { CHANGED: 'patchingStatus', UNCHANGED: 'resting' } },
    patchingStatus: { entry: 'patch', on: { DONE: 'resting' } },
  },
});
