import { schemeFor } from '../../api/scheme';
import type { Pod, PodStatus, Service } from '../../api/types';
import type { Link } from '../../kernel/actor';
import type { Kernel } from '../../kernel/kernel';
import { SECOND, type Micros, type SpanRow } from '../../kernel/time';
import { ApiClient, type ClientIdentity } from '../client/api-client';
import { EventRecorder } from '../client/event-recorder';
import type { ApiServer } from '../client/http';
import { Informer } from '../client/informer';
import { ResourceClient } from '../client/typed-client';
import { LATENCY } from '../latencies';
import type { ClusterSpec, NodeSpec } from '../spec';
import { behaviourOf } from '../versions';
import { Backoff } from './backoff';
import { ServerConnection } from './connection';
import { ContainerKiller } from './containers/killer';
import { nextTick, type KubeletContext } from './context';
import { ImageManager } from './images/image-manager';
import { NodeLease } from './node/lease';
import { NodeStatusManager } from './node/node-status';
import { gracePeriodOf, isBeingDeleted, podSubject, podUid } from './pods/pod';
import { differ, PodWorkers } from './pods/pod-workers';
import { notRunning } from './pods/restart';
import type { Worker } from './pods/worker';
import { ProbeManager } from './probes/probe-manager';
import { RuntimeClient, type RuntimeService } from './runtime/client';
import { GarbageCollector } from './runtime/collector';
import { Pleg, type PodLifecycleEvent } from './runtime/pleg';
import { StatusManager } from './status/manager';
import { ObjectCache } from './volumes/object-cache';
import { VolumeManager } from './volumes/volume-manager';

export interface KubeletDeps {
  readonly kernel: Kernel;
  readonly spec: ClusterSpec;
  readonly node: NodeSpec;
  readonly server: ApiServer;
  readonly runtime: RuntimeService;
}

const HOUSEKEEPING = 2 * SECOND;
const STATUS_BATCH = 10 * SECOND;

/** One run of a kubelet, from its start to its death: all that it has in memory. */
export class KubeletProcess {
  readonly context: KubeletContext;
  private dead = false;
  private readonly connections: readonly ServerConnection[];
  private readonly loop: Link;
  private readonly podInformer: Informer<Pod>;
  private readonly services: Informer<Service>;
  private readonly pleg: Pleg;
  private readonly status: StatusManager;
  private readonly workers: PodWorkers;
  private readonly collector: GarbageCollector;
  private readonly node: NodeStatusManager;
  private readonly lease: NodeLease;
  private readonly batch = new Set<string>();
  /** When the status manager's ticker began. */
  private readonly batchPhase: Micros;

