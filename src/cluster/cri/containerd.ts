import type { CriMethod, CriRequest, CriResult, ExecStreamed } from '../../api/cri';
import { err } from '../../base/result';
import type { Kernel } from '../../kernel/kernel';
import type { Actor } from '../../kernel/actor';
import { NONE } from '../../kernel/time';
import { LATENCY } from '../latencies';
import type { ClusterSpec, NodeSpec } from '../spec';
import { removeRecord } from './containers';
import { connection, type Connection } from './connection';
import { createContainer, removeContainer, startContainer, stopContainer } from './container-calls';
import { execStream, execSync } from './exec-call';
import { preload, pullImage } from './image-calls';
import { parseImage, referenceText } from './image-reference';
import { ResultCache } from './network';
import type { HttpAnswer } from './process';
import { read } from './read-call';
import { answer, notFound, refuse, type Call, type NetworkPlugins, type Runtime, type RuntimeChange } from './runtime';
import { runPodSandbox, stopPodSandbox } from './sandbox-calls';
import { containerOf, containerStatus, RuntimeStore, sandboxStatus, type ContainerRecord, type LogLine, type SandboxRecord } from './store';

export interface ContainerdDeps {
  readonly kernel: Kernel;
  readonly spec: ClusterSpec;
  readonly node: NodeSpec;
  readonly plugins: NetworkPlugins;
}

/** The container runtime of one node, as its kubelet sees it through the CRI socket. */
export interface Containerd {
  readonly actor: Actor;
  /** Begins a call, within the handling of its message; `reply` runs once, inside the runtime. */
  serve<M extends CriMethod>(rpc: M, request: CriRequest<M>, subject: string | undefined, reply: (result: CriResult<M>) => void): void;
  /** What a list would show as new. The real kubelet finds out by listing each second; the model tells it what to look at. */
  onChange(listener: (change: RuntimeChange) => void): void;
  /** A connection to an address of a pod on this node, which has arrived there; the answer is undefined when it is refused. */
  connect(to: Connection, subject: string | undefined, reply: (answer: HttpAnswer | undefined) => void): void;
  /** Somebody connects to the URL that Exec gave: the command runs; `reply` when it has ended. */
  stream(url: string, subject: string | undefined, reply: (result: ExecStreamed) => void): void;
  /** What a container wrote so far: its log file. */
  log(containerId: string): readonly LogLine[] | undefined;
}

/** Where the runtime streams; a real one takes any free port. */
const STREAMING_PORT = 40_127;

type Handlers = { readonly [M in CriMethod]: (call: Call<M>) => void };

