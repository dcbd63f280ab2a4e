import { nameOf, resourceOf, type Params, type Rule, type RuleContext, type SpanRule } from './rule';
import { nodeOf } from '../components';
import type { ComponentId, SpanView } from '../types';

const podAndNode = (span: SpanView): Params => ({ pod: nameOf(span.subject), node: span.node ?? '' });

const podAfter = (span: SpanView, { fact }: RuleContext): Params => ({ ...podAndNode(span), word: fact(span.subject, 'after')?.word ?? '' });

const on = (component: ComponentId, chapter: string) => (id: string, machine: string, states: readonly string[], more: Partial<SpanRule> = {}): SpanRule => ({
  on: 'span', id, chapter, component, machine, states, params: podAndNode, ...more,
});
const kubelet = on('kubelet', 'kubelet');
const runtime = on('containerd', 'runtime');
const network = on('cni', 'runtime');

const IN_RUNTIME = { chapter: 'runtime' } as const;
const NEWS = { chapter: 'status', tell: 'last' } as const;

/** kubelet, container runtime and network plugins. */
export const NODE_RULES: readonly Rule[] = [
  kubelet('kubelet.see', 'reflector', ['watching'], { when: (span) => resourceOf(span.subject) === 'pods' }),
  kubelet('kubelet.admit', 'pod worker', ['admitting']),
  kubelet('kubelet.cgroup', 'pod worker', ['creatingCgroup']),
  kubelet('kubelet.directories', 'pod worker', ['creatingDataDirs']),
  kubelet('kubelet.volumes', 'pod worker', ['mountingVolumes']),
  kubelet('kubelet.volumeFails', 'volume', ['backingOff'], { bad: true }),
  kubelet('kubelet.secrets', 'pod worker', ['fetchingPullSecrets']),
  kubelet('kubelet.sync', 'pod worker', ['computingActions']),
  kubelet('kubelet.image', 'pod worker', ['checkingImage'], IN_RUNTIME),
  kubelet('kubelet.postStart', 'pod worker', ['runningPostStart'], IN_RUNTIME),
  kubelet('kubelet.failure', 'pod worker', ['recordingFailure'], { ...IN_RUNTIME, bad: true }),
  kubelet('kubelet.probe', 'probe worker', ['probing', 'judgingResult'], NEWS),
  kubelet('kubelet.kill', 'pod worker', ['killingContainers', 'stoppingContainers']),
  kubelet('kubelet.cleanUp', 'pod worker', ['unmountingVolumes', 'removingCgroup', 'terminated'], { chapter: 'removal' }),
  { on: 'message', id: 'kubelet.pleg', kind: 'channel', from: 'kubelet', to: 'kubelet', label: /^PLEG /, ...NEWS, params: (message) => ({ pod: nameOf(message.subject), node: nodeOf(message.to) ?? '' }) },
  kubelet('kubelet.status', 'status manager', ['patchingStatus'], { ...NEWS, params: podAfter }),
  kubelet('kubelet.remove', 'status manager', ['deletingPod'], { chapter: 'removal' }),
  runtime('cri.sandbox', 'RunPodSandbox', ['leasing', 'creatingNetns', 'attachingNetwork']),
  network('cni.bridge', 'bridge plugin', ['settingUpBridge', 'creatingVethPair', 'delegatingIpam']),
  network('cni.address', 'host-local plugin', ['allocatingAddress']),
  network('cni.configure', 'bridge plugin', ['configuringInterface', 'addingMasquerade']),
  network('cni.portmap', 'portmap plugin', ['lookingForHostPorts', 'programmingRules']),
  network('cni.fails', 'bridge plugin', ['failed'], { bad: true }),
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
  network('cni.release', 'bridge plugin', ['releasingAddress', 'removingVethPair']),
];
