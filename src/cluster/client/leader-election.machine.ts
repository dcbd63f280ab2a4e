import { setup } from 'xstate';

export type LeaderElectionEvent =
  | { readonly type: 'START' }
  /** The lease is ours until further notice. */
  | { readonly type: 'HELD' }
  /** Somebody else holds the lease, or the write failed. */
  | { readonly type: 'REFUSED' }
  | { readonly type: 'RETRY' }
  /** No renewal came through within the renew deadline. */
  | { readonly type: 'DEADLINE' };

/** Models client-go tools/leaderelection LeaderElector.Run, acquire, renew */
export const leaderElectionMachine = setup({
  types: { events: {} as LeaderElectionEvent },
  actions: { tryAcquireOrRenew: () => {}, waitAtTheDoor: () => {}, startLeading: () => {}, retryRenewal: () => {}, stopLeading: () => {} },
  delays: { retryPeriod: 2000 },
}).createMachine({
  id: 'leaderElection',
  description: 'One of several replicas works; the others wait',
  initial: 'stopped',
  states: {
    stopped: { on: { START: 'acquiring' } },
    acquiring: {
      description: 'Tries to get the lease',
      initial: 'trying',
      states: {
        trying: { entry: 'tryAcquireOrRenew', on: { REFUSED: 'waiting' } },
        waiting: { entry: 'waitAtTheDoor', on: { RETRY: 'trying' } },
      },
      on: { HELD: 'leading' },
    },
    leading: {
      description: 'Works, and renews the lease every two seconds',
      entry: 'startLeading',
      initial: 'holding',
      states: {
        holding: { after: { retryPeriod: 'renewing' } },
        renewing: { entry: 'tryAcquireOrRenew', on: { HELD: 'holding', REFUSED: 'failing' } },
        failing: { entry: 'retryRenewal', on: { RETRY: 'renewing' } },
      },
      on: { DEADLINE: 'lost' },
    },
    lost: { description: 'Could not renew the lease in time and stops working', entry: 'stopLeading', type: 'final' },
  },
});
