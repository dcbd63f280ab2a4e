import type { ContainerConfig } from '../../api/cri';
import { formatRFC1123Z } from '../../api/time';
import { MachineKind } from '../../kernel/machine';
import { wallMicros } from '../clock';
import { containerMachine, type ContainerEvent } from './container.machine';
import { parseImage, referenceText } from './image-reference';
import { FileSystem, type ProcessContext, type Signal } from './process';
import { ProcessRun } from './process-run';
import { argvOf, installed, runProgram } from './programs';
import type { Runtime } from './runtime';
import type { ContainerRecord, SandboxRecord } from './store';

const containerKind = new MachineKind<ContainerEvent, ContainerRecord>('container', containerMachine, {});

/** Makes a container that does not run yet. */
export function createRecord(runtime: Runtime, sandbox: SandboxRecord, config: ContainerConfig, subject: string | undefined): ContainerRecord {
  const { actor, store } = runtime;
  const reference = referenceText(parseImage(config.image));
  const record: ContainerRecord = {
    id: actor.random.hex(64), sandbox, config, image: reference, imageRef: store.images.get(reference)?.repoDigests[0] ?? '', createdAt: actor.now,
    files: new FileSystem(mountsOf(runtime, config)), log: [], listeners: new Map(), waiters: [],
    state: 'CONTAINER_CREATED', startedAt: 0, finishedAt: 0, exitCode: 0, reason: '', message: '', process: undefined, machine: undefined,
  };
  store.containers.set(record.id, record);
  sandbox.containers.add(record.id);
  record.machine = actor.start(containerKind, { subject, data: record });
  return record;
}

/** Mounted directories; containers that mount one host directory share its files. */
function mountsOf(runtime: Runtime, config: ContainerConfig): ConstructorParameters<typeof FileSystem>[0] {
  return config.mounts
    .map((mount) => {
      let files = runtime.store.volumes.get(mount.hostPath);
      if (files === undefined) runtime.store.volumes.set(mount.hostPath, (files = new Map(Object.entries(mount.files))));
      return { path: mount.containerPath.replace(/\/$/, ''), readonly: mount.readonly, files };
    })
    .sort((a, b) => b.path.length - a.path.length);
}

/** Why the process cannot be made, or undefined. */
export function startFailure(record: ContainerRecord): string | undefined {
  const [path = ''] = argvOf(record.image, record.config.command, record.config.args);
  if (installed(record.image, path)) return undefined;
  return `failed to create containerd task: failed to create shim task: OCI runtime create failed: runc create failed: unable to start container process: exec: "${path}": ${notThere(path)}: unknown`;
}

/** What runc says of an executable that the image lacks. */
export const notThere = (path: string): string => (path.includes('/') ? `stat ${path}: no such file or directory` : 'executable file not found in $PATH');

/** Models containerd pkg/oci WithDefaultPathEnv, runc: what every process has, around what the kubelet sets. */
function environmentOf({ config, sandbox }: ContainerRecord): Map<string, string> {
  return new Map([['PATH', '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'], ['HOSTNAME', sandbox.config.hostname], ...config.envs.map(({ key, value }) => [key, value] as const), ['HOME', '/root']]);
}

/** What a process in the container may touch. `write` is where its output goes. */
export function contextOf(runtime: Runtime, record: ContainerRecord, init: boolean, write: ProcessContext['write']): ProcessContext {
  const { actor } = runtime;
  return {
    files: record.files, env: environmentOf(record), hostname: record.sandbox.config.hostname, init, write,
    date: () => formatRFC1123Z(wallMicros(actor.now)), random: (n) => actor.random.int(n), installed: (program) => installed(record.image, program),
    signalInit: (signal) => record.process?.signal(signal),
    listen: (port, answer) => record.listeners.set(port, answer), handlers: new Map<Signal, 'ignore' | 'handle'>(), pending: [],
  };
}

/** Lets the container's process run. Its end is a state of the container's machine. */
export function startProcess(runtime: Runtime, record: ContainerRecord): void {
  const { actor } = runtime;
  const { kernel } = actor;
  record.state = 'CONTAINER_RUNNING';
  record.startedAt = kernel.now;
  record.machine?.send({ type: 'STARTED' });
  changed(runtime, record);
  let partial = { stdout: '', stderr: '' };
  const write = (stream: 'stdout' | 'stderr', text: string): void => {
    const lines = (partial[stream] + text).split('\n');
    partial = { ...partial, [stream]: lines.pop() ?? '' };
    for (const line of lines) record.log.push({ time: kernel.now, stream, text: line });
  };
  const limit = { bytes: record.config.resources.memoryLimitInBytes > 0 ? record.config.resources.memoryLimitInBytes : Number.MAX_SAFE_INTEGER };
  const argv = argvOf(record.image, record.config.command, record.config.args);
  record.process = new ProcessRun(actor, contextOf(runtime, record, true, write), (context) => runProgram(argv, context), limit, kernel.currentMessage, (status) => {
    if (partial.stdout !== '') write('stdout', '\n');
    if (partial.stderr !== '') write('stderr', '\n');
    record.state = 'CONTAINER_EXITED';
    record.finishedAt = kernel.now;
    record.exitCode = status.code;
    record.reason = status.oomKilled ? 'OOMKilled' : status.code === 0 ? 'Completed' : 'Error';
    record.listeners.clear();
    record.machine?.send({ type: 'EXITED' });
    record.machine?.note({ type: 'Exit', exitCode: status.code, reason: record.reason });
    changed(runtime, record);
    for (const waiter of record.waiters.splice(0)) waiter();
  });
  record.process.start();
}

function changed(runtime: Runtime, record: ContainerRecord): void {
  if (record.machine !== undefined) runtime.changed({ podUid: record.sandbox.config.metadata.uid, span: record.machine.span });
}

export function removeRecord(runtime: Runtime, record: ContainerRecord): void {
  record.process?.abandon();
  runtime.store.containers.delete(record.id);
  record.sandbox.containers.delete(record.id);
  record.machine?.send({ type: 'REMOVED' });
}
