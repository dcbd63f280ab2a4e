import { ending, kubelet, NEWS, REMOVAL, runtime } from './on-node';
import type { Rule } from './rule';

/** How a pod ends on its node: SIGTERM, grace, SIGKILL, the sandbox, the last DELETE. */
export const TERMINATION_RULES: readonly Rule[] = [
  kubelet('kubelet.kill', 'pod worker', ['stoppingContainers'], ending('kubelet')),
  kubelet('kubelet.preStop', 'container killer', ['runningPreStop'], ending('kubelet')),
  kubelet('kubelet.stop', 'container killer', ['announcing', 'stoppingContainer', 'stopped'], ending('kubelet')),
  runtime('cri.stop', 'StopContainer', ['sendingSigterm', 'waitingForExit', 'reapingTask', 'stopped'], ending('runtime')),
  runtime('cri.kill', 'StopContainer', ['sendingSigkill'], ending('runtime')),
  kubelet('kubelet.stopSandbox', 'pod worker', ['stoppingSandbox', 'confirmingStopped'], REMOVAL),
  runtime('cri.stopSandbox', 'StopPodSandbox', ['stoppingContainers', 'detachingNetwork', 'stoppingPause', 'stopped'], REMOVAL),
  kubelet('kubelet.unmount', 'volume', ['unmounting', 'unmounted'], { ...REMOVAL, onlyOnWay: true }),
  kubelet('kubelet.cleanUp', 'pod worker', ['unmountingVolumes', 'removingCgroup', 'terminated', 'finished'], REMOVAL),
  kubelet('kubelet.remove', 'status manager', ['checkingDeletion', 'deletingPod'], { ...REMOVAL, tell: 'last', when: (span, { fact }) => span.state === 'deletingPod' || fact(span.subject)?.deleting === true }),
  kubelet('kubelet.settled', 'status manager', ['checkingDeletion'], { ...NEWS, onlyOnWay: true }),
  kubelet('kubelet.collect', 'container garbage collector', ['choosing', 'removingContainer', 'stoppingSandbox', 'removingSandbox'], { ...REMOVAL, onlyOnWay: true }),
  runtime('cri.remove', 'RemoveContainer', ['removing', 'removed'], { ...REMOVAL, onlyOnWay: true }),
];
