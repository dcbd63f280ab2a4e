import { setup } from 'xstate';
import type { CallEvent } from './runtime';

export const runPodSandboxMachine = setup({
  types: { events: {} as CallEvent },
  actions: { lease: () => {}, createNetns: () => {}, attachNetwork: () => {}, startPause: () => {}, succeed: () => {}, fail: () => {} },
}).createMachine({
  id: 'RunPodSandbox',
  description: 'Makes the pod’s shared environment: a network namespace with an address, then the pause process that holds it open.',
  initial: 'leasing',
  states: {
    leasing: { entry: 'lease', on: { NEXT: 'creatingNetns', SKIP: 'startingPause' } },
    creatingNetns: { entry: 'createNetns', on: { NEXT: 'attachingNetwork' } },
    attachingNetwork: { entry: 'attachNetwork', on: { NEXT: 'startingPause', FAILED: 'failed' } },
    startingPause: { entry: 'startPause', on: { NEXT: 'ready' } },
    ready: { type: 'final', entry: 'succeed' },
    failed: { type: 'final', entry: 'fail' },
  },
});

export const stopPodSandboxMachine = setup({
  types: { events: {} as CallEvent },
  actions: { stopContainers: () => {}, detachNetwork: () => {}, stopPause: () => {}, succeed: () => {} },
}).createMachine({
  id: 'StopPodSandbox',
  description: 'Takes the pod off the network and ends its pause process. Stopping a stopped one does it again and changes nothing.',
  initial: 'stoppingContainers',
  states: {
    stoppingContainers: { entry: 'stopContainers', on: { NEXT: 'detachingNetwork', SKIP: 'stoppingPause' } },
    detachingNetwork: { entry: 'detachNetwork', on: { NEXT: 'stoppingPause' } },
    stoppingPause: { entry: 'stopPause', on: { NEXT: 'stopped' } },
    stopped: { type: 'final', entry: 'succeed' },
  },
});
