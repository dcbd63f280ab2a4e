/** core/v1 kinds besides Pod, Node and Event. */
import type { ConditionStatus, Condition, Labels, ObjectMeta } from './meta';
import type { Protocol } from './container';
import type { NodeSelector, ObjectReference, PodTemplateSpec } from './pod';
import type { IntOrString, ResourceList } from './resources';
import type { PersistentVolumeAccessMode, PersistentVolumeClaimSpec } from './volume';

export interface NamespaceCondition {
  readonly type: string;
  readonly status: ConditionStatus;
  readonly lastTransitionTime?: string;
  readonly reason?: string;
  readonly message?: string;
}

export type Namespace = {
  readonly apiVersion: 'v1';
  readonly kind: 'Namespace';
  readonly metadata: ObjectMeta;
  readonly spec: { readonly finalizers?: readonly string[] };
  readonly status: { readonly phase: 'Active' | 'Terminating'; readonly conditions?: readonly NamespaceCondition[] };
};

export type ServiceAccount = {
  readonly apiVersion: 'v1';
  readonly kind: 'ServiceAccount';
  readonly metadata: ObjectMeta;
  readonly secrets?: readonly ObjectReference[];
  readonly imagePullSecrets?: readonly { readonly name: string }[];
  readonly automountServiceAccountToken?: boolean;
};

export type Secret = {
  readonly apiVersion: 'v1';
  readonly kind: 'Secret';
  readonly metadata: ObjectMeta;
  /** Values are base64. */
  readonly data?: Readonly<Record<string, string>>;
  readonly immutable?: boolean;
  readonly type: string;
};

export type ConfigMap = {
  readonly apiVersion: 'v1';
  readonly kind: 'ConfigMap';
  readonly metadata: ObjectMeta;
  readonly immutable?: boolean;
  readonly data?: Readonly<Record<string, string>>;
  readonly binaryData?: Readonly<Record<string, string>>;
};

export interface ServicePort {
  readonly name?: string;
  readonly protocol: Protocol;
  readonly appProtocol?: string;
  readonly port: number;
  readonly targetPort: IntOrString;
  readonly nodePort?: number;
}

export type ServiceType = 'ClusterIP' | 'NodePort' | 'LoadBalancer' | 'ExternalName';

export interface ServiceSpec {
  readonly ports?: readonly ServicePort[];
  readonly selector?: Labels;
  readonly clusterIP?: string;
  readonly clusterIPs?: readonly string[];
  readonly type: ServiceType;
  readonly externalIPs?: readonly string[];
  readonly sessionAffinity: 'None' | 'ClientIP';
  readonly sessionAffinityConfig?: { readonly clientIP?: { readonly timeoutSeconds?: number } };
  readonly loadBalancerIP?: string;
  readonly loadBalancerSourceRanges?: readonly string[];
  readonly loadBalancerClass?: string;
  readonly externalName?: string;
  readonly externalTrafficPolicy?: 'Cluster' | 'Local';
  readonly healthCheckNodePort?: number;
  readonly publishNotReadyAddresses?: boolean;
  readonly ipFamilies?: readonly ('IPv4' | 'IPv6')[];
  readonly ipFamilyPolicy?: 'SingleStack' | 'PreferDualStack' | 'RequireDualStack';
  readonly allocateLoadBalancerNodePorts?: boolean;
  readonly internalTrafficPolicy?: 'Cluster' | 'Local';
}

export type Service = {
  readonly apiVersion: 'v1';
  readonly kind: 'Service';
  readonly metadata: ObjectMeta;
  readonly spec: ServiceSpec;
  readonly status: {
    readonly loadBalancer: { readonly ingress?: readonly { readonly ip?: string; readonly hostname?: string; readonly ipMode?: string }[] };
  };
};

export interface EndpointAddress {
  readonly ip: string;
  readonly hostname?: string;
  readonly nodeName?: string;
  readonly targetRef?: ObjectReference;
}

export interface EndpointPort {
  readonly name?: string;
  readonly port: number;
  readonly protocol: Protocol;
  readonly appProtocol?: string;
}

export interface EndpointSubset {
  readonly addresses?: readonly EndpointAddress[];
  readonly notReadyAddresses?: readonly EndpointAddress[];
  readonly ports?: readonly EndpointPort[];
}

