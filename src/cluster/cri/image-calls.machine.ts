import { setup } from 'xstate';
import type { CallEvent } from './runtime';

export const pullImageMachine = setup({
  types: { events: {} as CallEvent },
  actions: { resolve: () => {}, fetch: () => {}, unpack: () => {}, succeed: () => {}, fail: () => {} },
}).createMachine({
  id: 'PullImage',
  description: 'Asks the registry what the name stands for, fetches the layers, unpacks them.',
  initial: 'resolvingReference',
  states: {
    resolvingReference: { entry: 'resolve', on: { NEXT: 'fetchingLayers', FAILED: 'failed' } },
    fetchingLayers: { entry: 'fetch', on: { NEXT: 'unpacking' } },
    unpacking: { entry: 'unpack', on: { NEXT: 'pulled' } },
    pulled: { type: 'final', entry: 'succeed' },
    failed: { type: 'final', entry: 'fail' },
  },
});
