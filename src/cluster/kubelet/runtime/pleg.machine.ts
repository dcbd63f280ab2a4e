import { setup } from 'xstate';

export type PlegEvent = { readonly type: 'TICK' } | { readonly type: 'NEXT' } | { readonly type: 'POD' } | { readonly type: 'DONE' };

/** Models pkg/kubelet/pleg/generic.go Relist. */
export const plegMachine = setup({
  types: { events: {} as PlegEvent },
  actions: { listSandboxes: () => {}, listContainers: () => {}, inspect: () => {}, rest: () => {} },
}).createMachine({
  id: 'PLEG',
  description: 'Finds out once a second what became of the node’s containers, by listing them and comparing with the list before.',
  initial: 'idle',
  states: {
    idle: { entry: 'rest', on: { TICK: 'listingSandboxes' } },
    listingSandboxes: { entry: 'listSandboxes', on: { NEXT: 'listingContainers' } },
    listingContainers: { entry: 'listContainers', on: { NEXT: 'inspectingPod', DONE: 'idle' } },
    inspectingPod: { entry: 'inspect', on: { POD: { target: 'inspectingPod', reenter: true }, DONE: 'idle' } },
  },
});
