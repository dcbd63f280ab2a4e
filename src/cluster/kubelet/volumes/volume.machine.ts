import { setup } from 'xstate';

export type VolumeEvent =
  | { readonly type: 'RECONCILE' }
  | { readonly type: 'FETCHED' }
  | { readonly type: 'SET_UP' }
  | { readonly type: 'FAILED' }
  | { readonly type: 'UNMOUNT' }
  | { readonly type: 'UNMOUNTED' };

/** Models pkg/kubelet/volumemanager/reconciler and pkg/volume/util/nestedpendingoperations. */
export const volumeMachine = setup({
  types: { events: {} as VolumeEvent },
  actions: { wait: () => {}, fetch: () => {}, setUp: () => {}, report: () => {}, backOff: () => {}, tearDown: () => {} },
}).createMachine({
  id: 'volume',
  description: 'One volume of one pod: its content is fetched, written to the node, and later taken away.',
  initial: 'waitingForReconciler',
  states: {
    waitingForReconciler: { entry: 'wait', on: { RECONCILE: 'fetchingContent', UNMOUNT: 'unmounting' } },
    fetchingContent: { entry: 'fetch', on: { FETCHED: 'settingUp', FAILED: 'backingOff', UNMOUNT: 'unmounting' } },
    settingUp: { entry: 'setUp', on: { SET_UP: 'mounted', FAILED: 'backingOff', UNMOUNT: 'unmounting' } },
    backingOff: { entry: 'backOff', on: { RECONCILE: 'fetchingContent', UNMOUNT: 'unmounting' } },
    mounted: { entry: 'report', on: { UNMOUNT: 'unmounting' } },
    unmounting: { entry: 'tearDown', on: { UNMOUNTED: 'unmounted' } },
    unmounted: { type: 'final', entry: 'report' },
  },
});
