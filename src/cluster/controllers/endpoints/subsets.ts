import { isPodReady } from '../../../api/pods';
import type { EndpointAddress, EndpointPort, EndpointSubset, Pod, Service } from '../../../api/types';
import { findPort, mayServe, showsHostname } from './services';

/** The address of a pod as Endpoints show it. Models pkg/controller/endpoint podToEndpointAddressForService. */
function addressOf(pod: Pod, service: Service, sayVersion: boolean): EndpointAddress {
  const { namespace, name, uid, resourceVersion } = pod.metadata;
  return {
    ip: pod.status.podIP ?? '', ...(showsHostname(pod, service) && pod.spec.hostname !== undefined ? { hostname: pod.spec.hostname } : {}),
    ...(pod.spec.nodeName === undefined ? {} : { nodeName: pod.spec.nodeName }),
    targetRef: {
      kind: 'Pod', ...(namespace === undefined ? {} : { namespace }), name, ...(uid === undefined ? {} : { uid }), ...(sayVersion && resourceVersion !== undefined ? { resourceVersion } : {}),
    },
  };
}

function portsOf(pod: Pod, service: Service): readonly EndpointPort[] {
  const ports: EndpointPort[] = [];
  for (const p of service.spec.ports ?? []) {
    const port = findPort(pod, p);
    if (port === undefined) continue;
    ports.push({ ...(p.name === undefined || p.name === '' ? {} : { name: p.name }), port, protocol: p.protocol, ...(p.appProtocol === undefined ? {} : { appProtocol: p.appProtocol }) });
  }
  return ports;
}

/**
 * The subsets of a Service's Endpoints: pods with the same ports stand together, ready ones apart from those that are not.
 * Models pkg/controller/endpoint/endpoints_controller.go syncService, pkg/api/v1/endpoints RepackSubsets.
 */
export function subsetsOf(service: Service, pods: readonly Pod[], sayVersion: boolean): readonly EndpointSubset[] {
  const publishAll = service.spec.publishNotReadyAddresses === true;
  const groups = new Map<string, { readonly ports: readonly EndpointPort[]; readonly ready: EndpointAddress[]; readonly notReady: EndpointAddress[] }>();
  for (const pod of pods) {
    if ((pod.status.podIP ?? '') === '' || (!publishAll && pod.metadata.deletionTimestamp !== undefined)) continue;
    const ready = publishAll || isPodReady(pod);
    if (!ready && !mayServe(pod)) continue;
    const ports = portsOf(pod, service);
    if (ports.length === 0 && (service.spec.ports ?? []).length > 0) continue;
    const key = JSON.stringify(ports);
    let group = groups.get(key);
    if (group === undefined) groups.set(key, (group = { ports, ready: [], notReady: [] }));
    (ready ? group.ready : group.notReady).push(addressOf(pod, service, sayVersion));
  }
  const sorted = (list: EndpointAddress[]): readonly EndpointAddress[] => list.sort((a, b) => (a.ip < b.ip ? -1 : a.ip > b.ip ? 1 : 0));
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, { ports, ready, notReady }]) => ({
    ...(ready.length === 0 ? {} : { addresses: sorted(ready) }), ...(notReady.length === 0 ? {} : { notReadyAddresses: sorted(notReady) }), ...(ports.length === 0 ? {} : { ports }),
  }));
}
