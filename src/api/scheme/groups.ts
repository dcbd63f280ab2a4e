import type { KubeVersion } from '../version';

export interface GroupDef {
  readonly group: string;
  readonly versions: Readonly<Record<KubeVersion, readonly string[]>>;
}

/**
 * API groups in the order in which `/apis` lists them (by group priority), with the versions that each release serves
 * by default, preferred first. The core group stands first and is served under `/api`.
 */
export const GROUPS: readonly GroupDef[] = [
  { group: '', versions: { '1.20': ['v1'], '1.35': ['v1'] } },
  { group: 'apiregistration.k8s.io', versions: { '1.20': ['v1', 'v1beta1'], '1.35': ['v1'] } },
  { group: 'apps', versions: { '1.20': ['v1'], '1.35': ['v1'] } },
  { group: 'events.k8s.io', versions: { '1.20': ['v1', 'v1beta1'], '1.35': ['v1'] } },
  { group: 'authentication.k8s.io', versions: { '1.20': ['v1', 'v1beta1'], '1.35': ['v1'] } },
  { group: 'authorization.k8s.io', versions: { '1.20': ['v1', 'v1beta1'], '1.35': ['v1'] } },
  { group: 'autoscaling', versions: { '1.20': ['v1', 'v2beta1', 'v2beta2'], '1.35': ['v2', 'v1'] } },
  { group: 'batch', versions: { '1.20': ['v1', 'v1beta1'], '1.35': ['v1'] } },
  { group: 'certificates.k8s.io', versions: { '1.20': ['v1', 'v1beta1'], '1.35': ['v1'] } },
  { group: 'networking.k8s.io', versions: { '1.20': ['v1', 'v1beta1'], '1.35': ['v1'] } },
  { group: 'extensions', versions: { '1.20': ['v1beta1'], '1.35': [] } },
  { group: 'policy', versions: { '1.20': ['v1beta1'], '1.35': ['v1'] } },
  { group: 'rbac.authorization.k8s.io', versions: { '1.20': ['v1', 'v1beta1'], '1.35': ['v1'] } },
  { group: 'storage.k8s.io', versions: { '1.20': ['v1', 'v1beta1'], '1.35': ['v1'] } },
  { group: 'admissionregistration.k8s.io', versions: { '1.20': ['v1', 'v1beta1'], '1.35': ['v1'] } },
  { group: 'apiextensions.k8s.io', versions: { '1.20': ['v1', 'v1beta1'], '1.35': ['v1'] } },
  { group: 'scheduling.k8s.io', versions: { '1.20': ['v1', 'v1beta1'], '1.35': ['v1'] } },
  { group: 'coordination.k8s.io', versions: { '1.20': ['v1', 'v1beta1'], '1.35': ['v1'] } },
  { group: 'node.k8s.io', versions: { '1.20': ['v1', 'v1beta1'], '1.35': ['v1'] } },
  { group: 'discovery.k8s.io', versions: { '1.20': ['v1beta1'], '1.35': ['v1'] } },
  { group: 'flowcontrol.apiserver.k8s.io', versions: { '1.20': ['v1beta1'], '1.35': ['v1'] } },
  { group: 'resource.k8s.io', versions: { '1.20': [], '1.35': ['v1'] } },
];
