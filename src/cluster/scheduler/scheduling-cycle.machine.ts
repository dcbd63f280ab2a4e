import { setup } from 'xstate';

export type SchedulingCycleEvent =
  | { readonly type: 'POPPED' }
  /** The pod needs no scheduling any more: it is being deleted, or already decided on. */
  | { readonly type: 'SKIP' }
  | { readonly type: 'NEXT' }
  | { readonly type: 'NO_NODES' }
  /** A plugin refused the pod before any node was asked. */
  | { readonly type: 'REJECTED' }
  | { readonly type: 'SEVERAL_FIT' }
  | { readonly type: 'ONE_FITS' }
  | { readonly type: 'NONE_FIT' }
  | { readonly type: 'CANDIDATE' }
  | { readonly type: 'FAILED' }
  | { readonly type: 'PATCH' };

/**
 * One pod after the other: find a node, remember it, and leave the rest to a binding cycle.
 * Models pkg/scheduler/schedule_one.go ScheduleOne, schedulingCycle
 */
export const schedulingCycleMachine = setup({
  types: { events: {} as SchedulingCycleEvent },
  actions: {
    takePod: () => {}, pop: () => {}, takeSnapshot: () => {}, preFilter: () => {}, filter: () => {}, postFilter: () => {}, preempt: () => {}, preScore: () => {}, score: () => {}, normalize: () => {},
    select: () => {}, reserve: () => {}, permit: () => {}, startBinding: () => {}, handleFailure: () => {}, patchStatus: () => {},
  },
}).createMachine({
  id: 'schedulingCycle',
  description: 'Finds a node for one pod after the other',
  initial: 'idle',
  states: {
    idle: { description: 'Waits for a pod in the active queue', entry: 'takePod', on: { POPPED: 'popping' } },
    popping: { description: 'Takes the most important pod from the queue', entry: 'pop', on: { NEXT: 'snapshotting', SKIP: 'idle' } },
    snapshotting: { description: 'Copies what changed on the nodes since the last pod', entry: 'takeSnapshot', on: { NEXT: 'preFiltering', NO_NODES: 'handlingFailure' } },
    preFiltering: { description: 'Plugins look at the pod before single nodes', entry: 'preFilter', on: { NEXT: 'filtering', REJECTED: 'postFiltering' } },
    filtering: { description: 'Asks each node whether the pod may run there', entry: 'filter', on: { SEVERAL_FIT: 'preScoring', ONE_FITS: 'reserving', NONE_FIT: 'postFiltering' } },
    postFiltering: { description: 'No node fits: would removing other pods help?', entry: 'postFilter', on: { CANDIDATE: 'preempting', NEXT: 'handlingFailure' } },
    preempting: { description: 'Evicts less important pods to make room', entry: 'preempt', on: { NEXT: 'handlingFailure' } },
    preScoring: { description: 'Plugins look at the pod and the nodes that fit', entry: 'preScore', on: { NEXT: 'scoring' } },
    scoring: { description: 'Every plugin gives every node points', entry: 'score', on: { NEXT: 'normalizing' } },
    normalizing: { description: 'Brings points into 0 to 100 and weighs them', entry: 'normalize', on: { NEXT: 'selecting' } },
    selecting: { description: 'Takes the best node, one of the best at random', entry: 'select', on: { NEXT: 'reserving' } },
    reserving: { description: 'Counts the pod on the node from now on', entry: 'reserve', on: { NEXT: 'permitting', FAILED: 'handlingFailure' } },
    permitting: { description: 'Plugins may ask to wait before binding', entry: 'permit', on: { NEXT: 'assumed' } },
    assumed: { description: 'A binding cycle takes over; the next pod can come', entry: 'startBinding', on: { NEXT: 'idle' } },
    handlingFailure: { description: 'Puts the pod back and says why', entry: 'handleFailure', on: { PATCH: 'patchingStatus', NEXT: 'idle' } },
    patchingStatus: { description: 'Writes the condition PodScheduled=False', entry: 'patchStatus', on: { NEXT: 'idle' } },
  },
});
