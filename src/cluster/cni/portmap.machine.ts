import { setup } from 'xstate';
import type { PluginEvent } from './plugin';

export const portmapMachine = setup({
  types: { events: {} as PluginEvent },
  actions: { choose: () => {}, lookForPorts: () => {}, program: () => {}, remove: () => {}, succeed: () => {} },
}).createMachine({
  id: 'portmap plugin',
  description: 'Forwards ports of the node to ports of the pod, by packet filter rules.',
  initial: 'parsingConfig',
  states: {
    parsingConfig: { entry: 'choose', on: { ADD: 'lookingForHostPorts', DEL: 'removingRules' } },
    lookingForHostPorts: { entry: 'lookForPorts', on: { NEXT: 'programmingRules', SKIP: 'done' } },
    programmingRules: { entry: 'program', on: { NEXT: 'done' } },
    removingRules: { entry: 'remove', on: { NEXT: 'done' } },
    done: { type: 'final', entry: 'succeed' },
  },
});
