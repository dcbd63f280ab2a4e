import { setup } from 'xstate';

export type ConnectionEvent = { readonly type: 'ANSWERED' } | { readonly type: 'REFUSED' };

export const connectionMachine = setup({
  types: { events: {} as ConnectionEvent },
  actions: { accept: () => {}, reply: () => {} },
}).createMachine({
  id: 'pod connection',
  description: 'A connection to a port of a pod: a process of the pod listens there and answers, or nobody does.',
  initial: 'accepting',
  states: {
    accepting: { entry: 'accept', on: { ANSWERED: 'answered', REFUSED: 'refused' } },
    answered: { type: 'final', entry: 'reply' },
    refused: { type: 'final', entry: 'reply' },
  },
});
