import { numberAt, valueAt } from '../doc';
import type { Doc } from '../doc';
import { invalid } from '../field/error';
import type { FieldError } from '../field/error';
import type { Resource } from '../scheme';
import type { KubeObject } from '../types';
import type { KubeVersion } from '../version';
import * as batch from './batch';
import * as core from './core';
import { dns1035Name, labelName, pathSegmentName, subdomainName, validateObjectMeta, validateObjectMetaUpdate } from './meta';
import type { NameCheck } from './meta';
import { validatePod, validatePodTemplate, validatePodUpdate } from './pod';
import * as policy from './policy';
import * as workloads from './workloads';

type Check = (object: Doc, version: KubeVersion) => readonly FieldError[];
type UpdateCheck = (object: Doc, stored: Doc, version: KubeVersion) => readonly FieldError[];

interface Rules {
  /** Beyond metadata; runs on create, and on update after the metadata of the update. */
  readonly check?: Check;
  /** What may not change; runs last on update. */
  readonly update?: UpdateCheck;
  readonly name?: (version: KubeVersion) => NameCheck;
}

const rbac = (): NameCheck => pathSegmentName;
const service = (): NameCheck => dns1035Name;

const RULES: Readonly<Record<string, Rules>> = {
  Deployment: { check: workloads.validateDeploymentSpec, update: workloads.selectorImmutable },
  ReplicaSet: { check: workloads.validateReplicaSetSpec, update: workloads.selectorImmutable },
  ReplicationController: { check: workloads.validateReplicationControllerSpec },
  StatefulSet: { check: workloads.validateStatefulSetSpec, update: workloads.statefulSetSpecFixed },
  DaemonSet: { check: workloads.validateDaemonSetSpec, update: workloads.selectorImmutable },
  PodTemplate: { check: (o, v) => validatePodTemplate(valueAt(o, 'template') as Doc, 'template', v) },
  ControllerRevision: { update: (o, old) => (numberAt(o, 'revision') !== undefined && JSON.stringify(o['data']) !== JSON.stringify(old['data']) ? [invalid('data', { go: '…', json: o['data'] }, 'field is immutable')] : []) },
  Job: { check: batch.validateJobSpec, update: batch.jobSpecFixed },
  CronJob: { check: batch.validateCronJobSpec },
  Service: { check: core.validateServiceSpec, update: core.serviceFixed, name: service },
  ConfigMap: { check: core.validateConfigMap, update: (o, old) => core.dataFixed(o, old, ['data', 'binaryData']) },
  Secret: { check: core.validateSecret, update: (o, old) => [...(o['type'] === old['type'] ? [] : [invalid('type', String(o['type']), 'field is immutable')]), ...core.dataFixed(o, old, ['data'])] },
  Namespace: { check: core.validateNamespace, name: labelName },
  PersistentVolumeClaim: { check: core.validateClaimSpec, update: core.claimFixed },
  ResourceQuota: { check: core.validateQuota },
  LimitRange: { check: core.validateLimitRange },
  Node: { check: core.validateNode, update: core.nodeFixed },
  Binding: { check: core.validateBinding },
  Role: { check: (o) => policy.validateRules(o, true), name: rbac },
  ClusterRole: { check: (o) => policy.validateRules(o, false), name: rbac },
  RoleBinding: { check: (o) => policy.validateRoleBinding(o, true), update: policy.roleRefFixed, name: rbac },
  ClusterRoleBinding: { check: (o) => policy.validateRoleBinding(o, false), update: policy.roleRefFixed, name: rbac },
  PodDisruptionBudget: { check: policy.validateBudgetSpec },
  PriorityClass: { check: policy.validatePriorityClass, update: policy.priorityFixed },
  StorageClass: { check: policy.validateStorageClass },
  Lease: { check: policy.validateLease },
  ValidatingWebhookConfiguration: { check: policy.validateWebhooks },
  MutatingWebhookConfiguration: { check: policy.validateWebhooks },
  HorizontalPodAutoscaler: { check: policy.validateAutoscaler },
};

const NO_RULES: Rules = {};

/**
 * Everything that is wrong with a new object, in the server's order; empty when it may be stored. Takes a defaulted object with its name,
 * namespace and (for Jobs) selector already set.
 */
export function validateCreate(resource: Pick<Resource, 'kind' | 'namespaced'>, object: KubeObject, version: KubeVersion): readonly FieldError[] {
  if (resource.kind === 'Pod') return validatePod(object, version);
  const { check, name } = RULES[resource.kind] ?? NO_RULES;
  return [...validateObjectMeta(object, { namespaced: resource.namespaced, name: name?.(version) ?? subdomainName, version }), ...(check?.(object, version) ?? [])];
}

/** The same for a change of a stored object. Both must carry a resourceVersion. */
export function validateUpdate(resource: Pick<Resource, 'kind' | 'namespaced'>, object: KubeObject, stored: KubeObject, version: KubeVersion): readonly FieldError[] {
  if (resource.kind === 'Pod') return validatePodUpdate(object, stored, version);
  const { check, update } = RULES[resource.kind] ?? NO_RULES;
  return [...validateObjectMetaUpdate(object, stored, version), ...(check?.(object, version) ?? []), ...(update?.(object, stored, version) ?? [])];
}

/** For the status subresource: only the metadata is looked at, as controllers' counts are trusted. */
export function validateStatusUpdate(object: KubeObject, stored: KubeObject, version: KubeVersion): readonly FieldError[] {
  return validateObjectMetaUpdate(object, stored, version);
}
