/** The Container Network Interface between a container runtime and network plugins: environment, stdin, stdout. CNI spec 0.3.1 and 1.0.0. */

export type CniCommand = 'ADD' | 'DEL';

/** What a plugin is told about the attachment; the names are those of the environment variables. */
export interface CniEnv {
  readonly CNI_COMMAND: CniCommand;
  /** The sandbox's id. */
  readonly CNI_CONTAINERID: string;
  /** `/var/run/netns/cni-<uuid>`; empty when the namespace is gone already. */
  readonly CNI_NETNS: string;
  /** `eth0`, or `lo` for the loopback plugin. */
  readonly CNI_IFNAME: string;
  /** `IgnoreUnknown=1;K8S_POD_NAMESPACE=…;K8S_POD_NAME=…;K8S_POD_INFRA_CONTAINER_ID=…;K8S_POD_UID=…`, in any order. */
  readonly CNI_ARGS: string;
  readonly CNI_PATH: string;
}

export interface CniInterface {
  readonly name: string;
  readonly mac: string;
  /** The network namespace that it is in; absent for interfaces of the host. */
  readonly sandbox?: string;
}

export interface CniAddress {
  /** `4`, only in results before 1.0.0. */
  readonly version?: string;
  /** Index into `interfaces`. */
  readonly interface?: number;
  /** With prefix length: `10.244.0.2/24`. */
  readonly address: string;
  readonly gateway?: string;
}

export interface CniResult {
  readonly cniVersion: string;
  readonly interfaces?: readonly CniInterface[];
  readonly ips?: readonly CniAddress[];
  readonly routes?: readonly { readonly dst: string }[];
  readonly dns: Readonly<Record<string, never>>;
}

/** What a plugin that failed prints. */
export interface CniError {
  readonly cniVersion: string;
  readonly code: number;
  readonly msg: string;
}

/** As the runtime writes it: Go field names. */
export interface CniPortMapping {
  readonly HostPort: number;
  readonly ContainerPort: number;
  /** `tcp` */
  readonly Protocol: string;
  readonly HostIP: string;
}

export interface HostLocalConfig {
  readonly type: 'host-local';
  readonly dataDir: string;
  readonly ranges: readonly (readonly { readonly subnet: string }[])[];
  readonly routes: readonly { readonly dst: string }[];
}

/** One plugin's configuration as it reads it from stdin. Only the keys of its own type matter to it. */
export interface CniConfig {
  readonly cniVersion: string;
  readonly name: string;
  readonly type: string;
  /** The result of the plugin before it in the list. */
  readonly prevResult?: CniResult;
  // bridge
  readonly bridge?: string;
  readonly isGateway?: boolean;
  readonly ipMasq?: boolean;
  readonly hairpinMode?: boolean;
  readonly ipam?: HostLocalConfig;
  // portmap
  readonly capabilities?: { readonly portMappings: boolean };
  readonly runtimeConfig?: { readonly portMappings: readonly CniPortMapping[] };
}

export interface CniExecRequest {
  /** The executable: `bridge`, `host-local`. */
  readonly plugin: string;
  readonly env: CniEnv;
  readonly stdin: CniConfig;
}

/** The payload of an answer: the request, what was printed (`""` for nothing), the exit code. */
export interface CniExecResponse extends CniExecRequest {
  readonly stdout: CniResult | CniError | '';
  readonly rc: number;
}
