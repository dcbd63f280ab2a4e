import { kubelet, runtime } from './on-node';
import type { Rule } from './rule';

const NODE = { chapter: 'node' } as const;

/** What the node itself is asked, past etcd: to run a command in a container, or what a container has written. */
export const EXEC_RULES: readonly Rule[] = [
  kubelet('kubelet.findContainer', 'kubelet exec', ['findingContainer'], NODE),
  kubelet('kubelet.prepareExec', 'kubelet exec', ['preparingCommand'], NODE),
  kubelet('kubelet.streamExec', 'kubelet exec', ['streaming'], NODE),
  kubelet('kubelet.answerExec', 'kubelet exec', ['answered'], NODE),
  kubelet('kubelet.readLog', 'kubelet logs', ['readingLog', 'answered'], NODE),
  runtime('cri.prepareExec', 'runtime read', ['reading', 'answered'], { ...NODE, when: (_, { news }) => news === 'Exec' }),
  runtime('cri.enterContainer', 'streaming exec', ['enteringNamespaces'], NODE),
  runtime('cri.streamExec', 'streaming exec', ['executing', 'finished'], NODE),
  runtime('cri.streamExecFails', 'streaming exec', ['failed', 'timedOut'], { ...NODE, bad: true }),
];
