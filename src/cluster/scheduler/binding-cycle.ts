import type { Actor } from '../../kernel/actor';
import { MachineKind, type Machine } from '../../kernel/machine';
import { PATCH, refusalOf, succeeded, type ResourceClient } from '../client/typed-client';
import { LATENCY } from '../latencies';
import type { SchedulerBehaviour } from '../versions';
import { bindingCycleMachine, type BindingCycleEvent } from './binding-cycle.machine';
import type { SchedulerCache } from './cache';
import { deleted } from './cluster-event';
import type { EventBroadcaster } from './event-broadcaster';
import { truncateNote } from './fit-error';
import { podStatusPatch } from './pod-status';
import type { Assumed, FailureReporter } from './scheduling-cycle';
import type { SchedulingQueue } from './scheduling-queue';
import type { VolumeBinder } from './volume-binder';

export interface BindingCycleDeps {
  readonly actor: Actor;
  readonly behaviour: SchedulerBehaviour;
  readonly queue: SchedulingQueue;
  readonly cache: SchedulerCache;
  readonly events: EventBroadcaster;
  readonly pods: ResourceClient;
  readonly volumeBinder: VolumeBinder;
  readonly reporter: FailureReporter;
  readonly assumedVolumes: Map<string, string>;
}

interface Data {
  readonly assumed: Assumed;
  failure: string;
}

type Binding = Machine<BindingCycleEvent, Data>;

const NO_PLUGINS: ReadonlySet<string> = new Set<string>();

/** What runs beside the scheduling cycles, once for each decision. Models pkg/scheduler/schedule_one.go bindingCycle */
export class BindingCycles {
  private readonly kind: MachineKind<BindingCycleEvent, Data>;

  constructor(private readonly deps: BindingCycleDeps) {
    this.kind = new MachineKind<BindingCycleEvent, Data>('binding cycle', bindingCycleMachine, {
      waitOnPermit: (m) => this.waitOnPermit(m), nominate: (m) => this.nominate(m), preBind: (m) => this.preBind(m), bind: (m) => this.bind(m), postBind: (m) => this.postBind(m),
      finish: (m) => this.finish(m), unreserve: (m) => this.unreserve(m), handleFailure: (m) => this.handleFailure(m),
    });
  }

  start(assumed: Assumed): void {
    this.deps.actor.start(this.kind, { subject: assumed.item.subject, data: { assumed, failure: '' } });
  }

  private waitOnPermit(m: Binding): void {
    const { behaviour, actor } = this.deps;
    const nominates = behaviour.nominatesBeforePreBind && hasVolumes(m.data.assumed);
    m.work(actor.sample(LATENCY.permit), { type: nominates ? 'NOMINATE' : 'NEXT' });
  }

  private nominate(m: Binding): void {
    const { info, item, node } = m.data.assumed;
    const patch = podStatusPatch(item.info.pod, { nominatedNodeName: node }, this.deps.actor.now);
    const { namespace, name } = info.pod.metadata;
    if (patch === undefined) m.send({ type: 'NEXT' });
    else this.deps.pods.patch({ namespace, name, subresource: 'status' }, PATCH.strategic, patch, () => m.send({ type: 'NEXT' }));
  }

  private preBind(m: Binding): void {
    const { queue, volumeBinder, actor } = this.deps;
    const { assumed } = m.data;
    queue.stopListening(assumed.item);
    if (!hasVolumes(assumed)) {
      m.work(actor.sample(LATENCY.preBind), { type: 'NEXT' });
      return;
    }
    m.note({ type: 'volumes', bind: assumed.volumes.bind.map((b) => ({ claim: b.claim.metadata.name, volume: b.volume.metadata.name })), provision: assumed.volumes.provision.map((c) => c.metadata.name) });
    volumeBinder.bind(assumed.volumes, assumed.node, (failure) => {
      if (failure === undefined) m.send({ type: 'NEXT' });
      else this.fail(m, `running PreBind plugin "VolumeBinding": binding volumes: ${failure}`);
    });
  }

  // Models pkg/scheduler/framework/plugins/defaultbinder Bind
  private bind(m: Binding): void {
    const { pods, behaviour } = this.deps;
    const { info, node } = m.data.assumed;
    const { namespace, name, uid } = info.pod.metadata;
    const binding = { kind: 'Binding', apiVersion: 'v1', metadata: { name, namespace, uid }, target: { kind: 'Node', name: node } };
    pods.createSubresource({ namespace, name, subresource: 'binding' }, binding, (response) => {
      if (succeeded(response)) m.send({ type: 'BOUND' });
      else this.fail(m, behaviour.bindFailure(refusalOf(response).message));
    });
  }

  private postBind(m: Binding): void {
    const { events, actor } = this.deps;
    const { info, item, node } = m.data.assumed;
    events.event({ regarding: item.info.pod, type: 'Normal', reason: 'Scheduled', action: 'Binding', note: `Successfully assigned ${info.key} to ${node}` });
    m.work(actor.sample(LATENCY.permit), { type: 'NEXT' });
  }

  private finish(m: Binding): void {
    this.deps.queue.done(m.data.assumed.item);
    this.releaseVolumes(m.data.assumed);
  }

  private fail(m: Binding, message: string): void {
    m.data.failure = message;
    m.send({ type: 'FAILED' });
  }

  // Models schedule_one.go handleBindingCycleError
  private unreserve(m: Binding): void {
    const { cache, queue, actor, behaviour } = this.deps;
    const { assumed } = m.data;
    m.note({ type: 'failure', message: m.data.failure });
    cache.forget(assumed.info);
    this.releaseVolumes(assumed);
    // What the pod took is free again; older releases did not tell anybody.
    if (behaviour.queueingHints) queue.move(deleted('AssignedPod', assumed.info.pod));
    m.work(actor.sample(LATENCY.reserve), { type: 'NEXT' });
  }

  private handleFailure(m: Binding): void {
    const { reporter, events, actor } = this.deps;
    const { item } = m.data.assumed;
    const { pod } = item.info;
    reporter.requeue(item, NO_PLUGINS);
    events.event({ regarding: pod, type: 'Warning', reason: 'FailedScheduling', action: 'Scheduling', note: truncateNote(m.data.failure) });
    const patch = podStatusPatch(pod, { condition: { type: 'PodScheduled', status: 'False', reason: 'SchedulerError', message: m.data.failure }, nominatedNodeName: '' }, actor.now);
    if (patch !== undefined) reporter.patchStatus(pod, patch, () => {});
  }

  private releaseVolumes({ volumes }: Assumed): void {
    for (const { volume } of volumes.bind) this.deps.assumedVolumes.delete(volume.metadata.name);
  }
}

const hasVolumes = ({ volumes }: Assumed): boolean => volumes.bind.length > 0 || volumes.provision.length > 0;
