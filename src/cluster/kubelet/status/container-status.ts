import { formatTime } from '../../../api/time';
import type { Container, ContainerState, ContainerStatus, Pod } from '../../../api/types';
import type { CriContainerStatus } from '../../../api/cri';
import type { Mutable } from '../../../base/mutable';
import type { KubeletBehaviour } from '../../versions';
import { wallMicros } from '../../clock';
import { shouldBeRestarted } from '../pods/restart';
import { containerNamed, hasExited, type RuntimePodStatus } from '../runtime/pod-status';

/** Why a container could not be started, as remembered from the last sync. */
export interface StartFailure {
  readonly reason: string;
  readonly message: string;
}

export interface ConvertInput {
  readonly pod: Pod;
  readonly containers: readonly Container[];
  readonly seen: RuntimePodStatus;
  /** What the API (or the status manager) last said. */
  readonly previous: readonly ContainerStatus[] | undefined;
  readonly init: boolean;
  readonly failures: (container: string) => StartFailure | undefined;
  readonly behaviour: KubeletBehaviour;
}

const time = (micros: number): string => formatTime(wallMicros(micros));

/**
 * The container statuses of a pod from what the runtime shows, what was said before and what failed to start.
 * Models pkg/kubelet/kubelet_pods.go convertToAPIContainerStatuses.
 */
export function containerStatuses(input: ConvertInput): readonly ContainerStatus[] {
  const { pod, containers, seen, previous } = input;
  const waiting: ContainerState = { waiting: { reason: !input.init && (pod.spec.initContainers ?? []).length > 0 ? 'PodInitializing' : input.init ? 'PodInitializing' : 'ContainerCreating' } };
  const statuses = new Map<string, ContainerStatus>();
  for (const container of containers) {
    const old = previous?.find((s) => s.name === container.name);
    const attempts = seen.containers.filter((c) => c.metadata.name === container.name);
    statuses.set(container.name, attempts.length > 0 ? fromAttempts(attempts, container, pod, input) : unseen(container, pod, old, waiting, input));
  }
  for (const container of containers) {
    const status = statuses.get(container.name);
    if (status === undefined) continue;
    const last = containerNamed(seen, container.name);
    if (input.init && last !== undefined && hasExited(last) && last.exitCode === 0) continue;
    if (!shouldBeRestarted(container, pod, seen)) continue;
    const failure = input.failures(container.name);
    if (failure === undefined) continue;
    statuses.set(container.name, {
      ...status,
      ...(status.state?.terminated === undefined ? {} : { lastState: { terminated: status.state.terminated } }),
      state: { waiting: { reason: failure.reason, ...(failure.message === '' ? {} : { message: failure.message }) } },
    });
  }
  const list = [...statuses.values()];
  return input.init ? list : list.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** A container that the runtime does not have (any more). */
function unseen(container: Container, pod: Pod, old: ContainerStatus | undefined, waiting: ContainerState, input: ConvertInput): ContainerStatus {
  if (old?.state?.terminated !== undefined) return old;
  const base = detailed({
    name: container.name, image: container.image, imageID: '', state: waiting, ready: false, lastState: old?.lastState ?? {}, restartCount: old?.restartCount ?? 0,
  }, container, pod, false, input.behaviour);
  // It ran when last heard of: it must have ended, nobody knows how.
  if (old?.state?.running === undefined || base.lastState.terminated !== undefined) return base;
  return {
    ...base, restartCount: base.restartCount + 1,
    lastState: {
      terminated: {
        exitCode: 137, reason: 'ContainerStatusUnknown', message: 'The container could not be located when the pod was deleted.  The container used to be Running',
        startedAt: null, finishedAt: null,
      },
    },
  };
}

function fromAttempts(attempts: readonly CriContainerStatus[], container: Container, pod: Pod, input: ConvertInput): ContainerStatus {
  const [newest, before] = attempts;
  if (newest === undefined) throw new Error('invariant: a container without attempts');
  return detailed({
    name: container.name, containerID: `containerd://${newest.id}`, image: newest.image, imageID: newest.imageRef, state: stateOf(newest),
    lastState: before === undefined ? {} : stateOf(before), ready: false, restartCount: newest.metadata.attempt,
  }, container, pod, newest.state === 'CONTAINER_RUNNING', input.behaviour);
}

function stateOf(c: CriContainerStatus): ContainerState {
  switch (c.state) {
    case 'CONTAINER_RUNNING': return { running: { startedAt: time(c.startedAt) } };
    case 'CONTAINER_CREATED': return { waiting: {} };
    case 'CONTAINER_EXITED':
      return {
        terminated: {
          exitCode: c.exitCode, reason: c.reason, ...(c.message === '' ? {} : { message: c.message }),
          startedAt: c.startedAt === 0 ? '1970-01-01T00:00:00Z' : time(c.startedAt), finishedAt: time(c.finishedAt), containerID: `containerd://${c.id}`,
        },
      };
  }
}

/** With what newer kubelets add to each status. */
function detailed(status: Mutable<ContainerStatus>, container: Container, pod: Pod, running: boolean, behaviour: KubeletBehaviour): ContainerStatus {
  if (!behaviour.detailedContainerStatus) return status;
  const mounts = container.volumeMounts ?? [];
  if (mounts.length > 0) {
    status.volumeMounts = mounts.map(({ name, mountPath, readOnly }) => (readOnly === true ? { name, mountPath, readOnly, recursiveReadOnly: 'Disabled' } : { name, mountPath }));
  }
  if (!running) return status;
  const { securityContext } = pod.spec;
  const uid = container.securityContext?.runAsUser ?? securityContext.runAsUser ?? 0;
  const gid = container.securityContext?.runAsGroup ?? securityContext.runAsGroup ?? 0;
  if (container.resources.requests !== undefined) status.allocatedResources = container.resources.requests;
  status.resources = container.resources;
  status.user = { linux: { uid, gid, supplementalGroups: [gid, ...(securityContext.supplementalGroups ?? [])] } };
  return status;
}
