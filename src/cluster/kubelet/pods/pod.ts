import type { Container, Pod } from '../../../api/types';
import { parseTime } from '../../../api/time';
import type { EventSubject } from '../../client/event-recorder';

/** `web_default(cedf2b7a-…)`: how the kubelet writes a pod in its messages. Models pkg/kubelet/util/format pod.go Pod. */
export const formatPod = (pod: Pod): string => `${pod.metadata.name}_${pod.metadata.namespace ?? ''}(${pod.metadata.uid ?? ''})`;

export const podKey = (pod: Pod): string => `${pod.metadata.namespace ?? ''}/${pod.metadata.name}`;
export const podSubject = (pod: Pod): string => `pods/${podKey(pod)}`;
export const podUid = (pod: Pod): string => pod.metadata.uid ?? '';

/** All containers that the spec names, init containers first. */
export const allContainers = (pod: Pod): readonly Container[] => [...(pod.spec.initContainers ?? []), ...pod.spec.containers];

/** Init containers with restartPolicy Always keep running: sidecars. */
export const isSidecar = (container: Container): boolean => container.restartPolicy === 'Always';

export const isBeingDeleted = (pod: Pod): boolean => pod.metadata.deletionTimestamp !== undefined;

/** Seconds that the pod's containers get to end. Models pkg/kubelet/kuberuntime/kuberuntime_container.go killContainer. */
export const gracePeriodOf = (pod: Pod): number => pod.metadata.deletionGracePeriodSeconds ?? pod.spec.terminationGracePeriodSeconds;

/** Microseconds since 1970 of a timestamp in an object. */
export const timeOf = (text: string | undefined): number | undefined => (text === undefined ? undefined : parseTime(text));

/** Events about a container name its field. */
export function containerRef(pod: Pod, container: Container): EventSubject {
  const init = (pod.spec.initContainers ?? []).includes(container);
  return {
    kind: 'Pod', apiVersion: 'v1', namespace: pod.metadata.namespace, name: pod.metadata.name, uid: podUid(pod), resourceVersion: pod.metadata.resourceVersion,
    fieldPath: `spec.${init ? 'initContainers' : 'containers'}{${container.name}}`,
  };
}
