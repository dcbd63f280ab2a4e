/** core/v1 volumes: what a pod may mount. */
import type { LabelSelector, TemplateMeta } from './meta';
import type { ResourceList } from './resources';

export interface KeyToPath {
  readonly key: string;
  readonly path: string;
  readonly mode?: number;
}

export interface SecretVolumeSource {
  readonly secretName?: string;
  readonly items?: readonly KeyToPath[];
  /** 420 (0644) after defaulting. */
  readonly defaultMode?: number;
  readonly optional?: boolean;
}

export interface ConfigMapVolumeSource {
  readonly name: string;
  readonly items?: readonly KeyToPath[];
  readonly defaultMode?: number;
  readonly optional?: boolean;
}

export interface EmptyDirVolumeSource {
  readonly medium?: '' | 'Memory' | 'HugePages';
  readonly sizeLimit?: string;
}

export interface HostPathVolumeSource {
  readonly path: string;
  /** `""` after defaulting. */
  readonly type?: string;
}

export interface PersistentVolumeClaimVolumeSource {
  readonly claimName: string;
  readonly readOnly?: boolean;
}

export interface ObjectFieldSelector {
  readonly apiVersion?: string;
  readonly fieldPath: string;
}

export interface ResourceFieldSelector {
  readonly containerName?: string;
  readonly resource: string;
  readonly divisor?: string;
}

export interface DownwardAPIVolumeFile {
  readonly path: string;
  readonly fieldRef?: ObjectFieldSelector;
  readonly resourceFieldRef?: ResourceFieldSelector;
  readonly mode?: number;
}

export interface DownwardAPIVolumeSource {
  readonly items?: readonly DownwardAPIVolumeFile[];
  readonly defaultMode?: number;
}

export interface ServiceAccountTokenProjection {
  readonly audience?: string;
  readonly expirationSeconds?: number;
  readonly path: string;
}

export interface VolumeProjection {
  readonly secret?: { readonly name: string; readonly items?: readonly KeyToPath[]; readonly optional?: boolean };
  readonly configMap?: { readonly name: string; readonly items?: readonly KeyToPath[]; readonly optional?: boolean };
  readonly downwardAPI?: { readonly items?: readonly DownwardAPIVolumeFile[] };
  readonly serviceAccountToken?: ServiceAccountTokenProjection;
}

export interface ProjectedVolumeSource {
  readonly sources?: readonly VolumeProjection[];
  readonly defaultMode?: number;
}

export interface EphemeralVolumeSource {
  readonly volumeClaimTemplate?: { readonly metadata?: TemplateMeta; readonly spec: PersistentVolumeClaimSpec };
}

export interface Volume {
  readonly name: string;
  readonly secret?: SecretVolumeSource;
  readonly configMap?: ConfigMapVolumeSource;
  readonly emptyDir?: EmptyDirVolumeSource;
  readonly hostPath?: HostPathVolumeSource;
  readonly persistentVolumeClaim?: PersistentVolumeClaimVolumeSource;
  readonly downwardAPI?: DownwardAPIVolumeSource;
  readonly projected?: ProjectedVolumeSource;
  readonly ephemeral?: EphemeralVolumeSource;
  readonly nfs?: { readonly server: string; readonly path: string; readonly readOnly?: boolean };
  readonly csi?: { readonly driver: string; readonly readOnly?: boolean; readonly fsType?: string };
}

export interface VolumeMount {
  readonly name: string;
  readonly readOnly?: boolean;
  readonly mountPath: string;
  readonly subPath?: string;
  readonly mountPropagation?: string;
  readonly subPathExpr?: string;
  readonly recursiveReadOnly?: string;
}

export type PersistentVolumeAccessMode = 'ReadWriteOnce' | 'ReadOnlyMany' | 'ReadWriteMany' | 'ReadWriteOncePod';

export interface TypedLocalObjectReference {
  readonly apiGroup?: string;
  readonly kind: string;
  readonly name: string;
}

export interface PersistentVolumeClaimSpec {
  readonly accessModes?: readonly PersistentVolumeAccessMode[];
  readonly selector?: LabelSelector;
  readonly resources?: { readonly limits?: ResourceList; readonly requests?: ResourceList };
  readonly volumeName?: string;
  readonly storageClassName?: string;
  /** Filesystem after defaulting. */
  readonly volumeMode?: 'Filesystem' | 'Block';
  readonly dataSource?: TypedLocalObjectReference;
}
