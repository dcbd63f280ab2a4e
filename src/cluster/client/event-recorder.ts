import type { Scheme } from '../../api/scheme';
import { formatTime } from '../../api/time';
import type { KubeObject } from '../../api/types';
import { draw } from '../../kernel/latency';
import type { Micros, SpanRow } from '../../kernel/time';
import { wallMicros } from '../clock';
import { LATENCY } from '../latencies';
import type { ApiClient } from './api-client';
import { EventCorrelator, type Report } from './event-correlator';
import { PATCH, ResourceClient, succeeded } from './typed-client';

/** The object that an event is about. */
export interface EventSubject {
  readonly kind: string;
  readonly apiVersion: string;
  readonly namespace: string | undefined;
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion?: string | undefined;
  /** `spec.containers{nginx}` */
  readonly fieldPath?: string | undefined;
}

export interface RecorderOptions {
  /** `deployment-controller`, `kubelet` */
  readonly component: string;
  /** The node, for kubelets. */
  readonly host?: string;
  /** Whether events are posted one after the other (since 1.21) or each on its own (1.20, so they may overtake). */
  readonly ordered: boolean;
}

interface Posting {
  readonly subject: EventSubject;
  readonly report: Report;
  readonly at: Micros;
  readonly cause: SpanRow;
}

/**
 * Reports what a component did as core/v1 Events, beside its work: posting takes its own time and may be merged or dropped.
 * Models client-go tools/record/event.go, events_cache.go.
 */
export class EventRecorder {
  private readonly correlator = new EventCorrelator();
  private readonly events: ResourceClient;
  private readonly names = new Map<string, { readonly namespace: string; readonly name: string }>();
  private readonly waiting: Posting[] = [];
  private busy = false;

  constructor(private readonly api: ApiClient, scheme: Scheme, private readonly options: RecorderOptions) {
    this.events = new ResourceClient(api, scheme, '', 'v1', 'events');
  }

  /** Reports about `object`; the present span is the cause. */
  event(object: KubeObject | EventSubject, type: Report['type'], reason: string, message: string): void {
    const { kernel } = this.api.actor;
    const posting = { subject: subjectFor(object), report: { type, reason, message }, at: kernel.now, cause: kernel.currentSpan };
    if (!this.options.ordered) this.soon(posting, () => {});
    else {
      this.waiting.push(posting);
      this.next();
    }
  }

  private next(): void {
    if (this.busy) return;
    const posting = this.waiting.shift();
    if (posting === undefined) return;
    this.busy = true;
    this.soon(posting, () => {
      this.busy = false;
      this.next();
    });
  }

  private soon(posting: Posting, done: () => void): void {
    const { actor } = this.api;
    actor.kernel.queue.add(actor.now + draw(LATENCY.recorderPost, actor.random), () => {
      actor.kernel.currentSpan = posting.cause;
      this.post(posting, done);
    });
  }

  private post(posting: Posting, done: () => void): void {
    const { subject, report } = posting;
    const { component, host } = this.options;
    const objectKey = `${component}|${host ?? ''}|${subject.kind}|${subject.namespace ?? ''}|${subject.name}|${subject.uid}|${subject.fieldPath ?? ''}`;
    const verdict = this.correlator.correlate(objectKey, report, posting.at);
    if (verdict.action === 'drop') {
      done();
      return;
    }
    const at = wallMicros(posting.at);
    const timestamp = formatTime(at);
    const known = this.names.get(verdict.key);
    if (verdict.action === 'count' && known !== undefined) {
      const patch = { count: verdict.count, lastTimestamp: timestamp, message: verdict.message };
      this.events.patch(known, PATCH.strategic, patch, (response) => {
        if (!succeeded(response)) this.names.delete(verdict.key);
        done();
      });
      return;
    }
    const namespace = subject.namespace ?? 'default';
    const name = `${subject.name}.${nanosHex(at, this.api.actor.random.int(1000))}`;
    this.names.set(verdict.key, { namespace, name });
    this.events.create({
      kind: 'Event', apiVersion: 'v1', metadata: { name, namespace },
      involvedObject: {
        kind: subject.kind, namespace: subject.namespace, name: subject.name, uid: subject.uid, apiVersion: subject.apiVersion,
        resourceVersion: subject.resourceVersion, ...(subject.fieldPath === undefined ? {} : { fieldPath: subject.fieldPath }),
      },
      reason: report.reason, message: verdict.message, source: host === undefined ? { component } : { component, host },
      firstTimestamp: timestamp, lastTimestamp: timestamp, count: verdict.action === 'count' ? verdict.count : 1, type: report.type,
      eventTime: null, reportingComponent: this.options.ordered ? component : '', reportingInstance: this.options.ordered ? (host ?? '') : '',
    }, () => done());
  }
}

function subjectFor(object: KubeObject | EventSubject): EventSubject {
  if (!('metadata' in object)) return object;
  const { metadata } = object as KubeObject;
  return {
    kind: object.kind, apiVersion: object.apiVersion, namespace: metadata.namespace, name: metadata.name, uid: metadata.uid ?? '', resourceVersion: metadata.resourceVersion,
  };
}

const WORD = 0x1_0000_0000;

/** The suffix of an event's name: the wall clock in nanoseconds, sixteen hexadecimal digits. In two halves: too long for a number, and a BigInt costs five times as much. */
export function nanosHex(wall: number, nanos: number): string {
  const low = (wall % WORD) * 1000 + nanos;
  const high = Math.floor(wall / WORD) * 1000 + Math.floor(low / WORD);
  return high.toString(16) + (low % WORD).toString(16).padStart(8, '0');
}

