import type { Pod } from '../../api/types';
import { defined } from '../../base/assert';
import type { Actor } from '../../kernel/actor';
import { MachineKind, type Machine } from '../../kernel/machine';
import { LATENCY } from '../latencies';
import type { SchedulerCache } from './cache';
import { CycleNotes } from './cycle-notes';
import { DecisionWriter, type DecisionInput, type Scored } from './decision';
import type { EventBroadcaster } from './event-broadcaster';
import { filterNodes, preFilter, type Filtered, type PreFiltered } from './filtering';
import { NO_NODES, truncateNote } from './fit-error';
import type { Listers } from './listers';
import type { NodeInfo } from './node-info';
import type { Nominator } from './nominator';
import type { PodInfo } from './pod-info';
import { delayedClaims, planVolumes, type VolumePlan } from './plugins/volumes';
import { podStatusPatch, type PodStatusChange } from './pod-status';
import { postFilter } from './post-filter';
import type { Candidate } from './preemption';
import type { Preemptor } from './preemptor';
import type { Profile } from './profile';
import type { QueuedPod } from './queued-pod';
import { schedulingCycleMachine, type SchedulingCycleEvent } from './scheduling-cycle.machine';
import type { SchedulingQueue } from './scheduling-queue';
import { normalizeScores, preScore, scoreNodes, selectHost, totalScores, type PreScored } from './scoring';
import { snapshotOf, type Snapshot } from './snapshot';

/** A decision on its way to being true. */
export interface Assumed {
  readonly item: QueuedPod;
  /** The pod with its node. */
  readonly info: PodInfo;
  readonly node: string;
  readonly volumes: VolumePlan;
}

/** Says on the pod and in an event what became of an attempt. */
export interface FailureReporter {
  /** Puts the pod back. */
  requeue(item: QueuedPod, plugins: ReadonlySet<string>): void;
  patchStatus(pod: Pod, patch: object, done: () => void): void;
}

export interface SchedulingCycleDeps {
  readonly actor: Actor;
  readonly profile: Profile;
  readonly listers: Listers;
  readonly queue: SchedulingQueue;
  readonly cache: SchedulerCache;
  readonly nominator: Nominator;
  readonly events: EventBroadcaster;
  readonly preemptor: Preemptor;
  readonly reporter: FailureReporter;
  readonly assumedVolumes: Map<string, string>;
  readonly bind: (assumed: Assumed) => void;
}

interface Failure {
  readonly reason: 'Unschedulable' | 'SchedulerError';
  readonly message: string;
  readonly plugins: ReadonlySet<string>;
  /** Undefined: as it is. */
  readonly nominatedNodeName: string | undefined;
}

const PARALLELISM = 16;
const NOTHING_FILTERED: PreFiltered = { checks: [], running: [], skipped: [], rejection: undefined, nodeNames: undefined, narrowedBy: [] };
const NO_VOLUMES: VolumePlan = { bind: [], provision: [] };

type Cycle = Machine<SchedulingCycleEvent, undefined>;

/** The serial part of the scheduler. Models pkg/scheduler/schedule_one.go schedulingCycle */
export class SchedulingCycle {
  private readonly decisions = new DecisionWriter();
  private readonly notes = new CycleNotes();
  private nextStart = 0;

  // The attempt at hand.
  private item: QueuedPod | undefined;
  private snapshot: Snapshot = snapshotOf([], 0);
  private pre = NOTHING_FILTERED;
  private filtered: Filtered | undefined;
  private preScored: PreScored = { active: [], skipped: [] };
  private raw: number[][] = [];
  private scored: Scored | undefined;
  private selected: NodeInfo | undefined;
  private ties: readonly string[] | undefined;
  private candidate: Candidate | undefined;
  private assumed: Assumed | undefined;
  private failure: Failure | undefined;
  private patch: object | undefined;

  constructor(private readonly deps: SchedulingCycleDeps) {}

  start(): void {
    const kind = new MachineKind<SchedulingCycleEvent, undefined>('scheduling cycle', schedulingCycleMachine, {
      takePod: (m) => this.takePod(m), pop: (m) => this.pop(m), takeSnapshot: (m) => this.takeSnapshot(m), preFilter: (m) => this.runPreFilter(m), filter: (m) => this.runFilter(m),
      postFilter: (m) => this.runPostFilter(m), preempt: (m) => this.runPreemption(m), preScore: (m) => this.runPreScore(m), score: (m) => this.runScore(m), normalize: (m) => this.runNormalize(m),
      select: (m) => this.select(m), reserve: (m) => this.reserve(m), permit: (m) => m.work(this.deps.actor.sample(LATENCY.permit), { type: 'NEXT' }), startBinding: (m) => this.startBinding(m),
      handleFailure: (m) => this.handleFailure(m), patchStatus: (m) => this.patchStatus(m),
    });
    this.deps.actor.start(kind, { data: undefined });
  }

  private get current(): QueuedPod {
    return defined(this.item, 'the pod being scheduled');
  }

