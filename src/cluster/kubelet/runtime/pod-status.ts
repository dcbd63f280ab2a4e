import type { CriContainerStatus, PodSandboxStatus } from '../../../api/cri';

/** What the runtime was last seen to have of one pod. Models pkg/kubelet/container/runtime.go PodStatus. */
export interface RuntimePodStatus {
  /** Newest first. */
  readonly sandboxes: readonly PodSandboxStatus[];
  /** Newest first; several attempts of one container stand behind each other. */
  readonly containers: readonly CriContainerStatus[];
  /** The pod's address, kept when its sandbox has stopped. */
  readonly ip: string;
}

export const NOTHING_SEEN: RuntimePodStatus = { sandboxes: [], containers: [], ip: '' };

/** The newest attempt of a container. */
export const containerNamed = (status: RuntimePodStatus, name: string): CriContainerStatus | undefined => status.containers.find((c) => c.metadata.name === name);

export const isRunning = (status: CriContainerStatus): boolean => status.state === 'CONTAINER_RUNNING';
export const hasExited = (status: CriContainerStatus): boolean => status.state === 'CONTAINER_EXITED';
