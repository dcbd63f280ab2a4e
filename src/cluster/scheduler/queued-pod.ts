import type { Actor } from '../../kernel/actor';
import { NONE, type MessageRow, type Micros, type SpanRow } from '../../kernel/time';
import type { ClusterEvent } from './cluster-event';
import type { PodInfo } from './pod-info';

export type Place = 'activeQ' | 'backoffQ' | 'unschedulablePods' | 'inFlight' | 'gone';

interface Wait {
  readonly label: string;
  readonly sent: Micros;
  readonly cause: SpanRow;
}

/**
 * A pod on its way through the scheduling queue. Knows its waits, so that the log can tell them with their causes.
 * Models pkg/scheduler/framework/types.go QueuedPodInfo
 */
export class QueuedPod {
  place: Place = 'gone';
  attempts = 0;
  /** Raised with each move: entries of heaps with an older one are void. */
  stamp = 0;
  backoffUntil: Micros = 0;
  /** Who rejected it at the last attempt; empty after an error. */
  unschedulablePlugins: ReadonlySet<string> = new Set<string>();
  /** The PreEnqueue plugin that keeps it out. */
  gatedBy: string | undefined;
  /** What happened in the cluster during its attempt. */
  readonly events: ClusterEvent[] = [];
  changedInFlight = false;
  deletedInFlight = false;
  private wait: Wait | undefined;
  private lastCause: SpanRow = NONE;
  private readonly past: MessageRow[] = [];

  constructor(public info: PodInfo, public timestamp: Micros) {}

  get subject(): string {
    return `pods/${this.info.key}`;
  }

  /** A wait begins, caused by what is being handled (or, when that is only a clock, by what caused the wait before). */
  enter(actor: Actor, place: Place, why: string | undefined): void {
    this.place = place;
    this.stamp++;
    const present = actor.kernel.currentSpan;
    if (present !== NONE) this.lastCause = present;
    this.wait = { label: why === undefined ? place : `${place} (${why})`, sent: actor.now, cause: this.lastCause };
  }

  /** The wait ends without the pod being taken. */
  leave(actor: Actor): void {
    const { wait } = this;
    this.wait = undefined;
    if (wait === undefined || wait.sent === actor.now) return;
    this.past.push(actor.kernel.log.addMessage({ sent: wait.sent, delivered: actor.now, from: actor.name, to: actor.name, kind: 'queue', label: wait.label, cause: wait.cause, subject: this.subject, payload: undefined }));
  }

  /** The pod is taken: its last wait becomes the message being handled. Returns the rows of the earlier ones. */
  arrive(actor: Actor): readonly MessageRow[] {
    const { wait } = this;
    this.wait = undefined;
    if (wait !== undefined) actor.arrive({ kind: 'queue', label: wait.label, subject: this.subject, sent: wait.sent, cause: wait.cause, from: actor });
    return this.past.splice(0);
  }
}
