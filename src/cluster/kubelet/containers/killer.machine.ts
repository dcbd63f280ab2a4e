import { setup } from 'xstate';

export type KillerEvent =
  | { readonly type: 'HOOK' }
  | { readonly type: 'STOP' }
  | { readonly type: 'HOOK_DONE' }
  | { readonly type: 'STOPPED' };

/** Models pkg/kubelet/kuberuntime/kuberuntime_container.go killContainer. */
export const killerMachine = setup({
  types: { events: {} as KillerEvent },
  actions: { announce: () => {}, runPreStop: () => {}, stop: () => {}, finish: () => {} },
}).createMachine({
  id: 'container killer',
  description: 'Ends one container: the preStop hook, then a request to stop that gets what is left of the grace period.',
  initial: 'announcing',
  states: {
    announcing: { entry: 'announce', on: { HOOK: 'runningPreStop', STOP: 'stoppingContainer' } },
    runningPreStop: { entry: 'runPreStop', on: { HOOK_DONE: 'stoppingContainer' } },
    stoppingContainer: { entry: 'stop', on: { STOPPED: 'stopped' } },
    stopped: { type: 'final', entry: 'finish' },
  },
});
