import { setup } from 'xstate';
import type { PluginEvent } from './plugin';

export const bridgeMachine = setup({
  types: { events: {} as PluginEvent },
  actions: {
    choose: () => {}, setUpBridge: () => {}, createVeth: () => {}, delegateIpam: () => {}, configure: () => {}, addMasquerade: () => {},
    removeVeth: () => {}, succeed: () => {}, fail: () => {},
  },
}).createMachine({
  id: 'bridge plugin',
  description: 'Connects the pod to a bridge on the node by a pair of virtual interfaces, with an address from the IPAM plugin.',
  initial: 'parsingConfig',
  states: {
    parsingConfig: { entry: 'choose', on: { ADD: 'settingUpBridge', DEL: 'releasingAddress' } },
    settingUpBridge: { entry: 'setUpBridge', on: { NEXT: 'creatingVethPair' } },
    creatingVethPair: { entry: 'createVeth', on: { NEXT: 'delegatingIpam' } },
    delegatingIpam: { entry: 'delegateIpam', on: { NEXT: 'configuringInterface', FAILED: 'failed' } },
    configuringInterface: { entry: 'configure', on: { NEXT: 'addingMasquerade', SKIP: 'done' } },
    addingMasquerade: { entry: 'addMasquerade', on: { NEXT: 'done' } },
    releasingAddress: { entry: 'delegateIpam', on: { NEXT: 'removingVethPair', FAILED: 'failed' } },
    removingVethPair: { entry: 'removeVeth', on: { NEXT: 'done' } },
    done: { type: 'final', entry: 'succeed' },
    failed: { type: 'final', entry: 'fail' },
  },
});
