import type { Resource } from '../../../api/scheme';
import { apiVersionOf } from '../../../api/gvk';
import type { Event, EventsV1Event, HorizontalPodAutoscaler, KubeObject } from '../../../api/types';
import type { KubeVersion } from '../../../api/version';

/** From a served version to the stored one and back; undefined where they are the same. */
export interface Conversion {
  readonly toStored: (object: KubeObject) => KubeObject;
  readonly toServed: (object: KubeObject) => KubeObject;
}

export function conversionFor(resource: Resource, release: KubeVersion): Conversion | undefined {
  if (resource.group === 'events.k8s.io') return { toStored: eventToCore, toServed: (object) => eventFromCore(object, resource.apiVersion as EventsV1Event['apiVersion']) };
  const storage = resource.storedAs ?? storageVersion(resource, release);
  if (storage === resource.apiVersion) return undefined;
  if (resource.kind === 'HorizontalPodAutoscaler') {
    const [up, down] = storage.endsWith('/v2') ? [autoscalerToV2, autoscalerToV1] : [autoscalerToV1, autoscalerToV2];
    return { toStored: (object) => ({ ...up(object), apiVersion: storage }), toServed: (object) => ({ ...down(object), apiVersion: resource.apiVersion }) };
  }
  // Beta and stable shapes of the other kinds differ in nothing that is modelled.
  return { toStored: (object) => ({ ...object, apiVersion: storage }), toServed: (object) => ({ ...object, apiVersion: resource.apiVersion }) };
}

const storageVersion = (resource: Resource, release: KubeVersion): string => apiVersionOf({ group: resource.group, version: resource.versions[release][0] ?? resource.version });

/** Models pkg/apis/events/v1 conversion.go. */
function eventToCore(object: KubeObject): KubeObject {
  const e = object as EventsV1Event;
  const event: Event = {
    apiVersion: 'v1', kind: 'Event', metadata: e.metadata, involvedObject: e.regarding ?? {},
    ...(e.reason === undefined ? {} : { reason: e.reason }), ...(e.note === undefined ? {} : { message: e.note }),
    source: e.deprecatedSource ?? {}, firstTimestamp: e.deprecatedFirstTimestamp ?? null, lastTimestamp: e.deprecatedLastTimestamp ?? null,
    ...(e.deprecatedCount === undefined ? {} : { count: e.deprecatedCount }), ...(e.type === undefined ? {} : { type: e.type }), eventTime: e.eventTime,
    ...(e.series === undefined ? {} : { series: e.series }), ...(e.action === undefined ? {} : { action: e.action }), ...(e.related === undefined ? {} : { related: e.related }),
    reportingComponent: e.reportingController ?? '', reportingInstance: e.reportingInstance ?? '',
  };
  return event;
}

function eventFromCore(object: KubeObject, apiVersion: EventsV1Event['apiVersion']): KubeObject {
  const e = object as Event;
  const event: EventsV1Event = {
    apiVersion, kind: 'Event', metadata: e.metadata, eventTime: e.eventTime, ...(e.series === undefined ? {} : { series: e.series }),
    ...(e.reportingComponent === '' ? {} : { reportingController: e.reportingComponent }), ...(e.reportingInstance === '' ? {} : { reportingInstance: e.reportingInstance }),
    ...(e.action === undefined ? {} : { action: e.action }), ...(e.reason === undefined ? {} : { reason: e.reason }), regarding: e.involvedObject,
    ...(e.related === undefined ? {} : { related: e.related }), ...(e.message === undefined ? {} : { note: e.message }), ...(e.type === undefined ? {} : { type: e.type }),
    deprecatedSource: e.source, deprecatedFirstTimestamp: e.firstTimestamp, deprecatedLastTimestamp: e.lastTimestamp, ...(e.count === undefined ? {} : { deprecatedCount: e.count }),
  };
  return event;
}

/** Models pkg/apis/autoscaling/v1 conversion.go, for the one metric that v1 knows. */
function autoscalerToV2(object: KubeObject): KubeObject {
  const { targetCPUUtilizationPercentage: target, ...spec } = (object as HorizontalPodAutoscaler).spec;
  if (target === undefined) return object;
  return { ...object, spec: { ...spec, metrics: [{ type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: target } } }] } };
}

function autoscalerToV1(object: KubeObject): KubeObject {
  const { metrics, behavior: _, ...spec } = (object as HorizontalPodAutoscaler).spec;
  const target = metrics?.find((m) => m.resource?.name === 'cpu')?.resource?.target.averageUtilization;
  return { ...object, spec: { ...spec, ...(target === undefined ? {} : { targetCPUUtilizationPercentage: target }) } };
}
