import { setup } from 'xstate';

export type ExecEvent = { readonly type: 'NEXT' } | { readonly type: 'REFUSED' };

/** Models pkg/kubelet/server/server.go getExec, pkg/kubelet/kubelet_pods.go GetExec. */
export const execMachine = setup({
  types: { events: {} as ExecEvent },
  actions: { find: () => {}, prepare: () => {}, stream: () => {}, answer: () => {} },
}).createMachine({
  id: 'kubelet exec',
  description: 'One command that kube-apiserver asks the kubelet to run in a container.',
  initial: 'findingContainer',
  states: {
    findingContainer: { description: 'Is there such a container, and does it run?', entry: 'find', on: { NEXT: 'preparingCommand', REFUSED: 'answered' } },
    preparingCommand: { description: 'Asks the runtime to prepare the command; it says where to connect.', entry: 'prepare', on: { NEXT: 'streaming', REFUSED: 'answered' } },
    streaming: { description: 'Connects there, which starts the command, and passes its streams on until it ends.', entry: 'stream', on: { NEXT: 'answered' } },
    answered: { description: 'Output and exit code go back to the API server.', entry: 'answer', type: 'final' },
  },
});