  private takePod(m: Cycle): void {
    this.deps.queue.take(({ item, earlier }) => {
      this.item = item;
      this.pre = NOTHING_FILTERED;
      this.filtered = this.scored = this.selected = this.ties = this.candidate = this.assumed = this.failure = this.patch = undefined;
      m.subject = item.subject;
      m.send({ type: 'POPPED' }, earlier);
    });
  }

  // Models schedule_one.go skipPodSchedule
  private pop(m: Cycle): void {
    const { queue, cache, events, actor } = this.deps;
    const { info, attempts } = this.current;
    const { pod } = info;
    if (pod.metadata.deletionTimestamp !== undefined || cache.isAssumed(info.uid)) {
      if (pod.metadata.deletionTimestamp !== undefined) {
        events.event({ regarding: pod, type: 'Warning', reason: 'FailedScheduling', action: 'Scheduling', note: `skip schedule deleting pod: ${info.key}` });
      }
      queue.done(this.current);
      this.leave(m);
      m.send({ type: 'SKIP' });
      return;
    }
    m.note(this.notes.popped(info.priority, attempts));
    m.work(actor.sample(LATENCY.selectHost), { type: 'NEXT' });
  }

  private takeSnapshot(m: Cycle): void {
    const { snapshot, changed } = this.deps.cache.snapshot();
    this.snapshot = snapshot;
    m.note({ type: 'snapshot', nodes: snapshot.nodes.length, changed });
    if (snapshot.nodes.length > 0) {
      m.work(this.deps.actor.sample(LATENCY.schedulerSnapshot), { type: 'NEXT' });
      return;
    }
    this.failure = { reason: 'Unschedulable', message: NO_NODES, plugins: new Set(), nominatedNodeName: '' };
    m.send({ type: 'NO_NODES' });
  }

  private runPreFilter(m: Cycle): void {
    const { profile, actor } = this.deps;
    const pre = preFilter(profile.filters, this.current.info, this.snapshot);
    this.pre = pre;
    m.note(this.notes.preFilter(pre));
    m.work(actor.sample(LATENCY.preFilter), { type: pre.rejection === undefined ? 'NEXT' : 'REJECTED' });
  }

  private runFilter(m: Cycle): void {
    const { actor } = this.deps;
    const filtered = this.findNodes();
    this.filtered = filtered;
    const count = filtered.feasible.length;
    m.note(this.notes.filter(filtered));
    if (count === 1) this.selected = filtered.feasible[0];
    const time = actor.sample(LATENCY.filterNode) * Math.max(1, Math.ceil((count + filtered.rejected.length) / PARALLELISM));
    m.work(time, { type: count === 0 ? 'NONE_FIT' : count === 1 ? 'ONE_FITS' : 'SEVERAL_FIT' });
  }

  // Models schedule_one.go findNodesThatFitPod
  private findNodes(): Filtered {
    const { profile, nominator } = this.deps;
    const { info } = this.current;
    const { pre, snapshot } = this;
    const nominated = info.pod.status.nominatedNodeName ?? '';
    const freed = nominated === '' || !profile.behaviour.triesNominatedFirst ? undefined : snapshot.node(nominated);
    if (freed !== undefined) {
      const found = filterNodes(info, pre, profile.filters, snapshot, nominator, [freed], 0);
      if (found.feasible.length > 0) return { ...found, nextStart: this.nextStart };
    }
    const { nodeNames } = pre;
    const nodes = nodeNames === undefined ? snapshot.nodes : snapshot.nodes.filter((n) => nodeNames.has(n.name));
    const found = filterNodes(info, pre, profile.filters, snapshot, nominator, nodes, this.nextStart);
    this.nextStart = (this.nextStart + found.feasible.length + found.rejected.length) % snapshot.nodes.length;
    return { ...found, nextStart: this.nextStart };
  }

  private runPostFilter(m: Cycle): void {
    const { profile, nominator, listers, actor } = this.deps;
    const result = postFilter({ pod: this.current.info, snapshot: this.snapshot, pre: this.pre, filtered: this.filtered, profile, nominator, listers, random: actor.random });
    this.candidate = result.candidate;
    this.failure = { reason: 'Unschedulable', message: result.message, plugins: result.plugins, nominatedNodeName: result.nominatedNodeName };
    m.note(result.document);
    m.work(actor.sample(LATENCY.preemptNode), { type: this.candidate === undefined ? 'NEXT' : 'CANDIDATE' });
  }

  private runPreemption(m: Cycle): void {
    const candidate = defined(this.candidate, 'the preemption candidate');
    this.deps.preemptor.preempt(this.current.info, candidate, () => m.send({ type: 'NEXT' }));
  }

  private runPreScore(m: Cycle): void {
    const { profile, actor } = this.deps;
    this.preScored = preScore(profile.scores, this.current.info, this.snapshot, this.filtered?.feasible ?? []);
    m.note(this.notes.preScore(this.preScored));
    m.work(actor.sample(LATENCY.preFilter), { type: 'NEXT' });
  }

