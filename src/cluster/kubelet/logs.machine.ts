import { setup } from 'xstate';

export type LogsEvent = { readonly type: 'NEXT' };

/** Models pkg/kubelet/server/server.go getContainerLogs, pkg/kubelet/kubelet_pods.go GetKubeletContainerLogs. */
export const logsMachine = setup({
  types: { events: {} as LogsEvent },
  actions: { read: () => {}, answer: () => {} },
}).createMachine({
  id: 'kubelet logs',
  description: 'One request of kube-apiserver for what a container has written.',
  initial: 'readingLog',
  states: {
    readingLog: { description: 'Finds the container, and reads its log file on the node.', entry: 'read', on: { NEXT: 'answered' } },
    answered: { description: 'The lines go back to the API server.', entry: 'answer', type: 'final' },
  },
});
