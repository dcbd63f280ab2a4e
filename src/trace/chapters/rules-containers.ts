import { ending, runtime } from './on-node';
import type { Rule, RuleContext } from './rule';
import type { SpanView } from '../types';

/** The pod has had a container that ended, in an earlier try. */
const hasRunBefore = (span: SpanView, { fact }: RuleContext): boolean => {
  const known = fact(span.subject);
  return known !== undefined && (known.restarts > 0 || /BackOff|Error|OOMKilled|ExitCode|Completed/.test(known.word)) && !/Image|^Init/.test(known.word);
};

/** The container runtime: sandbox, image, containers. */
export const CONTAINER_RULES: readonly Rule[] = [
  runtime('cri.sandbox', 'RunPodSandbox', ['leasing', 'creatingNetns', 'attachingNetwork']),
  runtime('cri.pause', 'RunPodSandbox', ['startingPause', 'ready']),
  runtime('cri.sandboxFails', 'RunPodSandbox', ['failed'], { bad: true }),
  runtime('cri.pull', 'PullImage', ['resolvingReference', 'fetchingLayers', 'unpacking', 'pulled']),
  runtime('cri.pullFails', 'PullImage', ['failed'], { bad: true }),
  runtime('cri.create', 'CreateContainer', ['preparingSnapshot', 'writingSpec', 'created']),
  runtime('cri.createFails', 'CreateContainer', ['failed'], { bad: true }),
  runtime('cri.restart', 'StartContainer', ['creatingTask', 'startingTask', 'running'], { when: hasRunBefore, tell: 'last' }),
  runtime('cri.start', 'StartContainer', ['creatingTask', 'startingTask', 'running']),
  runtime('cri.startFails', 'StartContainer', ['failed'], { bad: true }),
  runtime('cri.runs', 'container', ['created', 'running'], { onlyOnWay: true }),
  runtime('cri.exit', 'container', ['exited'], ending('runtime')),
  runtime('cri.exec', 'ExecSync', ['enteringNamespaces', 'executing', 'finished', 'timedOut', 'failed']),
  runtime('cri.connect', 'pod connection', ['accepting', 'answered', 'refused'], { ...ending('runtime'), onlyOnWay: true }),
  runtime('cri.read', 'runtime read', ['reading', 'answered'], { ...ending('runtime'), onlyOnWay: true }),
];
