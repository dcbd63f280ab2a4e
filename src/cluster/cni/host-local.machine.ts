import { setup } from 'xstate';
import type { PluginEvent } from './plugin';

export const hostLocalMachine = setup({
  types: { events: {} as PluginEvent },
  actions: { choose: () => {}, allocate: () => {}, release: () => {}, succeed: () => {}, fail: () => {} },
}).createMachine({
  id: 'host-local plugin',
  description: 'Address management from files on the node: the next free address of the node’s pod range.',
  initial: 'lockingStore',
  states: {
    lockingStore: { entry: 'choose', on: { ADD: 'allocatingAddress', DEL: 'releasingAddress' } },
    allocatingAddress: { entry: 'allocate', on: { NEXT: 'done', FAILED: 'failed' } },
    releasingAddress: { entry: 'release', on: { NEXT: 'done' } },
    done: { type: 'final', entry: 'succeed' },
    failed: { type: 'final', entry: 'fail' },
  },
});
