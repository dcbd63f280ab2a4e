import { setup } from 'xstate';

export type ExecEvent = { readonly type: 'NEXT' } | { readonly type: 'EXITED' } | { readonly type: 'TIMED_OUT' } | { readonly type: 'FAILED' };

export const execSyncMachine = setup({
  types: { events: {} as ExecEvent },
  actions: { enter: () => {}, run: () => {}, succeed: () => {}, timeOut: () => {}, fail: () => {} },
}).createMachine({
  id: 'ExecSync',
  description: 'Runs a command inside a running container and waits for its end.',
  initial: 'enteringNamespaces',
  states: {
    enteringNamespaces: { entry: 'enter', on: { NEXT: 'executing', FAILED: 'failed' } },
    executing: { entry: 'run', on: { EXITED: 'finished', TIMED_OUT: 'timedOut' } },
    finished: { type: 'final', entry: 'succeed' },
    timedOut: { type: 'final', entry: 'timeOut' },
    failed: { type: 'final', entry: 'fail' },
  },
});
