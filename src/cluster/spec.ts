import type { KubeVersion } from '../api/version';

/** What a simulated cluster is made of. `oracle/cluster.yaml` of the recordings is one, as YAML. */
export interface ClusterSpec {
  readonly kubernetesVersion: KubeVersion;
  readonly nodes: readonly NodeSpec[];
  readonly serviceCIDR: string;
  readonly clusterDNS: string;
  /** In order, after the authorizer for system:masters that is always there. */
  readonly authorization: readonly AuthorizationMode[];
  /** Admission plugins beyond the default ones. */
  readonly admission: { readonly enable: readonly string[]; readonly disable: readonly string[] };
  readonly runtime: { readonly name: string; readonly version: string; readonly pauseImage: string };
  readonly cni: { readonly version: string; readonly plugins: readonly string[] };
  /** The images that can be pulled: `nginx:1.29`. */
  readonly registry: readonly ImageSpec[];
  /** Images already on every node. */
  readonly preloaded: readonly string[];
  readonly users: readonly UserSpec[];
}

export type AuthorizationMode = 'AlwaysAllow' | 'AlwaysDeny' | 'Node' | 'RBAC';

export interface NodeSpec {
  readonly name: string;
  /** Quantities, capacity: `2`, `24683988Ki`. */
  readonly cpu: string;
  readonly memory: string;
  readonly pods: number;
  readonly allocatable: { readonly cpu: string; readonly memory: string };
  readonly podCIDR: string;
  /** Address of the node: hostIP of its pods. */
  readonly address: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly taints: readonly { readonly key: string; readonly value?: string; readonly effect: 'NoSchedule' | 'PreferNoSchedule' | 'NoExecute' }[];
}

export interface ImageSpec {
  /** `nginx:1.29`, as a person writes it. */
  readonly name: string;
  /** Compressed bytes. */
  readonly size: number;
  /** `sha256:…` */
  readonly digest: string;
}

export interface UserSpec {
  /** Name of the kubeconfig user (`--as` of a scenario). */
  readonly name: string;
  /** What the certificate says: CN and O. */
  readonly user: string;
  readonly groups: readonly string[];
}
