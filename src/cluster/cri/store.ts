import type { ContainerConfig, CriContainer, CriContainerState, CriContainerStatus, CriImage, PodSandboxConfig, PodSandboxState, PodSandboxStatus } from '../../api/cri';
import type { Machine } from '../../kernel/machine';
import type { Micros } from '../../kernel/time';
import type { ContainerEvent } from './container.machine';
import type { FileSystem, HttpAnswer } from './process';
import type { ProcessRun } from './process-run';

/** One line that a container wrote. */
export interface LogLine {
  readonly time: Micros;
  readonly stream: 'stdout' | 'stderr';
  readonly text: string;
}

export interface SandboxRecord {
  readonly id: string;
  readonly config: PodSandboxConfig;
  readonly createdAt: Micros;
  /** `pods/default/web` */
  readonly subject: string;
  state: PodSandboxState;
  ip: string;
  /** Empty for pods in the host's network, and once it is removed. */
  netns: string;
  readonly containers: Set<string>;
}

export interface ContainerRecord {
  readonly id: string;
  readonly sandbox: SandboxRecord;
  readonly config: ContainerConfig;
  readonly image: string;
  readonly imageRef: string;
  readonly createdAt: Micros;
  readonly files: FileSystem;
  readonly log: LogLine[];
  /** Ports that its process answers on. */
  readonly listeners: Map<number, (path: string) => HttpAnswer>;
  state: CriContainerState;
  startedAt: Micros;
  finishedAt: Micros;
  exitCode: number;
  reason: string;
  message: string;
  process: ProcessRun | undefined;
  machine: Machine<ContainerEvent, ContainerRecord> | undefined;
  /** Whoever waits for its end. */
  readonly waiters: (() => void)[];
}

/** All that the container runtime of one node knows. */
export class RuntimeStore {
  readonly sandboxes = new Map<string, SandboxRecord>();
  readonly containers = new Map<string, ContainerRecord>();
  /** By `docker.io/library/nginx:1.29`. */
  readonly images = new Map<string, CriImage>();
  /** Contents of host directories that are mounted into containers, by host path. */
  readonly volumes = new Map<string, Map<string, string>>();
  private readonly byPod = new Map<string, Set<SandboxRecord>>();

  addSandbox(record: SandboxRecord): void {
    this.sandboxes.set(record.id, record);
    const { uid } = record.config.metadata;
    let group = this.byPod.get(uid);
    if (group === undefined) this.byPod.set(uid, (group = new Set()));
    group.add(record);
  }

  removeSandbox(record: SandboxRecord): void {
    this.sandboxes.delete(record.id);
    const { uid } = record.config.metadata;
    const group = this.byPod.get(uid);
    group?.delete(record);
    if (group?.size === 0) this.byPod.delete(uid);
  }

  sandboxesOf(podUid: string): Iterable<SandboxRecord> {
    return this.byPod.get(podUid) ?? [];
  }
}

export function sandboxStatus(record: SandboxRecord): PodSandboxStatus {
  const { id, config, state, createdAt, ip } = record;
  return { id, metadata: config.metadata, state, createdAt, ip };
}

export function containerOf(record: ContainerRecord): CriContainer {
  const { id, sandbox, config, state, createdAt } = record;
  return { id, podSandboxId: sandbox.id, metadata: config.metadata, state, createdAt };
}

export function containerStatus(record: ContainerRecord): CriContainerStatus {
  const { startedAt, finishedAt, exitCode, image, imageRef, reason, message } = record;
  return { ...containerOf(record), startedAt, finishedAt, exitCode, image, imageRef, reason, message };
}
