import type { CriContainerStatus } from '../../../api/cri';
import type { Container, Pod } from '../../../api/types';
import { containerNamed, isRunning, type RuntimePodStatus } from '../runtime/pod-status';
import { isSidecar } from './pod';
import { shouldBeRestarted } from './restart';
import { sandboxChanged } from './sandbox';

export interface ContainerToKill {
  readonly container: Container;
  readonly status: CriContainerStatus;
  /** What the Killing event says. */
  readonly message: string;
}

/** What one sync has to do to a pod. */
export interface PodActions {
  /** Stop everything, then the sandbox. */
  readonly killPod: boolean;
  readonly createSandbox: boolean;
  readonly sandboxId: string;
  readonly attempt: number;
  /** At most one that is not a sidecar. */
  readonly initContainersToStart: readonly Container[];
  readonly containersToStart: readonly Container[];
  readonly containersToKill: readonly ContainerToKill[];
}

/** What probes have to say about running containers: `liveness` or `startup` when one of them failed for good. */
export type FailedProbe = (containerId: string) => 'liveness' | 'startup' | undefined;

/**
 * Compares a pod's spec with what runs.
 * Models pkg/kubelet/kuberuntime/kuberuntime_manager.go computePodActions, computeInitContainerActions.
 */
export function podActions(pod: Pod, seen: RuntimePodStatus, failedProbe: FailedProbe): PodActions {
  const { changed, attempt, sandboxId } = sandboxChanged(pod, seen);
  const nothing: PodActions = { killPod: false, createSandbox: false, sandboxId, attempt, initContainersToStart: [], containersToStart: [], containersToKill: [] };
  const inits = pod.spec.initContainers ?? [];
  if (changed) {
    const fresh = { ...nothing, killPod: true, createSandbox: true };
    if (pod.spec.restartPolicy === 'Never' && attempt !== 0 && seen.containers.length > 0) return { ...fresh, createSandbox: false };
    const start = pod.spec.containers.filter((c) => !(pod.spec.restartPolicy === 'OnFailure' && succeeded(c, seen)));
    if (start.length === 0 && nextInit(pod, seen).done) return { ...fresh, createSandbox: false };
    const [first] = inits;
    return first === undefined ? { ...fresh, containersToStart: start } : { ...fresh, initContainersToStart: [first] };
  }
  const { done, start, failed } = nextInit(pod, seen);
  if (!done) {
    if (failed && pod.spec.restartPolicy === 'Never') return { ...nothing, killPod: true };
    return { ...nothing, initContainersToStart: start };
  }
  return mainActions(pod, seen, failedProbe, { ...nothing, initContainersToStart: start });
}

function mainActions(pod: Pod, seen: RuntimePodStatus, failedProbe: FailedProbe, base: PodActions): PodActions {
  const toStart: Container[] = [];
  const toKill: ContainerToKill[] = [];
  let keep = 0;
  for (const container of pod.spec.containers) {
    const status = containerNamed(seen, container.name);
    if (status === undefined || !isRunning(status)) {
      if (shouldBeRestarted(container, pod, seen)) toStart.push(container);
      continue;
    }
    const changed = status.image !== '' && definitionChanged(container, status);
    const probe = failedProbe(status.id);
    if (!changed && probe === undefined) {
      keep++;
      continue;
    }
    const restart = changed || pod.spec.restartPolicy !== 'Never';
    const why = changed ? `Container ${container.name} definition changed` : `Container ${container.name} failed ${probe ?? ''} probe`;
    toKill.push({ container, status, message: restart ? `${why}, will be restarted` : why });
    if (restart) toStart.push(container);
  }
  return { ...base, killPod: keep === 0 && toStart.length === 0, containersToStart: toStart, containersToKill: toKill };
}

/** The image of a running pod is the one field of a container that may be changed. */
function definitionChanged(container: Container, status: CriContainerStatus): boolean {
  const tag = container.image.includes(':', container.image.lastIndexOf('/') + 1) ? container.image : `${container.image}:latest`;
  return !status.image.endsWith(tag);
}

const succeeded = (container: Container, seen: RuntimePodStatus): boolean => {
  const status = containerNamed(seen, container.name);
  return status !== undefined && status.state === 'CONTAINER_EXITED' && status.exitCode === 0;
};

/** How far the init containers are: whether all are through, which to start now, whether the last one failed. */
function nextInit(pod: Pod, seen: RuntimePodStatus): { readonly done: boolean; readonly start: readonly Container[]; readonly failed: boolean } {
  const inits = pod.spec.initContainers ?? [];
  // Sidecars that ended are started again, whatever else goes on.
  const sidecars = (upTo: number): readonly Container[] => inits.slice(0, upTo).filter((c) => isSidecar(c) && containerNamed(seen, c.name)?.state === 'CONTAINER_EXITED');
  if (pod.spec.containers.some((c) => containerNamed(seen, c.name) !== undefined)) return { done: true, start: sidecars(inits.length), failed: false };
  for (let i = inits.length - 1; i >= 0; i--) {
    const container = inits[i];
    const status = container === undefined ? undefined : containerNamed(seen, container.name);
    if (container === undefined || status === undefined) continue;
    const through = isSidecar(container) ? isRunning(status) : status.state === 'CONTAINER_EXITED' && status.exitCode === 0;
    if (through) {
      const next = inits[i + 1];
      return next === undefined ? { done: true, start: sidecars(i), failed: false } : { done: false, start: [...sidecars(i), next], failed: false };
    }
    if (isRunning(status)) return { done: false, start: sidecars(i), failed: false };
    return { done: false, start: [...sidecars(i), container], failed: status.state === 'CONTAINER_EXITED' };
  }
  const [first] = inits;
  return first === undefined ? { done: true, start: [], failed: false } : { done: false, start: [first], failed: false };
}