  constructor(deps: KubeletDeps) {
    const { kernel, spec, node } = deps;
    const actor = kernel.actor(`kubelet:${node.name}`);
    const { kubelet: behaviour, gitVersion, gitCommit } = behaviourOf(spec.kubernetesVersion);
    const scheme = schemeFor(spec.kubernetesVersion);
    const identity: ClientIdentity = {
      credential: { kind: 'clientCertificate', commonName: `system:node:${node.name}`, organizations: ['system:nodes'] },
      userAgent: `kubelet/${gitVersion} (linux/amd64) kubernetes/${gitCommit}`,
    };
    const connect = (limits: { readonly qps?: number; readonly burst?: number }): { readonly api: ApiClient; readonly connection: ServerConnection } => {
      const connection = new ServerConnection(deps.server);
      return { api: new ApiClient(actor, connection, { ...identity, ...limits }), connection };
    };
    const { qps, burst } = behaviour;
    const [main, heartbeat, events] = [connect({ qps, burst }), connect({}), connect({ qps, burst })];
    this.connections = [main.connection, heartbeat.connection, events.connection];
    const alive = (): boolean => !this.dead;
    const context: KubeletContext = {
      kernel, actor, spec, node, behaviour, gitVersion, scheme, api: main.api, heartbeat: heartbeat.api, alive, startedAt: actor.now,
      pods: new ResourceClient(main.api, scheme, '', 'v1', 'pods'),
      recorder: new EventRecorder(events.api, scheme, { component: 'kubelet', host: node.name, ordered: behaviour.orderedEvents }),
      runtime: new RuntimeClient(actor, deps.runtime, alive),
    };
    this.context = context;
    this.loop = actor.link(actor);
    this.podInformer = new Informer<Pod>(main.api, scheme, '', 'v1', 'pods', { fieldSelector: `spec.nodeName=${node.name}` });
    this.services = new Informer<Service>(main.api, scheme, '', 'v1', 'services');
    this.pleg = new Pleg(context, (event, cause) => this.lifecycle(event, cause));
    this.status = new StatusManager(context, (pod, status) => this.mayDelete(pod, status));
    const objects = new ObjectCache(context);
    const volumes = new VolumeManager(context, objects);
    const images = new ImageManager(context, () => this.node.imagesChanged());
    const probes = new ProbeManager(context, {
      statusOf: (uid) => this.status.statusOf(uid),
      changed: (pod, container, type, result) => this.enqueue(`${type} probe of ${container.name}: ${result}`, pod, () => this.workers.sync(podUid(pod))),
    });
    this.collector = new GarbageCollector(context, this.pleg, (uid) => this.isGone(uid));
    this.workers = new PodWorkers({
      context, pleg: this.pleg, status: this.status, volumes, objects, images, probes, killer: new ContainerKiller(context), crashes: new Backoff(),
      services: () => this.services.list(), activePods: () => this.workers.activePods(), wakeCollector: () => this.collector.wake(), unwanted: (worker) => this.killUnwanted(worker),
    });
    this.batchPhase = actor.now + actor.random.int(STATUS_BATCH);
    this.node = new NodeStatusManager(context);
    this.lease = new NodeLease(context);
  }

  start(): void {
    this.podInformer.addHandlers({
      added: (pod) => this.enqueue('SyncLoop ADD', pod, () => this.workers.add(pod)),
      updated: (before, pod) => {
        // A change of status alone is the kubelet's own doing: nobody is woken for it.
        if (differ(before, pod)) this.enqueue(isBeingDeleted(pod) ? 'SyncLoop DELETE' : 'SyncLoop UPDATE', pod, () => this.workers.change(pod));
        else this.workers.refresh(pod);
      },
      deleted: (pod) => this.enqueue('SyncLoop REMOVE', pod, () => this.workers.remove(pod)),
    });
    this.node.start();
    this.lease.start();
    this.services.start();
    this.podInformer.start();
    this.pleg.start();
  }

  /** The process dies: what it had in memory is gone, its connections break. Containers go on. */
  kill(): void {
    this.dead = true;
    for (const connection of this.connections) connection.cut();
  }

  /** The newest status of a pod by `namespace/name`, for the kubelet's own server. */
  statusOf(key: string): PodStatus | undefined {
    const pod = this.podInformer.get(key);
    return pod === undefined ? undefined : (this.status.statusOf(podUid(pod)) ?? pod.status);
  }

  /** Hands something to the sync loop, which takes one thing after the other. Models pkg/kubelet/kubelet.go syncLoopIteration. */
  private enqueue(label: string, pod: Pod, handle: () => void): void {
    const { actor } = this.context;
    this.loop.send({ kind: 'channel', label, subject: podSubject(pod), delay: actor.sample(LATENCY.podDispatch) }, () => {
      if (this.dead) return;
      handle();
      this.workers.sweep();
    });
  }

  private lifecycle(event: PodLifecycleEvent, cause: SpanRow): void {
    const { actor } = this.context;
    const worker = this.workers.get(event.podUid);
    const subject = worker?.subject;
    if (event.type === 'ContainerRemoved') {
      this.reclaim(event.podUid, cause);
      return;
    }
    this.loop.send({ kind: 'channel', label: `PLEG ${event.type}`, subject, payload: event, delay: actor.sample(LATENCY.syncLoop), cause }, () => {
      if (this.dead) return;
      this.workers.sync(event.podUid);
      if (event.type === 'ContainerDied') this.removeDead(event, cause);
      this.workers.sweep();
    });
  }

