import { setup } from 'xstate';

export type CollectorEvent =
  | { readonly type: 'COLLECT' }
  | { readonly type: 'CONTAINER' }
  | { readonly type: 'SANDBOX' }
  | { readonly type: 'STOPPED' }
  | { readonly type: 'DONE' };

/** Models pkg/kubelet/kuberuntime/kuberuntime_gc.go GarbageCollect. */
export const collectorMachine = setup({
  types: { events: {} as CollectorEvent },
  actions: { choose: () => {}, removeContainer: () => {}, stopSandbox: () => {}, removeSandbox: () => {} },
}).createMachine({
  id: 'container garbage collector',
  description: 'Once a minute: removes dead containers and sandboxes of pods that are gone.',
  initial: 'idle',
  states: {
    idle: { on: { COLLECT: 'choosing' } },
    choosing: { entry: 'choose', on: { CONTAINER: 'removingContainer', SANDBOX: 'stoppingSandbox', DONE: 'idle' } },
    removingContainer: { entry: 'removeContainer', on: { CONTAINER: { target: 'removingContainer', reenter: true }, SANDBOX: 'stoppingSandbox', DONE: 'idle' } },
    stoppingSandbox: { entry: 'stopSandbox', on: { STOPPED: 'removingSandbox' } },
    removingSandbox: { entry: 'removeSandbox', on: { SANDBOX: 'stoppingSandbox', DONE: 'idle' } },
  },
});
