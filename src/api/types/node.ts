/** core/v1 Node. */
import type { ConditionStatus, ObjectMeta } from './meta';
import type { ObjectReference, TaintEffect } from './pod';
import type { ResourceList } from './resources';

export interface Taint {
  readonly key: string;
  readonly value?: string;
  readonly effect: TaintEffect;
  readonly timeAdded?: string;
}

export interface NodeSpec {
  readonly podCIDR?: string;
  readonly podCIDRs?: readonly string[];
  readonly providerID?: string;
  readonly unschedulable?: boolean;
  readonly taints?: readonly Taint[];
}

export interface NodeCondition {
  readonly type: string;
  readonly status: ConditionStatus;
  readonly lastHeartbeatTime: string;
  readonly lastTransitionTime: string;
  readonly reason?: string;
  readonly message?: string;
}

export interface NodeSystemInfo {
  readonly machineID: string;
  readonly systemUUID: string;
  readonly bootID: string;
  readonly kernelVersion: string;
  readonly osImage: string;
  readonly containerRuntimeVersion: string;
  readonly kubeletVersion: string;
  readonly kubeProxyVersion: string;
  readonly operatingSystem: string;
  readonly architecture: string;
}

export interface ContainerImage {
  readonly names: readonly string[];
  readonly sizeBytes?: number;
}

export interface NodeStatus {
  readonly capacity?: ResourceList;
  readonly allocatable?: ResourceList;
  readonly phase?: string;
  readonly conditions?: readonly NodeCondition[];
  readonly addresses?: readonly { readonly type: string; readonly address: string }[];
  readonly daemonEndpoints: { readonly kubeletEndpoint: { readonly Port: number } };
  readonly nodeInfo: NodeSystemInfo;
  readonly images?: readonly ContainerImage[];
  readonly volumesInUse?: readonly string[];
  readonly volumesAttached?: readonly { readonly name: string; readonly devicePath: string }[];
  readonly runtimeHandlers?: readonly { readonly name: string }[];
  readonly features?: { readonly supplementalGroupsPolicy?: boolean };
}

export type Node = {
  readonly apiVersion: 'v1';
  readonly kind: 'Node';
  readonly metadata: ObjectMeta;
  readonly spec: NodeSpec;
  readonly status: NodeStatus;
};

export type EventType = 'Normal' | 'Warning';

/**
 * core/v1 Event, which is also how every event is stored. Events posted through events.k8s.io keep their times in
 * `eventTime` and their count in `series`; the old fields are then null, absent or empty.
 */
export type Event = {
  readonly apiVersion: 'v1';
  readonly kind: 'Event';
  readonly metadata: ObjectMeta;
  readonly involvedObject: ObjectReference;
  readonly reason?: string;
  readonly message?: string;
  readonly source: EventSource;
  readonly firstTimestamp: string | null;
  readonly lastTimestamp: string | null;
  readonly count?: number;
  readonly type?: EventType;
  /** MicroTime. */
  readonly eventTime: string | null;
  readonly series?: EventSeries;
  readonly action?: string;
  readonly related?: ObjectReference;
  readonly reportingComponent: string;
  readonly reportingInstance: string;
};

export interface EventSource {
  readonly component?: string;
  readonly host?: string;
}

export interface EventSeries {
  readonly count: number;
  /** MicroTime. */
  readonly lastObservedTime: string;
}

/** events.k8s.io/v1 Event: the same stored object under newer names. */
export type EventsV1Event = {
  readonly apiVersion: 'events.k8s.io/v1' | 'events.k8s.io/v1beta1';
  readonly kind: 'Event';
  readonly metadata: ObjectMeta;
  readonly eventTime: string | null;
  readonly series?: EventSeries;
  readonly reportingController?: string;
  readonly reportingInstance?: string;
  readonly action?: string;
  readonly reason?: string;
  readonly regarding?: ObjectReference;
  readonly related?: ObjectReference;
  readonly note?: string;
  readonly type?: EventType;
  readonly deprecatedSource?: EventSource;
  readonly deprecatedFirstTimestamp?: string | null;
  readonly deprecatedLastTimestamp?: string | null;
  readonly deprecatedCount?: number;
};
