import type { ContainerStatus, Pod, PodPhase, PodStatus } from '../../../api/types';
import type { Mutable } from '../../../base/mutable';
import type { KubeletBehaviour } from '../../versions';
import { isSidecar } from '../pods/pod';
import { qosClass } from '../containers/qos';
import type { RuntimePodStatus } from '../runtime/pod-status';
import { sandboxChanged } from '../pods/sandbox';
import { containersReady, initialized, ready, type Finding } from './conditions';
import { containerStatuses, type StartFailure } from './container-status';
import { phaseOf } from './phase';

/** What the probes say of a container. */
export interface ProbeView {
  /** Its startup probe has succeeded, or it has none. */
  readonly started: (container: string, containerId: string) => boolean;
  /** Its readiness probe has succeeded last, or it has none. */
  readonly ready: (container: string, containerId: string) => boolean;
}

export interface GenerateInput {
  readonly pod: Pod;
  readonly seen: RuntimePodStatus;
  /** The status last set, or that of the API object. */
  readonly previous: PodStatus;
  readonly failures: (container: string) => StartFailure | undefined;
  readonly probes: ProbeView;
  readonly hostIP: string;
  readonly behaviour: KubeletBehaviour;
  /** The containers have ended and will not be started again. */
  readonly terminal: boolean;
  /** Somebody decided that the pod is over. */
  readonly verdict: { readonly reason: string; readonly message: string } | undefined;
}

/** A pod's status before it is merged with what others wrote: conditions still lack their times. */
export interface GeneratedStatus {
  readonly status: Omit<PodStatus, 'conditions' | 'startTime'>;
  readonly findings: readonly Finding[];
}

/** Models pkg/kubelet/kubelet_pods.go generateAPIPodStatus, convertStatusToAPIStatus. */
export function generateStatus(input: GenerateInput): GeneratedStatus {
  const { pod, seen, previous, behaviour, failures, terminal } = input;
  const { initContainers = NONE } = pod.spec;
  const init = initContainers.length === 0 ? NO_STATUSES
    : containerStatuses({ pod, seen, failures, behaviour, containers: initContainers, previous: previous.initContainerStatuses, init: true }).map((s) => withInitProbes(s, input));
  const main = containerStatuses({ pod, seen, failures, behaviour, containers: pod.spec.containers, previous: previous.containerStatuses, init: false }).map((s) => withProbes(s, input));
  const base: Mutable<Omit<GeneratedStatus['status'], 'phase'>> = {};
  if (behaviour.observedGeneration && pod.metadata.generation !== undefined) base.observedGeneration = pod.metadata.generation;
  addAddresses(base, input);
  if (init.length > 0) base.initContainerStatuses = init;
  base.containerStatuses = main;
  base.qosClass = qosClass(pod);
  if (input.verdict !== undefined && !behaviour.deadlineKeepsStatus) {
    const { hostIP: _hostIP, ...rest } = base;
    const containers = main.map(({ started: _started, ...s }) => ({ ...s, ready: false }));
    return { status: { ...rest, containerStatuses: containers, phase: 'Failed', ...input.verdict }, findings: [] };
  }
  const phase = input.verdict !== undefined ? 'Failed' : keepTerminal(previous.phase, phaseOf(pod, init, main, terminal));
  const containers = containersReady(pod, main, phase, behaviour);
  const findings: Finding[] = [initialized(pod, init, phase), ready(pod, containers), containers, { type: 'PodScheduled', status: 'True' }];
  if (behaviour.readyToStartCondition) findings.unshift({ type: 'PodReadyToStartContainers', status: !terminal && !sandboxChanged(pod, seen).changed ? 'True' : 'False' });
  const status: Mutable<GeneratedStatus['status']> = { ...base, phase };
  if (phase === 'Failed' && previous.phase === 'Failed' && previous.reason !== undefined) {
    status.reason = previous.reason;
    if (previous.message !== undefined) status.message = previous.message;
  }
  return { status: input.verdict === undefined ? status : { ...status, ...input.verdict }, findings };
}

const NONE: NonNullable<Pod['spec']['initContainers']> = [];
const NO_STATUSES: readonly ContainerStatus[] = [];

/** A pod that has failed or succeeded stays so. */
const keepTerminal = (before: PodPhase, now: PodPhase): PodPhase => (before === 'Failed' || before === 'Succeeded' ? before : now);

function addAddresses(status: Mutable<Partial<PodStatus>>, { pod, seen, hostIP, behaviour }: GenerateInput): void {
  const ip = pod.spec.hostNetwork === true ? hostIP : seen.ip;
  status.hostIP = hostIP;
  if (behaviour.hostIPs) status.hostIPs = [{ ip: hostIP }];
  if (ip === '') return;
  status.podIP = ip;
  status.podIPs = [{ ip }];
}

const idOf = (status: ContainerStatus): string => (status.containerID ?? '').replace('containerd://', '');

// Models pkg/kubelet/prober/prober_manager.go UpdatePodStatus
function withProbes(status: ContainerStatus, { probes }: GenerateInput): ContainerStatus {
  const running = status.state?.running !== undefined;
  const started = running && probes.started(status.name, idOf(status));
  return { ...status, started, ready: started && probes.ready(status.name, idOf(status)) };
}

function withInitProbes(status: ContainerStatus, input: GenerateInput): ContainerStatus {
  const container = input.pod.spec.initContainers?.find((c) => c.name === status.name);
  if (container !== undefined && isSidecar(container)) return withProbes(status, input);
  const done = status.state?.terminated?.exitCode === 0;
  return { ...status, ready: done, ...(input.behaviour.initContainersReportStarted ? { started: status.state?.running !== undefined } : {}) };
}