  private runScore(m: Cycle): void {
    const nodes = this.filtered?.feasible ?? [];
    this.raw = scoreNodes(this.preScored.active, nodes);
    m.work(this.deps.actor.sample(LATENCY.scoreNode) * Math.max(1, Math.ceil(nodes.length / PARALLELISM)), { type: 'NEXT' });
  }

  private runNormalize(m: Cycle): void {
    const nodes = this.filtered?.feasible ?? [];
    const { active } = this.preScored;
    const normalized = normalizeScores(active, this.raw, nodes);
    this.scored = { pre: this.preScored, raw: this.raw, normalized, totals: totalScores(active, normalized, nodes.length) };
    m.work(this.deps.actor.sample(LATENCY.selectHost), { type: 'NEXT' });
  }

  private select(m: Cycle): void {
    const { actor } = this.deps;
    const nodes = this.filtered?.feasible ?? [];
    const { index, ties } = selectHost(this.scored?.totals ?? [], actor.random);
    this.selected = nodes[index];
    if (ties.length > 1) this.ties = ties.map((i) => nodes[i]?.name ?? '');
    m.note(this.decision());
    m.work(actor.sample(LATENCY.selectHost), { type: 'NEXT' });
  }

  private decision(message?: string): ReturnType<DecisionWriter['decision']> {
    const input: DecisionInput = {
      pod: this.current.info.key, pre: this.pre, filtered: this.filtered, scored: this.scored, nextStart: this.nextStart,
      ...(this.selected === undefined ? {} : { selected: this.selected.name }), ...(this.ties === undefined ? {} : { ties: this.ties }), ...(message === undefined ? {} : { message }),
    };
    return this.decisions.decision(input);
  }

  // Models schedule_one.go assume, framework/runtime RunReservePluginsReserve
  private reserve(m: Cycle): void {
    const { cache, nominator, listers, assumedVolumes, actor } = this.deps;
    const { info } = this.current;
    const node = defined(this.selected, 'the selected node');
    if (this.scored === undefined) m.note(this.decision());
    const claims = info.class.claimNames.length === 0 ? [] : delayedClaims(info, listers);
    const volumes = claims.length === 0 ? NO_VOLUMES : planVolumes(claims, defined(node.node, 'node'), listers, assumedVolumes);
    if (volumes === undefined) {
      // Another pod took the volume between filtering and now.
      this.failure = { reason: 'SchedulerError', message: `running Reserve plugin "VolumeBinding": not all volumes found`, plugins: new Set(), nominatedNodeName: '' };
      m.send({ type: 'FAILED' });
      return;
    }
    for (const { volume, claim } of volumes.bind) assumedVolumes.set(volume.metadata.name, `${claim.metadata.namespace ?? ''}/${claim.metadata.name}`);
    const { pod } = info;
    const assumed: PodInfo = { ...info, pod: { ...pod, spec: { ...pod.spec, nodeName: node.name } } };
    cache.assume(assumed);
    nominator.delete(info.uid);
    this.assumed = { item: this.current, info: assumed, node: node.name, volumes };
    m.work(actor.sample(LATENCY.reserve), { type: 'NEXT' });
  }

  private startBinding(m: Cycle): void {
    this.deps.bind(defined(this.assumed, 'the assumed pod'));
    this.leave(m);
    m.work(1, { type: 'NEXT' });
  }

  // Models schedule_one.go handleSchedulingFailure
  private handleFailure(m: Cycle): void {
    const { queue, nominator, events, reporter, actor } = this.deps;
    const { item } = this;
    const failure = defined(this.failure, 'why scheduling failed');
    if (item === undefined) return;
    const { pod } = item.info;
    m.note(this.decision(failure.message));
    reporter.requeue(item, failure.plugins);
    if (item.place === 'gone') queue.done(item);
    else if (failure.nominatedNodeName !== undefined) nominator.set(item.info, failure.nominatedNodeName);
    events.event({ regarding: pod, type: 'Warning', reason: 'FailedScheduling', action: 'Scheduling', note: truncateNote(failure.message) });
    const change: PodStatusChange = { condition: { type: 'PodScheduled', status: 'False', reason: failure.reason, message: failure.message }, nominatedNodeName: failure.nominatedNodeName };
    this.patch = podStatusPatch(pod, change, actor.now);
    if (this.patch === undefined) this.leave(m);
    m.work(actor.sample(LATENCY.reserve), { type: this.patch === undefined ? 'NEXT' : 'PATCH' });
  }

  private patchStatus(m: Cycle): void {
    const { pod } = this.current.info;
    const patch = defined(this.patch, 'the status patch');
    this.leave(m);
    this.deps.reporter.patchStatus(pod, patch, () => m.send({ type: 'NEXT' }));
  }

  /** The next state is about no pod. */
  private leave(m: Cycle): void {
    m.subject = undefined;
  }
}
