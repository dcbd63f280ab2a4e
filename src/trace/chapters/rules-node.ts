import { nameOf, type Params, type Rule, type SpanRule } from './rule';
import type { ComponentId, SpanView } from '../types';

const podAndNode = (span: SpanView): Params => ({ pod: nameOf(span.subject), node: span.node ?? '' });

const on = (component: ComponentId, chapter: string) => (id: string, machine: string, states: readonly string[], more: Partial<SpanRule> = {}): SpanRule => ({
  on: 'span', id, chapter, component, machine, states, params: podAndNode, ...more,
});
const kubelet = on('kubelet', 'kubelet');
const runtime = on('containerd', 'runtime');
const network = on('cni', 'runtime');

/** kubelet, container runtime and network plugins. */
export const NODE_RULES: readonly Rule[] = [
  kubelet('kubelet.volumes', 'volume', ['waitingForReconciler', 'fetchingContent', 'settingUp']),
  kubelet('kubelet.volumeFails', 'volume', ['backingOff'], { bad: true }),
  kubelet('kubelet.kill', 'container killer', ['announcing', 'runningPreStop', 'stoppingContainer']),
  kubelet('kubelet.pleg', 'PLEG', ['inspectingPod'], { chapter: 'status', last: true }),
  kubelet('kubelet.status', 'status manager', ['gettingPod', 'comparingStatus', 'patchingStatus'], { chapter: 'status', last: true }),
  kubelet('kubelet.remove', 'status manager', ['deletingPod'], { chapter: 'status' }),
  runtime('cri.sandbox', 'RunPodSandbox', ['leasing', 'creatingNetns', 'attachingNetwork']),
  runtime('cri.pause', 'RunPodSandbox', ['startingPause']),
  runtime('cri.sandboxFails', 'RunPodSandbox', ['failed'], { bad: true }),
  runtime('cri.pull', 'PullImage', ['resolvingReference', 'fetchingLayers', 'unpacking']),
  runtime('cri.pullFails', 'PullImage', ['failed'], { bad: true }),
  runtime('cri.create', 'CreateContainer', ['preparingSnapshot', 'writingSpec']),
  runtime('cri.start', 'StartContainer', ['creatingTask', 'startingTask']),
  runtime('cri.startFails', 'StartContainer', ['failed'], { bad: true }),
  runtime('cri.exit', 'container', ['exited']),
  runtime('cri.stop', 'StopContainer', ['sendingSigterm', 'waitingForExit', 'reapingTask']),
  runtime('cri.kill', 'StopContainer', ['sendingSigkill']),
  runtime('cri.stopSandbox', 'StopPodSandbox', ['stoppingContainers', 'detachingNetwork', 'stoppingPause']),
  network('cni.bridge', 'bridge plugin', ['settingUpBridge', 'creatingVethPair', 'delegatingIpam']),
  network('cni.address', 'host-local plugin', ['lockingStore', 'allocatingAddress'], { when: (span) => span.state === 'allocatingAddress' }),
  network('cni.configure', 'bridge plugin', ['configuringInterface', 'addingMasquerade']),
  network('cni.portmap', 'portmap plugin', ['addingRules', 'forwarding']),
  network('cni.release', 'bridge plugin', ['releasingAddress', 'removingVethPair']),
  network('cni.fails', 'bridge plugin', ['failed'], { bad: true }),
];