export function createContainerd(deps: ContainerdDeps): Containerd {
  const { kernel, spec, node, plugins } = deps;
  const actor = kernel.actor(`containerd:${node.name}`);
  const store = new RuntimeStore();
  const listeners: ((change: RuntimeChange) => void)[] = [];
  const results = new ResultCache();
  const runtime: Runtime = { actor, node, spec, store, plugins, changed: (change) => listeners.forEach((l) => l(change)) };
  /** Commands that Exec prepared, by URL. */
  const prepared = new Map<string, CriRequest<'Exec'>>();
  preload(runtime);

  const look = (subject: string | undefined, latency: (typeof LATENCY)['runtimeList'], reply: () => void): void => {
    actor.start(read, { subject, data: { latency, reply } });
  };
  /** What a call finds missing it has looked for, unless it is looking already. */
  const missing = (call: { readonly subject: string | undefined }, reply: () => void): void => {
    if (kernel.currentSpan === NONE) look(call.subject, LATENCY.runtimeStatus, reply);
    else reply();
  };
  const withSandbox = <M extends CriMethod>(call: Call<M>, id: string, go: (sandbox: SandboxRecord) => void): void => {
    const sandbox = store.sandboxes.get(id);
    if (sandbox === undefined) missing(call, () => refuse(call, notFound('sandbox', id)));
    else go(sandbox);
  };
  const withContainer = <M extends CriMethod>(call: Call<M>, id: string, go: (record: ContainerRecord) => void): void => {
    const record = store.containers.get(id);
    if (record === undefined) missing(call, () => refuse(call, notFound('container', id)));
    else go(record);
  };
  const containersOf = (podUid: string): readonly ContainerRecord[] =>
    [...store.sandboxesOf(podUid)].flatMap((s) => [...s.containers].flatMap((id) => store.containers.get(id) ?? []));

  const handlers: Handlers = {
    RunPodSandbox: (call) => void actor.start(runPodSandbox, { subject: call.subject, data: { ...call, results, sandbox: undefined, error: '' } }),
    StopPodSandbox: (call) => {
      // Stopping what is gone already is no error.
      const sandbox = store.sandboxes.get(call.request.podSandboxId);
      if (sandbox === undefined) missing(call, () => answer(call, {}));
      else actor.start(stopPodSandbox, { subject: call.subject, data: { ...call, results, sandbox, stopContainers: (s, done) => stopAll(s, done) } });
    },
    RemovePodSandbox: (call) => {
      const sandbox = store.sandboxes.get(call.request.podSandboxId);
      look(call.subject, LATENCY.removeContainer, () => {
        if (sandbox !== undefined) {
          for (const id of [...sandbox.containers]) {
            const record = store.containers.get(id);
            if (record !== undefined) removeRecord(runtime, record);
          }
          store.removeSandbox(sandbox);
          runtime.changed({ podUid: sandbox.config.metadata.uid, span: kernel.currentSpan });
        }
        answer(call, {});
      });
    },
    PodSandboxStatus: (call) => look(call.subject, LATENCY.runtimeStatus, () => withSandbox(call, call.request.podSandboxId, (s) => answer(call, { status: sandboxStatus(s) }))),
    ListPodSandbox: (call) => look(call.subject, LATENCY.runtimeList, () => answer(call, { items: (call.request.podUids.length === 0 ? [...store.sandboxes.values()] : call.request.podUids.flatMap((uid) => [...store.sandboxesOf(uid)])).map(sandboxStatus) })),
    CreateContainer: (call) => withSandbox(call, call.request.podSandboxId, (sandbox) => void actor.start(createContainer, { subject: call.subject, data: { ...call, sandbox } })),
    StartContainer: (call) => withContainer(call, call.request.containerId, (record) => void actor.start(startContainer, { subject: call.subject, data: { ...call, record, error: undefined } })),
    StopContainer: (call) => withContainer(call, call.request.containerId, (record) => void actor.start(stopContainer, { subject: call.subject, data: { ...call, record } })),
    RemoveContainer: (call) => {
      const record = store.containers.get(call.request.containerId);
      if (record === undefined) missing(call, () => answer(call, {}));
      else actor.start(removeContainer, { subject: call.subject, data: { ...call, record } });
    },
    ListContainers: (call) => look(call.subject, LATENCY.runtimeList, () => answer(call, { containers: call.request.podUids.flatMap((uid) => containersOf(uid).map(containerOf)) })),
    ContainerStatus: (call) => look(call.subject, LATENCY.runtimeStatus, () => withContainer(call, call.request.containerId, (record) => answer(call, { status: containerStatus(record) }))),
    ExecSync: (call) => withContainer(call, call.request.containerId, (record) => {
      actor.start(execSync, { subject: call.subject, data: { ...call, record, stdout: '', stderr: '', exitCode: 0, process: undefined } });
    }),
    Exec: (call) => look(call.subject, LATENCY.runtimeStatus, () => withContainer(call, call.request.containerId, (record) => {
      if (record.state !== 'CONTAINER_RUNNING') {
        refuse(call, { code: 'Unknown', message: `container is in ${record.state} state` });
        return;
      }
      const url = `http://127.0.0.1:${STREAMING_PORT}/exec/${actor.random.hex(8)}`;
      prepared.set(url, call.request);
      answer(call, { url });
    })),
    ImageStatus: (call) => look(call.subject, LATENCY.imageStatus, () => answer(call, { image: store.images.get(referenceText(parseImage(call.request.image))) })),
    ListImages: (call) => look(call.subject, LATENCY.runtimeList, () => answer(call, { images: [...store.images.values()] })),
    PullImage: (call) => void actor.start(pullImage, { subject: call.subject, data: { ...call, found: undefined } }),
  };

  /** Kills what still runs in a sandbox that is being stopped. */
  function stopAll(sandbox: SandboxRecord, done: () => void): void {
    const running = [...sandbox.containers].flatMap((id) => store.containers.get(id) ?? []).filter((r) => r.state === 'CONTAINER_RUNNING');
    let open = running.length;
    if (open === 0) done();
    for (const record of running) {
      record.waiters.push(() => {
        if (--open === 0) done();
      });
      record.process?.signal('KILL');
    }
  }

  function listenerAt(ip: string, port: number): ((path: string) => HttpAnswer) | undefined {
    for (const record of store.containers.values()) {
      const listener = record.sandbox.ip === ip ? record.listeners.get(port) : undefined;
      if (listener !== undefined) return listener;
    }
    return undefined;
  }

  return {
    actor,
    serve: (rpc, request, subject, reply) => {
      const handler: Handlers[typeof rpc] = handlers[rpc];
      handler({ runtime, request, subject, reply });
    },
    onChange: (listener) => void listeners.push(listener),
    connect: (to, subject, reply) => void actor.start(connection, { subject, data: { ...to, listener: listenerAt(to.ip, to.port), reply, answer: undefined } }),
    stream: (url, subject, reply) => {
      const command = prepared.get(url);
      const record = command === undefined ? undefined : store.containers.get(command.containerId);
      prepared.delete(url);
      if (command === undefined || record === undefined) missing({ subject }, () => reply(err(notFound('exec', url))));
      else actor.start(execStream, { subject, data: { runtime, request: { containerId: record.id, cmd: command.cmd, timeout: 0 }, subject, reply, record, stdout: '', stderr: '', exitCode: 0, process: undefined } });
    },
    log: (containerId) => store.containers.get(containerId)?.log,
  };
}
