import { labelSelectorMatches } from '../../api/selectors/labels';
import type { Pod } from '../../api/types';
import type { Actor } from '../../kernel/actor';
import { SECOND, type MessageRow, type Micros } from '../../kernel/time';
import { LATENCY } from '../latencies';
import { eventLabel, type ClusterEvent } from './cluster-event';
import type { Nominator } from './nominator';
import type { PodClasses } from './pod-info';
import type { Profile } from './profile';
import { byEnd, byPriority, QueueHeap } from './queue-heap';
import { helpsItself, hints, isPodUpdated, podChanges } from './queueing-hints';
import { QueuedPod, type Place } from './queued-pod';

/** The one gate that only a change of the pod itself opens. */
const GATES = 'SchedulingGates';
const INITIAL_BACKOFF = 1 * SECOND;
const MAX_BACKOFF = 10 * SECOND;
const BACKOFF_FLUSH = 1 * SECOND;
const LEFTOVER_FLUSH = 30 * SECOND;

export interface SchedulingQueueOptions {
  readonly actor: Actor;
  readonly profile: Profile;
  readonly classes: PodClasses;
  readonly nominator: Nominator;
  /** Whether a plugin keeps the pod out of the queue for now; its name. Extension point PreEnqueue. */
  readonly gate: (pod: Pod) => string | undefined;
}

/** A pod that is to be scheduled now, with the messages of its earlier waits. */
export interface Popped {
  readonly item: QueuedPod;
  readonly earlier: readonly MessageRow[];
}

/**
 * Where pods wait for a scheduling cycle: `activeQ` (the most important first), `backoffQ` (failed lately),
 * `unschedulablePods` (until something changes that may help). Each wait is a `queue` message in the log.
 * Models pkg/scheduler/backend/queue/scheduling_queue.go PriorityQueue
 */
export class SchedulingQueue {
  private readonly items = new Map<string, QueuedPod>();
  private readonly active = new QueueHeap('activeQ', byPriority);
  private readonly backoff = new QueueHeap('backoffQ', byEnd);
  private readonly unschedulable = new Set<QueuedPod>();
  private readonly inFlight = new Set<QueuedPod>();
  private taker: ((popped: Popped) => void) | undefined;
  private waking = false;
  private cycle = 0;
  private moveRequestCycle = -1;
  private backoffFlush: Micros | undefined;
  private leftoverFlush: Micros | undefined;

  constructor(private readonly options: SchedulingQueueOptions) {}

  /** The scheduler waits for the next pod; `taken` runs once, inside the handling of the queue's message. */
  take(taken: (popped: Popped) => void): void {
    this.taker = taken;
    this.wake();
  }

  /** A pod without a node appeared. */
  add(pod: Pod): void {
    const item = new QueuedPod(this.options.classes.info(pod), this.options.actor.now);
    this.items.set(item.info.key, item);
    this.options.nominator.set(item.info, pod.status.nominatedNodeName ?? '');
    this.toActive(item);
  }

  /** Models scheduling_queue.go Update */
  update(before: Pod, after: Pod): void {
    const item = this.items.get(`${after.metadata.namespace ?? ''}/${after.metadata.name}`);
    if (item === undefined) {
      this.add(after);
      return;
    }
    const { behaviour } = this.options.profile;
    item.info = this.options.classes.info(after, item.info);
    if ((before.status.nominatedNodeName ?? '') !== (after.status.nominatedNodeName ?? '')) this.options.nominator.set(item.info, after.status.nominatedNodeName ?? '');
    switch (item.place) {
      case 'activeQ':
        return;
      case 'backoffQ':
        if (!behaviour.queueingHints) this.toActive(item);
        return;
      case 'unschedulablePods': {
        if (!behaviour.queueingHints) {
          if (isPodUpdated(before, after, behaviour.ownPatchRequeues)) this.toActive(item);
          return;
        }
        const parts = podChanges(before, after);
        if (parts.has('gates') || helpsItself(item.unschedulablePlugins, parts)) this.toActiveOrBackoff(item);
        return;
      }
      case 'inFlight':
        if (!behaviour.queueingHints && isPodUpdated(before, after, behaviour.ownPatchRequeues)) item.changedInFlight = true;
        return;
      case 'gone':
        return;
    }
  }

