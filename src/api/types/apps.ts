/** apps/v1: the workloads that keep pods running, and the Scale that autoscaling/v1 shows of them. */
import type { ConditionStatus, LabelSelector, ObjectMeta } from './meta';
import type { PodTemplateSpec } from './pod';
import type { IntOrString } from './resources';
import type { PersistentVolumeClaim } from './core';

export interface RollingUpdateDeployment {
  readonly maxUnavailable?: IntOrString;
  readonly maxSurge?: IntOrString;
}

export interface DeploymentStrategy {
  readonly type: 'RollingUpdate' | 'Recreate';
  readonly rollingUpdate?: RollingUpdateDeployment;
}

export interface DeploymentSpec {
  readonly replicas: number;
  readonly selector: LabelSelector;
  readonly template: PodTemplateSpec;
  readonly strategy: DeploymentStrategy;
  readonly minReadySeconds?: number;
  readonly revisionHistoryLimit: number;
  readonly paused?: boolean;
  readonly progressDeadlineSeconds: number;
}

export interface DeploymentCondition {
  readonly type: 'Available' | 'Progressing' | 'ReplicaFailure';
  readonly status: ConditionStatus;
  readonly lastUpdateTime: string;
  readonly lastTransitionTime: string;
  readonly reason?: string;
  readonly message?: string;
}

/** Zero counts are absent on the wire. */
export interface DeploymentStatus {
  readonly observedGeneration?: number;
  readonly replicas?: number;
  readonly updatedReplicas?: number;
  readonly readyReplicas?: number;
  readonly availableReplicas?: number;
  readonly unavailableReplicas?: number;
  readonly terminatingReplicas?: number;
  readonly conditions?: readonly DeploymentCondition[];
  readonly collisionCount?: number;
}

export type Deployment = {
  readonly apiVersion: 'apps/v1';
  readonly kind: 'Deployment';
  readonly metadata: ObjectMeta;
  readonly spec: DeploymentSpec;
  readonly status: DeploymentStatus;
};

export interface ReplicaSetSpec {
  readonly replicas: number;
  readonly minReadySeconds?: number;
  readonly selector: LabelSelector;
  readonly template: PodTemplateSpec;
}

/** The condition of a ReplicaSet, StatefulSet or DaemonSet. */
export interface WorkloadCondition {
  readonly type: string;
  readonly status: ConditionStatus;
  readonly lastTransitionTime?: string;
  readonly reason?: string;
  readonly message?: string;
}

export interface ReplicaSetStatus {
  /** Always on the wire, unlike the others. */
  readonly replicas: number;
  readonly fullyLabeledReplicas?: number;
  readonly readyReplicas?: number;
  readonly availableReplicas?: number;
  readonly terminatingReplicas?: number;
  readonly observedGeneration?: number;
  readonly conditions?: readonly WorkloadCondition[];
}

export type ReplicaSet = {
  readonly apiVersion: 'apps/v1';
  readonly kind: 'ReplicaSet';
  readonly metadata: ObjectMeta;
  readonly spec: ReplicaSetSpec;
  readonly status: ReplicaSetStatus;
};

export interface StatefulSetSpec {
  readonly replicas: number;
  readonly selector: LabelSelector;
  readonly template: PodTemplateSpec;
  readonly volumeClaimTemplates?: readonly PersistentVolumeClaim[];
  /** Absent is allowed from 1.33 on; older servers always write it. */
  readonly serviceName?: string;
  readonly podManagementPolicy: 'OrderedReady' | 'Parallel';
  readonly updateStrategy: {
    readonly type: 'RollingUpdate' | 'OnDelete';
    readonly rollingUpdate?: { readonly partition?: number; readonly maxUnavailable?: IntOrString };
  };
  readonly revisionHistoryLimit: number;
  readonly minReadySeconds?: number;
  readonly persistentVolumeClaimRetentionPolicy?: { readonly whenDeleted?: 'Retain' | 'Delete'; readonly whenScaled?: 'Retain' | 'Delete' };
  readonly ordinals?: { readonly start: number };
}

export interface StatefulSetStatus {
  readonly observedGeneration?: number;
  readonly replicas: number;
  readonly readyReplicas?: number;
  readonly currentReplicas?: number;
  readonly updatedReplicas?: number;
  readonly currentRevision?: string;
  readonly updateRevision?: string;
  readonly collisionCount?: number;
  readonly conditions?: readonly WorkloadCondition[];
  /** Always on the wire from 1.22 on, absent in 1.20. */
  readonly availableReplicas?: number;
}

export type StatefulSet = {
  readonly apiVersion: 'apps/v1';
  readonly kind: 'StatefulSet';
  readonly metadata: ObjectMeta;
  readonly spec: StatefulSetSpec;
  readonly status: StatefulSetStatus;
};

export interface DaemonSetSpec {
  readonly selector: LabelSelector;
  readonly template: PodTemplateSpec;
  readonly updateStrategy: {
    readonly type: 'RollingUpdate' | 'OnDelete';
    readonly rollingUpdate?: { readonly maxUnavailable?: IntOrString; readonly maxSurge?: IntOrString };
  };
  readonly minReadySeconds?: number;
  readonly revisionHistoryLimit: number;
}

export interface DaemonSetStatus {
  readonly currentNumberScheduled: number;
  readonly numberMisscheduled: number;
  readonly desiredNumberScheduled: number;
  readonly numberReady: number;
  readonly observedGeneration?: number;
  readonly updatedNumberScheduled?: number;
  readonly numberAvailable?: number;
  readonly numberUnavailable?: number;
  readonly collisionCount?: number;
  readonly conditions?: readonly WorkloadCondition[];
}

export type DaemonSet = {
  readonly apiVersion: 'apps/v1';
  readonly kind: 'DaemonSet';
  readonly metadata: ObjectMeta;
  readonly spec: DaemonSetSpec;
  readonly status: DaemonSetStatus;
};

export type ControllerRevision = {
  readonly apiVersion: 'apps/v1';
  readonly kind: 'ControllerRevision';
  readonly metadata: ObjectMeta;
  readonly data?: unknown;
  readonly revision: number;
};

export type Scale = {
  readonly apiVersion: 'autoscaling/v1';
  readonly kind: 'Scale';
  readonly metadata: ObjectMeta;
  readonly spec: { readonly replicas?: number };
  readonly status: { readonly replicas: number; readonly selector?: string };
};
