import { setup } from 'xstate';

export type BindingCycleEvent =
  | { readonly type: 'NEXT' }
  /** Volumes have to be bound first: says where the pod will go. */
  | { readonly type: 'NOMINATE' }
  | { readonly type: 'BOUND' }
  | { readonly type: 'FAILED' };

/**
 * What follows the decision for a node, beside the scheduling of other pods.
 * Models pkg/scheduler/schedule_one.go bindingCycle
 */
export const bindingCycleMachine = setup({
  types: { events: {} as BindingCycleEvent },
  actions: { waitOnPermit: () => {}, nominate: () => {}, preBind: () => {}, bind: () => {}, postBind: () => {}, finish: () => {}, unreserve: () => {}, handleFailure: () => {} },
}).createMachine({
  id: 'bindingCycle',
  description: 'Makes the decision for a node true',
  initial: 'waitingOnPermit',
  states: {
    waitingOnPermit: { description: 'Waits until every Permit plugin agrees', entry: 'waitOnPermit', on: { NEXT: 'preBinding', NOMINATE: 'nominating' } },
    nominating: { description: 'Writes nominatedNodeName while volumes are being bound', entry: 'nominate', on: { NEXT: 'preBinding' } },
    preBinding: { description: 'Binds the volumes that the pod needs', entry: 'preBind', on: { NEXT: 'binding', FAILED: 'unreserving' } },
    binding: { description: 'Tells the API server on which node the pod runs', entry: 'bind', on: { BOUND: 'postBinding', FAILED: 'unreserving' } },
    postBinding: { description: 'Reports that the pod is scheduled', entry: 'postBind', on: { NEXT: 'bound' } },
    bound: { description: 'The pod belongs to the node', entry: 'finish', type: 'final' },
    unreserving: { description: 'Takes the pod off the node again', entry: 'unreserve', on: { NEXT: 'failed' } },
    failed: { description: 'Puts the pod back into the queue', entry: 'handleFailure', type: 'final' },
  },
});
