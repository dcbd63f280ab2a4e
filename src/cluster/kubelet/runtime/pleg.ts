import type { CriContainer, CriContainerStatus, PodSandboxStatus } from '../../../api/cri';
import { MachineKind, type Machine } from '../../../kernel/machine';
import { NONE, SECOND, type Micros, type SpanRow } from '../../../kernel/time';
import { lastTick, nextTick, type KubeletContext } from '../context';
import { plegMachine, type PlegEvent } from './pleg.machine';
import { NOTHING_SEEN, type RuntimePodStatus } from './pod-status';

export type PodLifecycleEventType = 'ContainerStarted' | 'ContainerDied' | 'ContainerRemoved';

/** Something that became of a container or a sandbox. */
export interface PodLifecycleEvent {
  readonly type: PodLifecycleEventType;
  readonly podUid: string;
  /** The id of the container or sandbox. */
  readonly data: string;
}

type Known = 'running' | 'exited' | 'unknown';

interface Relist {
  /** Changed pods with the spans that changed them, as far as they are not dealt with. */
  pods: { readonly uid: string; readonly spans: readonly SpanRow[] }[];
  at: Micros;
  sandboxes: readonly PodSandboxStatus[];
  containers: readonly CriContainer[];
}

type PlegMachine = Machine<PlegEvent, Relist>;

const PERIOD = SECOND;

/**
 * The pod lifecycle event generator and its cache. The real one lists all containers each second; this one keeps to the
 * same second, but stays quiet when the runtime has told that nothing changed, and lists what did.
 * Models pkg/kubelet/pleg/generic.go, pkg/kubelet/container/cache.go.
 */
export class Pleg {
  private readonly phase: Micros;
  private changes = new Map<string, SpanRow[]>();
  private scheduled: Micros | undefined;
  /** Whether the first look at the runtime is over. */
  private ready = false;
  private readonly cache = new Map<string, RuntimePodStatus>();
  private readonly known = new Map<string, Map<string, Known>>();
  private readonly machine: PlegMachine;
  private readonly seenAt = new Map<string, Micros>();
  private waiters: { readonly since: Micros; readonly then: () => void }[] = [];

  constructor(private readonly context: KubeletContext, private readonly emit: (event: PodLifecycleEvent, cause: SpanRow) => void) {
    this.phase = context.startedAt + context.actor.random.int(PERIOD);
    const kind = new MachineKind<PlegEvent, Relist>('PLEG', plegMachine, {
      listSandboxes: (m: PlegMachine) => this.listSandboxes(m), listContainers: (m: PlegMachine) => this.listContainers(m),
      inspect: (m: PlegMachine) => this.inspect(m), rest: () => this.release(),
    });
    this.machine = context.actor.start(kind, { data: { pods: [], at: 0, sandboxes: [], containers: [] } });
    context.runtime.service.onChange(({ podUid, span }) => {
      if (context.alive()) this.changed(podUid, span);
    });
  }

  /** Finds out what an earlier kubelet left running: lists all there is. */
  start(): void {
    this.context.runtime.call('ListPodSandbox', { podUids: [] }, undefined, (result) => {
      const items = result.ok ? result.value.items : [];
      for (const { metadata } of items) this.changed(metadata.uid, NONE);
      if (items.length > 0) return;
      this.ready = true;
      this.release();
    });
  }

  /** What was last seen of a pod. */
  statusOf(uid: string): RuntimePodStatus {
    return this.cache.get(uid) ?? NOTHING_SEEN;
  }

  /** Pods of which something is on the node. */
  podUids(): Iterable<string> {
    return this.known.keys();
  }

  /** A fresher look than the last relist gave, for whoever asked the runtime itself. */
  remember(uid: string, status: RuntimePodStatus): void {
    this.cache.set(uid, status);
  }

  forget(uid: string): void {
    if (this.known.has(uid)) return;
    this.cache.delete(uid);
    this.seenAt.delete(uid);
  }

  /** Marks a pod as worth a look at the next relist. */
  changed(uid: string, span: SpanRow): void {
    const spans = this.changes.get(uid);
    if (spans === undefined) this.changes.set(uid, [span]);
    else spans.push(span);
    this.schedule();
  }

  /** Whether what is known of a pod is newer than `since`. */
  isNewerThan(uid: string, since: Micros): boolean {
    if (!this.ready) return false;
    if (since < this.phase || (this.seenAt.get(uid) ?? 0) > since) return true;
    return this.machine.state === 'idle' && lastTick(this.context.actor.now, PERIOD, this.phase) > since;
  }

  /** Runs `then` as soon as what is known of a pod is newer than `since`. Models pkg/kubelet/container/cache.go GetNewerThan. */
  whenNewerThan(uid: string, since: Micros, then: () => void): void {
    if (this.isNewerThan(uid, since)) then();
    else {
      this.waiters.push({ since, then });
      this.schedule();
    }
  }

  private schedule(): void {
    if (this.scheduled !== undefined || this.machine.state !== 'idle') return;
    const { kernel } = this.context;
    const at = nextTick(kernel.now, PERIOD, this.phase);
    this.scheduled = at;
    kernel.queue.add(at, () => {
      this.scheduled = undefined;
      if (this.context.alive()) this.tick();
    });
  }

  private tick(): void {
    const { actor, kernel } = this.context;
    if (this.changes.size === 0) {
      this.release();
      return;
    }
    const pods = [...this.changes].map(([uid, spans]) => ({ uid, spans }));
    this.changes = new Map();
    const rows = pods.map(({ spans }) => actor.arrive({ kind: 'timer', label: 'relist', sent: lastTick(kernel.now - 1, PERIOD, this.phase), cause: spans.at(-1) ?? NONE, from: actor }));
    const [first, ...more] = rows;
    if (first !== undefined) kernel.currentMessage = first;
    Object.assign(this.machine.data, { pods, at: kernel.now, sandboxes: [], containers: [] });
    this.machine.send({ type: 'TICK' }, more);
  }