export type Endpoints = {
  readonly apiVersion: 'v1';
  readonly kind: 'Endpoints';
  readonly metadata: ObjectMeta;
  readonly subsets?: readonly EndpointSubset[];
};

export interface EndpointSliceEndpoint {
  readonly addresses: readonly string[];
  readonly conditions?: { readonly ready?: boolean; readonly serving?: boolean; readonly terminating?: boolean };
  readonly hostname?: string;
  readonly targetRef?: ObjectReference;
  /** v1beta1 only. */
  readonly topology?: Labels;
  /** v1 only. */
  readonly nodeName?: string;
  readonly zone?: string;
}

export type EndpointSlice = {
  readonly apiVersion: 'discovery.k8s.io/v1' | 'discovery.k8s.io/v1beta1';
  readonly kind: 'EndpointSlice';
  readonly metadata: ObjectMeta;
  readonly addressType: 'IPv4' | 'IPv6' | 'FQDN';
  readonly endpoints: readonly EndpointSliceEndpoint[] | null;
  readonly ports: readonly { readonly name: string; readonly protocol: Protocol; readonly port?: number; readonly appProtocol?: string }[] | null;
};

export type ResourceQuota = {
  readonly apiVersion: 'v1';
  readonly kind: 'ResourceQuota';
  readonly metadata: ObjectMeta;
  readonly spec: {
    readonly hard?: ResourceList;
    readonly scopes?: readonly string[];
    readonly scopeSelector?: {
      readonly matchExpressions?: readonly { readonly scopeName: string; readonly operator: string; readonly values?: readonly string[] }[];
    };
  };
  readonly status: { readonly hard?: ResourceList; readonly used?: ResourceList };
};

export interface LimitRangeItem {
  readonly type: string;
  readonly max?: ResourceList;
  readonly min?: ResourceList;
  readonly default?: ResourceList;
  readonly defaultRequest?: ResourceList;
  readonly maxLimitRequestRatio?: ResourceList;
}

export type LimitRange = {
  readonly apiVersion: 'v1';
  readonly kind: 'LimitRange';
  readonly metadata: ObjectMeta;
  readonly spec: { readonly limits: readonly LimitRangeItem[] };
};

export type PersistentVolumeClaim = {
  readonly apiVersion: 'v1';
  readonly kind: 'PersistentVolumeClaim';
  readonly metadata: ObjectMeta;
  readonly spec: PersistentVolumeClaimSpec;
  readonly status: {
    readonly phase: 'Pending' | 'Bound' | 'Lost';
    readonly accessModes?: readonly PersistentVolumeAccessMode[];
    readonly capacity?: ResourceList;
    readonly conditions?: readonly Condition[];
  };
};

export interface PersistentVolumeSpec {
  readonly capacity?: ResourceList;
  readonly accessModes?: readonly PersistentVolumeAccessMode[];
  readonly claimRef?: ObjectReference;
  readonly persistentVolumeReclaimPolicy?: 'Retain' | 'Delete' | 'Recycle';
  readonly storageClassName?: string;
  readonly mountOptions?: readonly string[];
  readonly volumeMode?: 'Filesystem' | 'Block';
  readonly nodeAffinity?: { readonly required?: NodeSelector };
  readonly hostPath?: { readonly path: string; readonly type?: string };
  readonly local?: { readonly path: string; readonly fsType?: string };
  readonly nfs?: { readonly server: string; readonly path: string; readonly readOnly?: boolean };
  readonly csi?: { readonly driver: string; readonly volumeHandle: string; readonly readOnly?: boolean; readonly fsType?: string };
}

export type PersistentVolume = {
  readonly apiVersion: 'v1';
  readonly kind: 'PersistentVolume';
  readonly metadata: ObjectMeta;
  readonly spec: PersistentVolumeSpec;
  readonly status: { readonly phase: 'Pending' | 'Available' | 'Bound' | 'Released' | 'Failed'; readonly message?: string; readonly reason?: string };
};

export type ReplicationController = {
  readonly apiVersion: 'v1';
  readonly kind: 'ReplicationController';
  readonly metadata: ObjectMeta;
  readonly spec: { readonly replicas: number; readonly minReadySeconds?: number; readonly selector?: Labels; readonly template?: PodTemplateSpec };
  readonly status: { readonly replicas: number; readonly readyReplicas?: number; readonly availableReplicas?: number; readonly observedGeneration?: number };
};
