/** From the name of a kind to its type, for narrowing a KubeObject. */
import type { ControllerRevision, DaemonSet, Deployment, ReplicaSet, Scale, StatefulSet } from './apps';
import type { CronJob, Job } from './batch';
import type {
  ConfigMap, Endpoints, EndpointSlice, LimitRange, Namespace, PersistentVolume, PersistentVolumeClaim, ReplicationController,
  ResourceQuota, Secret, Service, ServiceAccount,
} from './core';
import type { Event, Node } from './node';
import type { Binding, Eviction, Pod, PodTemplate } from './pod';
import type {
  FlowSchema, HorizontalPodAutoscaler, Lease, MutatingWebhookConfiguration, PodDisruptionBudget, PriorityClass, PriorityLevelConfiguration,
  RuntimeClass, StorageClass, ValidatingWebhookConfiguration,
} from './policy';
import type { ClusterRole, ClusterRoleBinding, Role, RoleBinding, SelfSubjectAccessReview, SubjectAccessReview, TokenRequest } from './rbac';

export interface KindMap {
  Binding: Binding;
  ClusterRole: ClusterRole;
  ClusterRoleBinding: ClusterRoleBinding;
  ConfigMap: ConfigMap;
  ControllerRevision: ControllerRevision;
  CronJob: CronJob;
  DaemonSet: DaemonSet;
  Deployment: Deployment;
  Endpoints: Endpoints;
  EndpointSlice: EndpointSlice;
  /** The stored shape, core/v1. For the events.k8s.io shape see EventsV1Event. */
  Event: Event;
  Eviction: Eviction;
  FlowSchema: FlowSchema;
  HorizontalPodAutoscaler: HorizontalPodAutoscaler;
  Job: Job;
  Lease: Lease;
  LimitRange: LimitRange;
  MutatingWebhookConfiguration: MutatingWebhookConfiguration;
  Namespace: Namespace;
  Node: Node;
  PersistentVolume: PersistentVolume;
  PersistentVolumeClaim: PersistentVolumeClaim;
  Pod: Pod;
  PodDisruptionBudget: PodDisruptionBudget;
  PodTemplate: PodTemplate;
  PriorityClass: PriorityClass;
  PriorityLevelConfiguration: PriorityLevelConfiguration;
  ReplicaSet: ReplicaSet;
  ReplicationController: ReplicationController;
  ResourceQuota: ResourceQuota;
  Role: Role;
  RoleBinding: RoleBinding;
  RuntimeClass: RuntimeClass;
  Scale: Scale;
  Secret: Secret;
  SelfSubjectAccessReview: SelfSubjectAccessReview;
  Service: Service;
  ServiceAccount: ServiceAccount;
  StatefulSet: StatefulSet;
  StorageClass: StorageClass;
  SubjectAccessReview: SubjectAccessReview;
  TokenRequest: TokenRequest;
  ValidatingWebhookConfiguration: ValidatingWebhookConfiguration;
}

export type KindName = keyof KindMap;
