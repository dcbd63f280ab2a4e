import { setup } from 'xstate';

export type LeaseEvent =
  | { readonly type: 'START' }
  | { readonly type: 'FOUND' }
  | { readonly type: 'ABSENT' }
  | { readonly type: 'DONE' }
  | { readonly type: 'FAILED' }
  | { readonly type: 'TICK' };

/** Models component-helpers apimachinery/lease/controller.go. */
export const leaseMachine = setup({
  types: { events: {} as LeaseEvent },
  actions: { get: () => {}, create: () => {}, renew: () => {}, rest: () => {} },
}).createMachine({
  id: 'node lease',
  description: 'The node’s heartbeat: a lease that is renewed every ten seconds.',
  initial: 'idle',
  states: {
    idle: { on: { START: 'gettingLease' } },
    gettingLease: { entry: 'get', on: { FOUND: 'renewingLease', ABSENT: 'creatingLease', FAILED: 'resting' } },
    creatingLease: { entry: 'create', on: { DONE: 'resting', FAILED: 'resting' } },
    renewingLease: { entry: 'renew', on: { DONE: 'resting', FAILED: 'resting' } },
    resting: { entry: 'rest', on: { TICK: 'gettingLease', FOUND: 'renewingLease' } },
  },
});