  delete(pod: Pod): void {
    const key = `${pod.metadata.namespace ?? ''}/${pod.metadata.name}`;
    const item = this.items.get(key);
    if (item === undefined || item.info.uid !== pod.metadata.uid) return;
    this.options.nominator.delete(item.info.uid);
    if (item.place === 'inFlight') {
      item.deletedInFlight = true;
      return;
    }
    this.leave(item);
    item.place = 'gone';
    this.items.delete(key);
  }

  /** The pod's attempt is over, one way or the other, and it does not come back. */
  done(item: QueuedPod): void {
    this.inFlight.delete(item);
    if (item.place !== 'inFlight') return;
    item.place = 'gone';
    if (this.items.get(item.info.key) === item) this.items.delete(item.info.key);
  }

  /** Past Permit the pod no longer listens to events; it may still come back. */
  stopListening(item: QueuedPod): void {
    this.inFlight.delete(item);
  }

  /** Puts a pod back whose attempt failed because of `plugins` (none: because of an error). */
  // Models scheduling_queue.go AddUnschedulableIfNotPresent
  addUnschedulable(item: QueuedPod, plugins: ReadonlySet<string>): void {
    const { queueingHints } = this.options.profile.behaviour;
    this.inFlight.delete(item);
    if (item.place !== 'inFlight' || item.deletedInFlight) {
      this.done(item);
      return;
    }
    const events = item.events.splice(0);
    item.unschedulablePlugins = plugins;
    item.timestamp = this.options.actor.now;
    item.backoffUntil = item.timestamp + backoffOf(item.attempts);
    if (item.changedInFlight) {
      item.changedInFlight = false;
      this.toActive(item);
    } else if (queueingHints ? plugins.size === 0 || events.some((e) => this.worthRequeuing(item, e)) : this.moveRequestCycle >= this.cycle) this.toBackoff(item);
    else this.toUnschedulable(item);
  }

  /** Something happened in the cluster: the pods that it may help are tried again. */
  // Models scheduling_queue.go MoveAllToActiveOrBackoffQueue
  move(event: ClusterEvent): void {
    const { queueingHints } = this.options.profile.behaviour;
    if (queueingHints) for (const item of this.inFlight) item.events.push(event);
    else this.moveRequestCycle = this.cycle;
    for (const item of [...this.unschedulable]) {
      if (item.gatedBy !== GATES && (!queueingHints || this.worthRequeuing(item, event))) this.toActiveOrBackoff(item, eventLabel(event));
    }
  }

  /** Before queueing hints a new bound pod moved only those pods that want to be near it. */
  // Models scheduling_queue.go AssignedPodAdded
  moveForAffinity(event: ClusterEvent, pod: Pod): void {
    this.moveRequestCycle = this.cycle;
    for (const item of [...this.unschedulable]) {
      const wants = item.info.class.requiredAffinity.some((t) => t.namespaces.has(pod.metadata.namespace ?? '') && labelSelectorMatches(t.selector, pod.metadata.labels));
      if (wants) this.toActiveOrBackoff(item, eventLabel(event));
    }
  }

  /** Whatever kept the pod at the door may be over. */
  ungate(uid: string): void {
    for (const item of [...this.unschedulable]) if (item.info.uid === uid && item.gatedBy !== undefined) this.toActiveOrBackoff(item);
  }

  private worthRequeuing(item: QueuedPod, event: ClusterEvent): boolean {
    if (item.unschedulablePlugins.size === 0) return true;
    for (const plugin of item.unschedulablePlugins) if (hints(plugin, item.info, event, this.options.profile, this.options.classes)) return true;
    return false;
  }

  private toActiveOrBackoff(item: QueuedPod, why?: string): void {
    if (item.backoffUntil > this.options.actor.now && item.gatedBy === undefined) this.toBackoff(item, why);
    else this.toActive(item, why);
  }

  private toActive(item: QueuedPod, why?: string): void {
    item.gatedBy = this.options.gate(item.info.pod);
    if (item.gatedBy !== undefined) {
      item.unschedulablePlugins = new Set([...item.unschedulablePlugins, item.gatedBy]);
      if (item.place !== 'unschedulablePods') this.toUnschedulable(item);
      return;
    }
    this.enter(item, 'activeQ', why);
    this.active.push(item, item.timestamp);
    this.wake();
  }

