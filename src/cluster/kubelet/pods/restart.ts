import type { Container, Pod, PodStatus } from '../../../api/types';
import { containerNamed, type RuntimePodStatus } from '../runtime/pod-status';
import { isBeingDeleted } from './pod';

/** Whether the next sync will start this container (again). Models pkg/kubelet/container/helpers.go ShouldContainerBeRestarted. */
export function shouldBeRestarted(container: Container, pod: Pod, seen: RuntimePodStatus): boolean {
  if (isBeingDeleted(pod)) return false;
  const status = containerNamed(seen, container.name);
  if (status === undefined) return true;
  if (status.state === 'CONTAINER_RUNNING') return false;
  if (status.state === 'CONTAINER_CREATED') return true;
  const policy = container.restartPolicy ?? pod.spec.restartPolicy;
  if (policy === 'Never') return false;
  return policy === 'Always' || status.exitCode !== 0;
}

/** No container of the status runs. Models pkg/kubelet/kubelet_pods.go notRunning. */
export const notRunning = (status: PodStatus): boolean =>
  [...(status.containerStatuses ?? []), ...(status.initContainerStatuses ?? [])].every((c) => c.state?.running === undefined);
