import type { KubeObject } from '../../api/types';

/** What the watches tell the scheduler that might make a pod schedulable. Models pkg/scheduler/framework/events.go */
export type ClusterEvent = {
  readonly resource: 'AssignedPod' | 'UnscheduledPod' | 'Node' | 'PersistentVolume' | 'PersistentVolumeClaim' | 'StorageClass' | 'Service' | 'Namespace';
  readonly change: 'Add' | 'Update' | 'Delete';
  /** Of an update: which parts. */
  readonly parts: ReadonlySet<ClusterEventPart>;
  readonly before: KubeObject | undefined;
  readonly after: KubeObject | undefined;
};

export type ClusterEventPart = 'allocatable' | 'labels' | 'taints' | 'conditions' | 'resources' | 'tolerations' | 'gates';

const NO_PARTS: ReadonlySet<ClusterEventPart> = new Set<ClusterEventPart>();

export const added = (resource: ClusterEvent['resource'], after: KubeObject): ClusterEvent => ({ resource, change: 'Add', parts: NO_PARTS, before: undefined, after });
export const deleted = (resource: ClusterEvent['resource'], before: KubeObject): ClusterEvent => ({ resource, change: 'Delete', parts: NO_PARTS, before, after: undefined });
export const updated = (resource: ClusterEvent['resource'], before: KubeObject, after: KubeObject, parts: ReadonlySet<ClusterEventPart> = NO_PARTS): ClusterEvent => ({ resource, change: 'Update', parts, before, after });

/** `AssignedPodDelete`, `NodeUpdate`: how the log names it. */
export const eventLabel = (e: ClusterEvent): string => e.resource + e.change;
