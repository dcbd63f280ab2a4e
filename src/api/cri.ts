/** The Container Runtime Interface (runtime.v1) between a kubelet and its container runtime: requests, responses, errors. */
import type { Result } from '../base/result';
import type { Protocol } from './types';

export type PodSandboxState = 'SANDBOX_READY' | 'SANDBOX_NOTREADY';
export type CriContainerState = 'CONTAINER_CREATED' | 'CONTAINER_RUNNING' | 'CONTAINER_EXITED';

export interface PodSandboxMetadata {
  readonly name: string;
  readonly uid: string;
  readonly namespace: string;
  readonly attempt: number;
}

export interface PortMapping {
  readonly protocol: Protocol;
  readonly containerPort: number;
  readonly hostPort: number;
  readonly hostIp: string;
}

export interface PodSandboxConfig {
  readonly metadata: PodSandboxMetadata;
  readonly hostname: string;
  readonly logDirectory: string;
  readonly dnsConfig: { readonly servers: readonly string[]; readonly searches: readonly string[]; readonly options: readonly string[] };
  readonly portMappings: readonly PortMapping[];
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly linux: { readonly cgroupParent: string; readonly hostNetwork: boolean; readonly shareProcessNamespace: boolean };
}

export interface PodSandboxStatus {
  readonly id: string;
  readonly metadata: PodSandboxMetadata;
  readonly state: PodSandboxState;
  /** Microseconds of virtual time. */
  readonly createdAt: number;
  /** Empty for pods in the host's network and for sandboxes that are stopped. */
  readonly ip: string;
}

export interface ContainerMetadata {
  readonly name: string;
  readonly attempt: number;
}

export interface Mount {
  readonly containerPath: string;
  readonly hostPath: string;
  readonly readonly: boolean;
  /** What the directory holds, by file name: the model of the host's files. */
  readonly files: Readonly<Record<string, string>>;
}

export interface LinuxContainerResources {
  readonly cpuShares: number;
  /** Microseconds a period of 100 ms; 0 is no limit. */
  readonly cpuQuota: number;
  /** Bytes; 0 is no limit. */
  readonly memoryLimitInBytes: number;
  readonly oomScoreAdj: number;
}

export interface ContainerConfig {
  readonly metadata: ContainerMetadata;
  readonly image: string;
  /** The image's own when empty. */
  readonly command: readonly string[];
  readonly args: readonly string[];
  readonly workingDir: string;
  readonly envs: readonly { readonly key: string; readonly value: string }[];
  readonly mounts: readonly Mount[];
  readonly labels: Readonly<Record<string, string>>;
  readonly logPath: string;
  readonly resources: LinuxContainerResources;
}

export interface CriContainer {
  readonly id: string;
  readonly podSandboxId: string;
  readonly metadata: ContainerMetadata;
  readonly state: CriContainerState;
  readonly createdAt: number;
}

export interface CriContainerStatus extends CriContainer {
  /** 0: not yet. */
  readonly startedAt: number;
  readonly finishedAt: number;
  readonly exitCode: number;
  /** `docker.io/library/nginx:1.29` */
  readonly image: string;
  /** `docker.io/library/nginx@sha256:…` */
  readonly imageRef: string;
  /** `Completed`, `Error`, `OOMKilled`, `StartError`; empty while it runs. */
  readonly reason: string;
  readonly message: string;
}

export interface CriImage {
  readonly id: string;
  readonly repoTags: readonly string[];
  readonly repoDigests: readonly string[];
  readonly size: number;
}

/** Every call that the kubelet makes, with what it asks and what it gets. */
export interface CriMethods {
  RunPodSandbox: { readonly request: { readonly config: PodSandboxConfig }; readonly response: { readonly podSandboxId: string } };
  StopPodSandbox: { readonly request: { readonly podSandboxId: string }; readonly response: Empty };
  RemovePodSandbox: { readonly request: { readonly podSandboxId: string }; readonly response: Empty };
  PodSandboxStatus: { readonly request: { readonly podSandboxId: string }; readonly response: { readonly status: PodSandboxStatus } };
  ListPodSandbox: { readonly request: ListRequest; readonly response: { readonly items: readonly PodSandboxStatus[] } };
  CreateContainer: { readonly request: { readonly podSandboxId: string; readonly config: ContainerConfig }; readonly response: { readonly containerId: string } };
  StartContainer: { readonly request: { readonly containerId: string }; readonly response: Empty };
  /** `timeout` in seconds. */
  StopContainer: { readonly request: { readonly containerId: string; readonly timeout: number }; readonly response: Empty };
  RemoveContainer: { readonly request: { readonly containerId: string }; readonly response: Empty };
  ListContainers: { readonly request: ListRequest; readonly response: { readonly containers: readonly CriContainer[] } };
  ContainerStatus: { readonly request: { readonly containerId: string }; readonly response: { readonly status: CriContainerStatus } };
  /** `timeout` in seconds, 0 for none. */
  ExecSync: { readonly request: { readonly containerId: string; readonly cmd: readonly string[]; readonly timeout: number }; readonly response: { readonly stdout: string; readonly stderr: string; readonly exitCode: number } };
  /** Prepares a command whose output is streamed; whoever connects to the URL starts it. */
  Exec: { readonly request: { readonly containerId: string; readonly cmd: readonly string[]; readonly tty: boolean; readonly stdin: boolean; readonly stdout: boolean; readonly stderr: boolean }; readonly response: { readonly url: string } };
  ImageStatus: { readonly request: { readonly image: string }; readonly response: { readonly image: CriImage | undefined } };
  ListImages: { readonly request: Empty; readonly response: { readonly images: readonly CriImage[] } };
  PullImage: { readonly request: { readonly image: string }; readonly response: { readonly imageRef: string } };
}

/** What came out of a streamed command, or why it could not be started. */
export type ExecStreamed = CriResult<'ExecSync'>;

export type Empty = Readonly<Record<string, never>>;

/**
 * The kubelet lists everything on the node; in the model it names the pods that it knows to have changed, so that the
 * log does not repeat the others each second. None named: everything.
 */
export interface ListRequest {
  readonly podUids: readonly string[];
}

export type CriMethod = keyof CriMethods;
export type CriRequest<M extends CriMethod> = CriMethods[M]['request'];
export type CriResponse<M extends CriMethod> = CriMethods[M]['response'];

/** A gRPC status. */
export interface CriError {
  readonly code: 'Unknown' | 'NotFound' | 'DeadlineExceeded' | 'InvalidArgument' | 'FailedPrecondition';
  readonly message: string;
}

export type CriResult<M extends CriMethod> = Result<CriResponse<M>, CriError>;

/** The payload of a `cri` message: a request, or an answer with `response` or `error`. */
export interface CriMessage {
  readonly rpc: CriMethod;
  readonly request: CriRequest<CriMethod>;
  readonly response?: CriResponse<CriMethod>;
  readonly error?: CriError;
}

/** `rpc error: code = Unknown desc = …`: a gRPC status as Go prints it. */
export const rpcErrorText = (error: CriError): string => `rpc error: code = ${error.code} desc = ${error.message}`;
