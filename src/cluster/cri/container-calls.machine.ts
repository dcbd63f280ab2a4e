import { setup } from 'xstate';
import type { CallEvent } from './runtime';

export type StopEvent = CallEvent | { readonly type: 'EXITED' } | { readonly type: 'GRACE_OVER' };

export const createContainerMachine = setup({
  types: { events: {} as CallEvent },
  actions: { prepare: () => {}, write: () => {}, succeed: () => {}, fail: () => {} },
}).createMachine({
  id: 'CreateContainer',
  description: 'Lays a writable layer over the image and writes down how the container is to run.',
  initial: 'preparingSnapshot',
  states: {
    preparingSnapshot: { entry: 'prepare', on: { NEXT: 'writingSpec', FAILED: 'failed' } },
    writingSpec: { entry: 'write', on: { NEXT: 'created' } },
    created: { type: 'final', entry: 'succeed' },
    failed: { type: 'final', entry: 'fail' },
  },
});

export const startContainerMachine = setup({
  types: { events: {} as CallEvent },
  actions: { create: () => {}, start: () => {}, succeed: () => {}, fail: () => {} },
}).createMachine({
  id: 'StartContainer',
  description: 'Makes the process in its namespaces and control group, then lets it run.',
  initial: 'creatingTask',
  states: {
    creatingTask: { entry: 'create', on: { NEXT: 'startingTask', FAILED: 'failed' } },
    startingTask: { entry: 'start', on: { NEXT: 'running' } },
    running: { type: 'final', entry: 'succeed' },
    failed: { type: 'final', entry: 'fail' },
  },
});

export const stopContainerMachine = setup({
  types: { events: {} as StopEvent },
  actions: { sendTerm: () => {}, waitForExit: () => {}, sendKill: () => {}, report: () => {}, succeed: () => {} },
}).createMachine({
  id: 'StopContainer',
  description: 'Asks the process to end, waits for as long as it may take, then kills it.',
  initial: 'sendingSigterm',
  states: {
    sendingSigterm: { entry: 'sendTerm', on: { NEXT: 'waitingForExit', SKIP: 'stopped' } },
    waitingForExit: { entry: 'waitForExit', on: { EXITED: 'reapingTask', GRACE_OVER: 'sendingSigkill' } },
    sendingSigkill: { entry: 'sendKill', on: { EXITED: 'reapingTask' } },
    reapingTask: { entry: 'report', on: { NEXT: 'stopped' } },
    stopped: { type: 'final', entry: 'succeed' },
  },
});

export const removeContainerMachine = setup({
  types: { events: {} as CallEvent },
  actions: { remove: () => {}, succeed: () => {} },
}).createMachine({
  id: 'RemoveContainer',
  description: 'Deletes what is left of a container: its layer, its record, its log.',
  initial: 'removing',
  states: { removing: { entry: 'remove', on: { NEXT: 'removed' } }, removed: { type: 'final', entry: 'succeed' } },
});
