import type { Result } from '../../base/result';
import { err, ok } from '../../base/result';
import type { Doc } from '../doc';
import { decode, decodeProblem } from '../schema/decode';
import type { KubeObject } from '../types';
import type { KubeVersion } from '../version';
import * as core from './core';
import { pod, podTemplate } from './pod';
import * as workloads from './workloads';

type Defaulter = (object: Doc, version: KubeVersion) => Doc;

const DEFAULTERS: Readonly<Record<string, Defaulter>> = {
  Pod: pod,
  PodTemplate: podTemplate,
  Deployment: workloads.deployment,
  ReplicaSet: workloads.replicaSet,
  ReplicationController: workloads.replicationController,
  StatefulSet: workloads.statefulSet,
  DaemonSet: workloads.daemonSet,
  Job: workloads.job,
  CronJob: workloads.cronJob,
  PersistentVolumeClaim: workloads.persistentVolumeClaim,
  HorizontalPodAutoscaler: workloads.horizontalPodAutoscaler,
  Service: core.service,
  Secret: core.secret,
  Namespace: core.namespace,
  Node: core.node,
  Endpoints: core.endpoints,
  EndpointSlice: core.endpointSlice,
  PersistentVolume: core.persistentVolume,
  LimitRange: core.limitRange,
  RoleBinding: core.roleBinding,
  ClusterRoleBinding: core.roleBinding,
  ValidatingWebhookConfiguration: core.webhookConfiguration,
  MutatingWebhookConfiguration: core.webhookConfiguration,
  PriorityClass: core.priorityClass,
  StorageClass: core.storageClass,
};

/**
 * An object with the defaults that the server gives its kind, in canonical form. Takes what `decode` gave. The same object comes back
 * when there is nothing to add, so defaulting twice costs little.
 */
export function setDefaults(object: KubeObject, version: KubeVersion): KubeObject {
  const defaulter = DEFAULTERS[object.kind];
  if (defaulter === undefined) return object;
  const out = defaulter(object, version);
  return out === object ? object : decode(out as KubeObject, version).object;
}

/**
 * Reads a request body as the create and update handlers do: decode, refuse what has the wrong shape, default.
 * The error is the message of a 400.
 */
export function decodeAndDefault(body: KubeObject, version: KubeVersion, strict: boolean): Result<KubeObject, string> {
  const decoded = decode(body, version);
  const problem = decodeProblem(decoded, strict);
  return problem === undefined ? ok(setDefaults(decoded.object, version)) : err(problem);
}