  private toBackoff(item: QueuedPod, why?: string): void {
    const { popsFromBackoff } = this.options.profile.behaviour;
    if (popsFromBackoff) {
      item.gatedBy = this.options.gate(item.info.pod);
      if (item.gatedBy !== undefined) {
        if (item.place !== 'unschedulablePods') this.toUnschedulable(item);
        return;
      }
    }
    this.enter(item, 'backoffQ', why);
    this.backoff.push(item, item.backoffUntil);
    this.planBackoffFlush();
    if (popsFromBackoff) this.wake();
  }

  private toUnschedulable(item: QueuedPod): void {
    this.enter(item, 'unschedulablePods');
    this.unschedulable.add(item);
    this.planLeftoverFlush();
  }

  private enter(item: QueuedPod, place: Place, why?: string): void {
    this.leave(item);
    item.enter(this.options.actor, place, why);
  }

  private leave(item: QueuedPod): void {
    if (item.place === 'activeQ') this.active.left();
    else if (item.place === 'backoffQ') this.backoff.left();
    else if (item.place === 'unschedulablePods') this.unschedulable.delete(item);
    item.leave(this.options.actor);
  }

  private wake(): void {
    if (this.taker === undefined || this.waking || !this.hasReady()) return;
    this.waking = true;
    const { actor } = this.options;
    actor.kernel.queue.add(actor.now + actor.sample(LATENCY.schedulerPop), () => {
      this.waking = false;
      const taker = this.taker;
      const item = taker === undefined ? undefined : this.pop();
      if (taker === undefined || item === undefined) return;
      this.taker = undefined;
      taker({ item, earlier: item.arrive(actor) });
    });
  }

  private hasReady(): boolean {
    return this.active.size > 0 || (this.options.profile.behaviour.popsFromBackoff && this.bestOfBackoff() !== undefined);
  }

  private pop(): QueuedPod | undefined {
    const item = this.active.pop() ?? (this.options.profile.behaviour.popsFromBackoff ? this.bestOfBackoff() : undefined);
    if (item === undefined) return undefined;
    if (item.place === 'activeQ') this.active.left();
    else this.backoff.left();
    item.stamp++;
    item.attempts++;
    item.place = 'inFlight';
    item.events.length = 0;
    item.changedInFlight = false;
    this.inFlight.add(item);
    this.cycle++;
    return item;
  }

  /** Of those that wait out a rejection; errors are waited out to the end. */
  private bestOfBackoff(): QueuedPod | undefined {
    return this.backoff.best(byPriority, (item) => item.unschedulablePlugins.size > 0);
  }

  // Models scheduling_queue.go flushBackoffQCompleted, which looks once a second
  private planBackoffFlush(): void {
    this.backoffFlush = this.plan(this.backoffFlush, BACKOFF_FLUSH, () => {
      this.backoffFlush = undefined;
      const { actor } = this.options;
      for (let item = this.backoff.pop(actor.now); item !== undefined; item = this.backoff.pop(actor.now)) this.toActive(item, 'BackoffComplete');
      if (this.backoff.size > 0) this.planBackoffFlush();
    });
  }

  // Models scheduling_queue.go flushUnschedulablePodsLeftover, which looks every 30 s
  private planLeftoverFlush(): void {
    this.leftoverFlush = this.plan(this.leftoverFlush, LEFTOVER_FLUSH, () => {
      this.leftoverFlush = undefined;
      const longest = this.options.profile.behaviour.unschedulableSeconds * SECOND;
      for (const item of [...this.unschedulable]) {
        if (item.gatedBy === undefined && this.options.actor.now - item.timestamp > longest) this.toActiveOrBackoff(item, 'UnschedulableTimeout');
      }
      if (this.unschedulable.size > 0) this.planLeftoverFlush();
    });
  }

  /** The next whole multiple of `period`, unless one is planned already. The clock of the flushes never stops; only what would do nothing is left out. */
  private plan(planned: Micros | undefined, period: Micros, flush: () => void): Micros {
    if (planned !== undefined) return planned;
    const { actor } = this.options;
    const at = (Math.floor(actor.now / period) + 1) * period;
    actor.kernel.queue.add(at, flush);
    return at;
  }
}

/** 1 s, 2 s, 4 s, 8 s, 10 s. */
function backoffOf(attempts: number): Micros {
  return Math.min(MAX_BACKOFF, INITIAL_BACKOFF * 2 ** Math.max(0, attempts - 1));
}
