import { setup } from 'xstate';
import type { PluginEvent } from './plugin';

export const loopbackMachine = setup({
  types: { events: {} as PluginEvent },
  actions: { choose: () => {}, work: () => {}, succeed: () => {} },
}).createMachine({
  id: 'loopback plugin',
  description: 'Brings the loopback interface of the new network namespace up.',
  initial: 'parsingConfig',
  states: {
    parsingConfig: { entry: 'choose', on: { ADD: 'bringingUp', DEL: 'bringingDown' } },
    bringingUp: { entry: 'work', on: { NEXT: 'done' } },
    bringingDown: { entry: 'work', on: { NEXT: 'done' } },
    done: { type: 'final', entry: 'succeed' },
  },
});
