import { setup } from 'xstate';

export type StatusManagerEvent =
  | { readonly type: 'SYNC' }
  | { readonly type: 'GOT' }
  | { readonly type: 'GONE' }
  | { readonly type: 'CHANGED' }
  | { readonly type: 'UNCHANGED' }
  | { readonly type: 'PATCHED' }
  | { readonly type: 'FAILED' }
  | { readonly type: 'DELETE' }
  | { readonly type: 'DONE' };

/** Models pkg/kubelet/status/status_manager.go syncPod: one pod after the other. */
export const statusManagerMachine = setup({
  types: { events: {} as StatusManagerEvent },
  actions: { next: () => {}, get: () => {}, compare: () => {}, patch: () => {}, check: () => {}, remove: () => {} },
}).createMachine({
  id: 'status manager',
  description: 'Writes the statuses of pods to the API, and deletes pods whose end has come.',
  initial: 'idle',
  states: {
    idle: { entry: 'next', on: { SYNC: 'gettingPod' } },
    gettingPod: { entry: 'get', on: { GOT: 'comparingStatus', GONE: 'idle', FAILED: 'idle' } },
    comparingStatus: { entry: 'compare', on: { CHANGED: 'patchingStatus', UNCHANGED: 'checkingDeletion' } },
    patchingStatus: { entry: 'patch', on: { PATCHED: 'checkingDeletion', FAILED: 'idle' } },
    checkingDeletion: { entry: 'check', on: { DELETE: 'deletingPod', DONE: 'idle' } },
    deletingPod: { entry: 'remove', on: { DONE: 'idle' } },
  },
});
