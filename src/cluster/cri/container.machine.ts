import { setup } from 'xstate';

export type ContainerEvent = { readonly type: 'STARTED' } | { readonly type: 'EXITED' } | { readonly type: 'REMOVED' };

/** The life of one container. */
export const containerMachine = setup({
  types: { events: {} as ContainerEvent },
}).createMachine({
  id: 'container',
  description: 'One container as the runtime keeps it.',
  initial: 'created',
  states: {
    created: { on: { STARTED: 'running', EXITED: 'exited', REMOVED: 'removed' } },
    running: { on: { EXITED: 'exited' } },
    exited: { on: { REMOVED: 'removed' } },
    removed: { type: 'final' },
  },
});
