import { docAt, docsAt, inList, textAt, without } from './doc';
import type { Doc } from './doc';
import type { Event, EventsV1Event, KubeObject } from './types';

/**
 * Between the served versions of a kind. Most differ in their apiVersion alone; events, slices and autoscalers differ in shape.
 * Models the conversion functions under pkg/apis/<group>/<version>.
 */

/** The events.k8s.io shape of a stored event. */
export function eventToEventsV1(e: Event, apiVersion: EventsV1Event['apiVersion'] = 'events.k8s.io/v1'): EventsV1Event {
  const optional = <K extends string>(key: K, value: unknown): Doc => (value === undefined || value === '' ? {} : { [key]: value });
  return {
    apiVersion, kind: 'Event', metadata: e.metadata, eventTime: e.eventTime,
    ...optional('series', e.series),
    ...optional('reportingController', e.reportingComponent),
    ...optional('reportingInstance', e.reportingInstance),
    ...optional('action', e.action), ...optional('reason', e.reason),
    regarding: e.involvedObject,
    ...optional('related', e.related), ...optional('note', e.message), ...optional('type', e.type),
    deprecatedSource: e.source, deprecatedFirstTimestamp: e.firstTimestamp, deprecatedLastTimestamp: e.lastTimestamp,
    ...(e.count === undefined ? {} : { deprecatedCount: e.count }),
  };
}

/** The stored shape of an event that came through events.k8s.io. */
export function eventFromEventsV1(e: EventsV1Event): Event {
  return {
    apiVersion: 'v1', kind: 'Event', metadata: e.metadata, involvedObject: e.regarding ?? {},
    ...(e.reason === undefined ? {} : { reason: e.reason }), ...(e.note === undefined ? {} : { message: e.note }),
    source: e.deprecatedSource ?? {}, firstTimestamp: e.deprecatedFirstTimestamp ?? null, lastTimestamp: e.deprecatedLastTimestamp ?? null,
    ...(e.deprecatedCount === undefined ? {} : { count: e.deprecatedCount }), ...(e.type === undefined ? {} : { type: e.type }),
    eventTime: e.eventTime, ...(e.series === undefined ? {} : { series: e.series }), ...(e.action === undefined ? {} : { action: e.action }),
    ...(e.related === undefined ? {} : { related: e.related }), reportingComponent: e.reportingController ?? '', reportingInstance: e.reportingInstance ?? '',
  };
}

const HOSTNAME = 'kubernetes.io/hostname';
const ZONE = 'topology.kubernetes.io/zone';

function sliceEndpoint(e: Doc, beta: boolean): Doc {
  const topology = docAt(e, 'topology');
  if (!beta) {
    const node = textAt(topology, HOSTNAME);
    const zone = textAt(topology, ZONE);
    return { ...without(e, 'topology'), ...(node === '' ? {} : { nodeName: node }), ...(zone === '' ? {} : { zone }) };
  }
  const node = textAt(e, 'nodeName');
  const zone = textAt(e, 'zone');
  if (node === '' && zone === '') return e;
  return { ...without(without(e, 'nodeName'), 'zone'), topology: { ...topology, ...(node === '' ? {} : { [HOSTNAME]: node }), ...(zone === '' ? {} : { [ZONE]: zone }) } };
}

function autoscaler(object: Doc, apiVersion: string): Doc {
  const spec = docAt(object, 'spec');
  if (apiVersion === 'autoscaling/v1') {
    const cpu = docsAt(spec, 'metrics').find((m) => textAt(m, 'resource', 'name') === 'cpu');
    const target = docAt(cpu, 'resource', 'target')['averageUtilization'];
    return { ...object, spec: { ...without(without(spec, 'metrics'), 'behavior'), ...(target === undefined ? {} : { targetCPUUtilizationPercentage: target }) } };
  }
  const target = spec['targetCPUUtilizationPercentage'];
  if (target === undefined) return object;
  const metric = { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: target } } };
  return { ...object, spec: { ...without(spec, 'targetCPUUtilizationPercentage'), metrics: [metric] } };
}

/** An object in another version of its kind; the same object when it is in that version already. */
export function convert(object: KubeObject, apiVersion: string): KubeObject {
  if (object.apiVersion === apiVersion) return object;
  if (object.kind === 'Event') {
    return apiVersion === 'v1' ? eventFromEventsV1(object as unknown as EventsV1Event) : eventToEventsV1(object as unknown as Event, apiVersion as EventsV1Event['apiVersion']);
  }
  const relabelled: KubeObject = { ...object, apiVersion };
  if (object.kind === 'EndpointSlice') return inList(relabelled, 'endpoints', (e) => sliceEndpoint(e, apiVersion.endsWith('beta1'))) as KubeObject;
  if (object.kind === 'HorizontalPodAutoscaler') return autoscaler(relabelled, apiVersion) as KubeObject;
  return relabelled;
}
