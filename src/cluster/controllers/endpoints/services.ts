import { isPodReady, isPodTerminal } from '../../../api/pods';
import { setMatches } from '../../../api/selectors/labels';
import { parseTime } from '../../../api/time';
import { getCondition } from '../../../api/conditions';
import type { Pod, Service, ServicePort } from '../../../api/types';
import { deepEqual } from '../../../base/json';
import type { Informer } from '../../client/informer';
import { keyOf } from '../context';

/** What the endpoints and the endpoint slice controllers share: which pods stand behind which services, and since when. */

export const LAST_CHANGE = 'endpoints.kubernetes.io/last-change-trigger-time';
export const HEADLESS = 'service.kubernetes.io/headless';

/** Whether a Service has a selector at all; without one its endpoints are somebody else's business. */
export const hasSelector = (service: Service): boolean => service.spec.selector !== undefined && Object.keys(service.spec.selector).length > 0;

export const isHeadless = (service: Service): boolean => service.spec.clusterIP === undefined || service.spec.clusterIP === '' || service.spec.clusterIP === 'None';

export const selectsPod = (service: Service, pod: Pod): boolean => hasSelector(service) && setMatches(service.spec.selector ?? {}, pod.metadata.labels);

/** Keys of the services that select a pod. */
export function servicesOf(services: Informer<Service>, pod: Pod): readonly string[] {
  const keys: string[] = [];
  for (const service of services.list(pod.metadata.namespace)) if (selectsPod(service, pod)) keys.push(keyOf(service));
  return keys;
}

/**
 * Keys of the services to look at after a pod changed; none when nothing changed that an endpoint shows.
 * Models k8s.io/endpointslice/util GetServicesToUpdateOnPodChange.
 */
export function servicesAfterChange(services: Informer<Service>, before: Pod, pod: Pod): readonly string[] {
  const relabelled = !deepEqual(before.metadata.labels, pod.metadata.labels) || before.spec.hostname !== pod.spec.hostname || before.spec.subdomain !== pod.spec.subdomain;
  const moved = before.metadata.deletionTimestamp !== pod.metadata.deletionTimestamp || isPodReady(before) !== isPodReady(pod) || before.status.podIP !== pod.status.podIP
    || before.spec.nodeName !== pod.spec.nodeName || before.metadata.uid !== pod.metadata.uid || isPodTerminal(before) !== isPodTerminal(pod);
  if (!relabelled && !moved) return [];
  const now = servicesOf(services, pod);
  return relabelled ? [...new Set([...servicesOf(services, before), ...now])] : now;
}

/** Calls `enqueue` with the key of each service that may need other endpoints. */
export function watchServices(services: Informer<Service>, pods: Informer<Pod>, enqueue: (key: string) => void): void {
  services.addHandlers({ added: (s) => enqueue(keyOf(s)), updated: (_, s) => enqueue(keyOf(s)), deleted: (s) => enqueue(keyOf(s)) });
  pods.addHandlers({
    added: (pod) => servicesOf(services, pod).forEach(enqueue), updated: (before, pod) => servicesAfterChange(services, before, pod).forEach(enqueue),
    deleted: (pod) => servicesOf(services, pod).forEach(enqueue),
  });
}

/** Whether a pod may still serve: one that ended and stays ended does not. Models pkg/controller/endpoint shouldPodBeInEndpoints. */
export function mayServe(pod: Pod): boolean {
  switch (pod.spec.restartPolicy) {
    case 'Never': return !isPodTerminal(pod);
    case 'OnFailure': return pod.status.phase !== 'Succeeded';
    default: return true;
  }
}

/**
 * The number of the container port that a service port means; undefined when the pod has no port of that name.
 * Models pkg/api/v1/pod FindPort.
 */
export function findPort(pod: Pod, port: ServicePort): number | undefined {
  if (typeof port.targetPort === 'number') return port.targetPort;
  for (const container of pod.spec.containers) {
    const found = container.ports?.find((p) => p.name === port.targetPort && p.protocol === port.protocol);
    if (found !== undefined) return found.containerPort;
  }
  return undefined;
}

/** Whether a pod's endpoint carries its host name: the service must be the pod's own subdomain. */
export const showsHostname = (pod: Pod, service: Service): boolean =>
  (pod.spec.hostname ?? '') !== '' && pod.spec.subdomain === service.metadata.name && pod.metadata.namespace === service.metadata.namespace;

interface Seen {
  readonly service: number;
  readonly pods: ReadonlyMap<string, number>;
}

/**
 * Finds out what triggered a change of endpoints: the earliest of the changes that were not there at the last look.
 * Models k8s.io/endpointslice/util TriggerTimeTracker.
 */
export class TriggerTimeTracker {
  private readonly states = new Map<string, Seen>();

  /** Microseconds since 1970 of the trigger; undefined when nothing changed. */
  compute(service: Service, pods: readonly Pod[]): number | undefined {
    const key = keyOf(service);
    const known = this.states.get(key);
    const created = parseTime(service.metadata.creationTimestamp ?? '') ?? 0;
    const times = new Map<string, number>();
    let earliest: number | undefined;
    for (const pod of pods) {
      const at = parseTime(getCondition(pod.status.conditions, 'Ready')?.lastTransitionTime ?? '');
      if (at === undefined) continue;
      times.set(pod.metadata.name, at);
      if (at > (known?.pods.get(pod.metadata.name) ?? 0)) earliest = Math.min(earliest ?? at, at);
    }
    this.states.set(key, { service: created, pods: times });
    if (known === undefined) return created;
    return created > known.service ? Math.min(earliest ?? created, created) : earliest;
  }

  forget(key: string): void {
    this.states.delete(key);
  }
}
