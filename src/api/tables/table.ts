import { apiVersionOf } from '../gvk';
import type { KubeObject, ListMeta, Pod, Table, TableRow } from '../types';
import type { KubeVersion } from '../version';
import * as core from './core';
import { POD_PRINTERS } from './pod';
import * as policy from './policy';
import { columns } from './printer';
import type { Printer } from './printer';
import * as workloads from './workloads';

type Printers = Readonly<Record<string, Printer | Readonly<Record<KubeVersion, Printer>>>>;

const PRINTERS: Printers = {
  Pod: POD_PRINTERS,
  PodTemplate: workloads.podTemplate,
  Deployment: workloads.deployment,
  ReplicaSet: workloads.replicaSet,
  ReplicationController: workloads.replicationController,
  StatefulSet: workloads.statefulSet,
  DaemonSet: workloads.daemonSet,
  Job: workloads.JOB_PRINTERS,
  CronJob: workloads.CRON_JOB_PRINTERS,
  ControllerRevision: workloads.controllerRevision,
  HorizontalPodAutoscaler: workloads.horizontalPodAutoscaler,
  Service: core.service,
  Endpoints: core.endpoints,
  EndpointSlice: core.endpointSlice,
  Node: core.node,
  Event: core.event,
  Namespace: core.namespace,
  Secret: core.secret,
  ServiceAccount: core.serviceAccount,
  ConfigMap: core.configMap,
  ResourceQuota: core.RESOURCE_QUOTA_PRINTERS,
  PersistentVolume: core.PERSISTENT_VOLUME_PRINTERS,
  PersistentVolumeClaim: core.PERSISTENT_VOLUME_CLAIM_PRINTERS,
  Lease: policy.lease,
  PodDisruptionBudget: policy.podDisruptionBudget,
  PriorityClass: policy.PRIORITY_CLASS_PRINTERS,
  StorageClass: policy.storageClass,
  RuntimeClass: policy.runtimeClass,
  RoleBinding: policy.roleBinding,
  ClusterRoleBinding: policy.clusterRoleBinding,
  ValidatingWebhookConfiguration: policy.validatingWebhook,
  MutatingWebhookConfiguration: policy.mutatingWebhook,
  FlowSchema: policy.flowSchema,
  PriorityLevelConfiguration: policy.priorityLevel,
};

/** Kinds without a printer of their own, such as roles and limit ranges. */
const DEFAULT_PRINTER: Printer = {
  columns: columns('Name Created_At:date'),
  cells: (object) => [object.metadata.name, object.metadata.creationTimestamp ?? ''],
};

function printerOf(kind: string, version: KubeVersion): Printer {
  const found = PRINTERS[kind];
  if (found === undefined) return DEFAULT_PRINTER;
  return 'cells' in found ? found : found[version];
}

export interface TableOptions {
  /** Epoch microseconds at which the server answers. */
  readonly now: number;
  readonly version: KubeVersion;
  /** `includeObject`: what goes into each row's `object`. */
  readonly include?: 'None' | 'Metadata' | 'Object';
  /** The metadata of the list that is shown. */
  readonly metadata?: ListMeta;
}

function rowObject(object: KubeObject, include: TableOptions['include']): unknown {
  if (include === 'None') return null;
  if (include === 'Object') return object;
  return { kind: 'PartialObjectMetadata', apiVersion: apiVersionOf({ group: 'meta.k8s.io', version: 'v1' }), metadata: object.metadata };
}

function finished(object: KubeObject): Pick<TableRow, 'conditions'> {
  if (object.kind !== 'Pod') return {};
  const { phase } = (object as unknown as Pod).status;
  if (phase !== 'Succeeded' && phase !== 'Failed') return {};
  const message = phase === 'Succeeded' ? 'The pod has completed successfully.' : 'The pod failed.';
  return { conditions: [{ type: 'Completed', status: 'True', reason: phase, message }] };
}

/**
 * The table that a server answers with to `Accept: …;as=Table`. All columns are filled; those of priority 1 are for `-o wide`.
 * Events must come in the core/v1 shape.
 */
export function tableFor(resource: { readonly kind: string }, objects: readonly KubeObject[], options: TableOptions): Table {
  const { columns: columnDefinitions, cells } = printerOf(resource.kind, options.version);
  return {
    kind: 'Table', apiVersion: 'meta.k8s.io/v1', metadata: options.metadata ?? {}, columnDefinitions,
    rows: objects.map((object) => ({ cells: cells(object, options), ...finished(object), object: rowObject(object, options.include ?? 'Metadata') })),
  };
}