  private listSandboxes(m: PlegMachine): void {
    this.context.runtime.call('ListPodSandbox', { podUids: m.data.pods.map((p) => p.uid) }, undefined, (result) => {
      m.data.sandboxes = result.ok ? result.value.items : [];
      m.send({ type: 'NEXT' });
    });
  }

  private listContainers(m: PlegMachine): void {
    this.context.runtime.call('ListContainers', { podUids: m.data.pods.map((p) => p.uid) }, undefined, (result) => {
      m.data.containers = result.ok ? result.value.containers : [];
      m.send({ type: m.data.pods.length === 0 ? 'DONE' : 'NEXT' });
    });
  }

  /** One changed pod: what is it like now, and what happened to it. */
  private inspect(m: PlegMachine): void {
    const pod = m.data.pods.shift();
    if (pod === undefined) {
      m.send({ type: 'DONE' });
      return;
    }
    const sandboxes = m.data.sandboxes.filter((s) => s.metadata.uid === pod.uid);
    const ids = new Set(sandboxes.map((s) => s.id));
    const containers = m.data.containers.filter((c) => ids.has(c.podSandboxId));
    this.read(pod.uid, sandboxes.map((s) => s.id), containers.map((c) => c.id), (status) => {
      const events = this.compare(pod.uid, sandboxes, containers);
      this.seenAt.set(pod.uid, m.data.at);
      if (sandboxes.length + containers.length === 0) {
        this.known.delete(pod.uid);
        this.cache.set(pod.uid, { ...NOTHING_SEEN, ip: this.statusOf(pod.uid).ip });
      } else this.cache.set(pod.uid, status);
      m.note({ type: 'PodLifecycleEvents', pod: pod.uid, events: events.map((e) => `${e.type} ${e.data}`) });
      for (const event of events) this.emit(event, pod.spans.at(-1) ?? NONE);
      m.send({ type: m.data.pods.length === 0 ? 'DONE' : 'POD' });
    });
  }

  /** Asks the runtime for the statuses of a pod's sandboxes and containers, one after the other. */
  read(uid: string, sandboxIds: readonly string[], containerIds: readonly string[], done: (status: RuntimePodStatus) => void, subject?: string): void {
    const { runtime, kernel } = this.context;
    const span = kernel.currentSpan;
    const sandboxes: PodSandboxStatus[] = [];
    const containers: CriContainerStatus[] = [];
    const finish = (): void => {
      sandboxes.sort((a, b) => b.createdAt - a.createdAt);
      containers.sort((a, b) => b.createdAt - a.createdAt);
      const [latest] = sandboxes;
      const ip = latest?.state === 'SANDBOX_READY' && latest.ip !== '' ? latest.ip : this.statusOf(uid).ip;
      done({ sandboxes, containers, ip });
    };
    const nextContainer = (i: number): void => {
      const containerId = containerIds[i];
      if (containerId === undefined) {
        finish();
        return;
      }
      runtime.call('ContainerStatus', { containerId }, subject, (result) => {
        if (result.ok) containers.push(result.value.status);
        kernel.currentSpan = span;
        nextContainer(i + 1);
      });
    };
    const nextSandbox = (i: number): void => {
      const podSandboxId = sandboxIds[i];
      if (podSandboxId === undefined) {
        nextContainer(0);
        return;
      }
      runtime.call('PodSandboxStatus', { podSandboxId }, subject, (result) => {
        if (result.ok) sandboxes.push(result.value.status);
        kernel.currentSpan = span;
        nextSandbox(i + 1);
      });
    };
    nextSandbox(0);
  }

  // Models pkg/kubelet/pleg/generic.go computeEvents, generateEvents
  private compare(uid: string, sandboxes: readonly PodSandboxStatus[], containers: readonly CriContainer[]): readonly PodLifecycleEvent[] {
    const before = this.known.get(uid) ?? new Map<string, Known>();
    const after = new Map<string, Known>();
    for (const c of containers) after.set(c.id, c.state === 'CONTAINER_RUNNING' ? 'running' : c.state === 'CONTAINER_EXITED' ? 'exited' : 'unknown');
    for (const s of sandboxes) after.set(s.id, s.state === 'SANDBOX_READY' ? 'running' : 'exited');
    this.known.set(uid, after);
    const events: PodLifecycleEvent[] = [];
    const add = (type: PodLifecycleEventType, data: string): void => void events.push({ type, podUid: uid, data });
    for (const [id, state] of after) {
      if (state === before.get(id)) continue;
      if (state === 'running') add('ContainerStarted', id);
      else if (state === 'exited') add('ContainerDied', id);
    }
    for (const [id, state] of before) {
      if (after.has(id)) continue;
      if (state !== 'exited') add('ContainerDied', id);
      add('ContainerRemoved', id);
    }
    return events;
  }

  /** After a relist: those who waited for one go on. */
  private release(): void {
    if (this.known.size > 0) this.ready = true;
    if (!this.ready) return;
    const last = lastTick(this.context.actor.now, PERIOD, this.phase);
    const due = this.waiters.filter(({ since }) => last > since);
    this.waiters = this.waiters.filter(({ since }) => last <= since);
    for (const { then } of due) then();
    if (this.changes.size > 0 || this.waiters.length > 0) this.schedule();
  }
}
