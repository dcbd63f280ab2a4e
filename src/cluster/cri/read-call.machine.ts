import { setup } from 'xstate';

export type ReadEvent = { readonly type: 'NEXT' };

export const readMachine = setup({
  types: { events: {} as ReadEvent },
  actions: { read: () => {}, reply: () => {} },
}).createMachine({
  id: 'runtime read',
  description: 'Looks something up in the runtime’s records.',
  initial: 'reading',
  states: { reading: { entry: 'read', on: { NEXT: 'answered' } }, answered: { type: 'final', entry: 'reply' } },
});
