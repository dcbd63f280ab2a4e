import type { Scheme } from '../../api/scheme';
import { formatMicroTime } from '../../api/time';
import type { ObjectReference, Pod } from '../../api/types';
import { draw } from '../../kernel/latency';
import { MINUTE, type Micros } from '../../kernel/time';
import type { ApiClient } from '../client/api-client';
import { nanosHex } from '../client/event-recorder';
import { PATCH, refusalOf, ResourceClient, succeeded } from '../client/typed-client';
import { wallMicros } from '../clock';
import { LATENCY } from '../latencies';

export interface EventV1 {
  readonly regarding: Pod;
  readonly related?: Pod;
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly action: string;
  readonly note: string;
}

interface Series {
  count: number;
  lastObserved: Micros;
}

interface Cached {
  readonly namespace: string;
  readonly name: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly at: Micros;
  series: Series | undefined;
}

const FINISH = 6 * MINUTE;
const REFRESH = 30 * MINUTE;

/**
 * Reports through events.k8s.io: the first of its kind is posted, the second makes it a series, later ones are counted and
 * written now and then. Beside the component's work; each report is posted on its own.
 * Models client-go tools/events event_recorder.go, event_broadcaster.go
 */
export class EventBroadcaster {
  private readonly events: ResourceClient;
  private readonly cache = new Map<string, Cached>();
  private sweeping = false;

  /** `controller` is also the first half of the reporting instance. `firstSeriesCount`: what the second report counts as. */
  constructor(private readonly api: ApiClient, scheme: Scheme, private readonly controller: string, private readonly host: string, private readonly firstSeriesCount: number) {
    this.events = new ResourceClient(api, scheme, 'events.k8s.io', 'v1', 'events');
  }

  /** Reports; the present span is the cause. */
  event(e: EventV1): void {
    const { actor } = this.api;
    const { kernel } = actor;
    const at = kernel.now;
    const cause = kernel.currentSpan;
    kernel.queue.add(at + draw(LATENCY.recorderPost, actor.random), () => {
      kernel.currentSpan = cause;
      this.record(e, at);
    });
  }

  private record(e: EventV1, at: Micros): void {
    const regarding = referenceTo(e.regarding);
    const related = e.related === undefined ? undefined : referenceTo(e.related);
    // The reference holds the resourceVersion, so reports about different versions of a pod are different events.
    const key = [e.type, e.action, e.reason, regarding.uid, regarding.resourceVersion, related?.uid, related?.resourceVersion].join('|');
    const known = this.cache.get(key);
    if (known === undefined) {
      this.create(key, e, regarding, related, at);
      return;
    }
    if (known.series !== undefined) {
      known.series.count++;
      known.series.lastObserved = at;
      return;
    }
    known.series = { count: this.firstSeriesCount, lastObserved: at };
    this.patchSeries(key, known);
  }

  private create(key: string, e: EventV1, regarding: ObjectReference, related: ObjectReference | undefined, at: Micros): void {
    const { actor } = this.api;
    const wall = wallMicros(at);
    const namespace = regarding.namespace ?? 'default';
    const name = `${regarding.name ?? ''}.${nanosHex(wall, actor.random.int(1000))}`;
    const body = {
      eventTime: formatMicroTime(wall), reportingController: this.controller, reportingInstance: `${this.controller}-${this.host}`, action: e.action, reason: e.reason,
      regarding, ...(related === undefined ? {} : { related }), note: e.note, type: e.type,
    };
    this.cache.set(key, { namespace, name, body, at, series: undefined });
    this.post(namespace, name, body);
    this.sweepLater();
  }

  private post(namespace: string, name: string, body: Readonly<Record<string, unknown>>): void {
    this.events.create({ apiVersion: 'events.k8s.io/v1', kind: 'Event', metadata: { name, namespace }, ...body }, () => {});
  }

  private patchSeries(key: string, known: Cached): void {
    const { series } = known;
    if (series === undefined) return;
    const document = { count: series.count, lastObservedTime: formatMicroTime(wallMicros(series.lastObserved)) };
    this.events.patch({ namespace: known.namespace, name: known.name }, PATCH.strategic, { series: document }, (response) => {
      if (succeeded(response) || refusalOf(response).code !== 404) return;
      // Somebody deleted it, or its time was up.
      this.cache.delete(key);
      this.post(known.namespace, known.name, { ...known.body, series: document });
    });
  }

  /** Looks every six minutes what has ended, as long as anything is remembered. */
  // Models event_broadcaster.go finishSeries, refreshExistingEventSeries
  private sweepLater(): void {
    if (this.sweeping) return;
    this.sweeping = true;
    const { actor } = this.api;
    actor.kernel.queue.add((Math.floor(actor.now / FINISH) + 1) * FINISH, () => {
      this.sweeping = false;
      const refresh = actor.now % REFRESH === 0;
      for (const [key, known] of [...this.cache]) {
        const ended = (known.series?.lastObserved ?? known.at) < actor.now - FINISH;
        if (known.series !== undefined && (ended || refresh)) this.patchSeries(key, known);
        if (ended) this.cache.delete(key);
      }
      if (this.cache.size > 0) this.sweepLater();
    });
  }
}

function referenceTo(pod: Pod): ObjectReference {
  const { metadata } = pod;
  return {
    kind: 'Pod', name: metadata.name, apiVersion: 'v1',
    ...(metadata.namespace === undefined ? {} : { namespace: metadata.namespace }), ...(metadata.uid === undefined ? {} : { uid: metadata.uid }),
    ...(metadata.resourceVersion === undefined ? {} : { resourceVersion: metadata.resourceVersion }),
  };
}