  /** Of the dead attempts of a container only the last is kept, and none once its pod is over. Models pkg/kubelet/pod_container_deletor.go. */
  private removeDead(event: PodLifecycleEvent, cause: SpanRow): void {
    const { kernel, runtime, behaviour } = this.context;
    const worker = this.workers.get(event.podUid);
    const { containers } = this.pleg.statusOf(event.podUid);
    const exited = containers.find((c) => c.id === event.data);
    if (worker === undefined) return;
    const { data } = worker;
    const over = isBeingDeleted(data.pod) && (behaviour.terminatingPhases ? data.terminated : containers.every((c) => c.state !== 'CONTAINER_RUNNING'));
    const dead = containers.filter((c) => c.state === 'CONTAINER_EXITED');
    const remove = over ? dead : dead.filter((c) => c.metadata.name === exited?.metadata.name).slice(1);
    kernel.currentSpan = cause;
    for (const { id } of remove) runtime.call('RemoveContainer', { containerId: id }, worker.subject, () => {});
    if (over) this.collector.wake();
  }

  /** Whether a deleted pod's object may be removed. Models pkg/kubelet/kubelet_pods.go PodResourcesAreReclaimed, status_manager.go canBeDeleted. */
  private mayDelete(pod: Pod, status: PodStatus): boolean {
    const uid = podUid(pod);
    const worker = this.workers.get(uid);
    if (this.context.behaviour.terminatingPhases) return worker?.data.terminated ?? true;
    const seen = this.pleg.statusOf(uid);
    return notRunning(status) && seen.containers.length === 0 && seen.sandboxes.length === 0;
  }

  /** Whether nobody needs what is left of a pod. */
  private isGone(uid: string): boolean {
    const worker = this.workers.get(uid);
    if (worker === undefined) return true;
    const { pod, terminated } = worker.data;
    if (this.context.behaviour.terminatingPhases) return terminated && (isBeingDeleted(pod) || worker.data.removed);
    return isBeingDeleted(pod) && notRunning(this.status.statusOf(uid) ?? pod.status);
  }

  /** The last of a deleted pod is off the node: the status manager notices at its next round (1.20). */
  private reclaim(uid: string, cause: SpanRow): void {
    const worker = this.workers.get(uid);
    if (worker === undefined || this.context.behaviour.terminatingPhases || this.batch.has(uid)) return;
    const { pod } = worker.data;
    const { sandboxes, containers } = this.pleg.statusOf(uid);
    if (!isBeingDeleted(pod) || sandboxes.length + containers.length > 0) return;
    this.batch.add(uid);
    const { actor, kernel } = this.context;
    kernel.currentSpan = cause;
    actor.timer(nextTick(actor.now, STATUS_BATCH, this.batchPhase) - actor.now, 'status batch', () => {
      this.batch.delete(uid);
      if (!this.dead) this.status.enqueue(worker.data.pod, worker.data.deletion);
    }, worker.subject);
  }

  /** Housekeeping kills what still runs of pods that are over (1.20). Models pkg/kubelet/kubelet_pods.go HandlePodCleanups. */
  private killUnwanted(worker: Worker): void {
    const { actor, kernel, startedAt, runtime } = this.context;
    const { uid, pod } = worker.data;
    const { span, subject } = worker;
    if (kernel.currentSpan < 0) kernel.currentSpan = span;
    actor.timer(nextTick(actor.now, HOUSEKEEPING, startedAt) - actor.now, 'housekeeping', () => {
      if (this.dead || worker.done) return;
      const { containers, sandboxes } = this.pleg.statusOf(uid);
      const running = containers.filter((c) => c.state === 'CONTAINER_RUNNING');
      const ready = sandboxes.filter((s) => s.state === 'SANDBOX_READY');
      // Deleted meanwhile: its own worker ends it.
      if (isBeingDeleted(worker.data.pod) && !isBeingDeleted(pod)) return;
      kernel.currentSpan = span;
      let open = running.length;
      const stopSandboxes = (): void => {
        kernel.currentSpan = span;
        for (const { id } of ready) runtime.call('StopPodSandbox', { podSandboxId: id }, subject, () => {});
      };
      if (open === 0) stopSandboxes();
      for (const { id } of running) {
        runtime.call('StopContainer', { containerId: id, timeout: Math.max(2, gracePeriodOf(pod)) }, subject, () => {
          if (--open === 0) stopSandboxes();
        });
      }
    }, subject);
  }
}
