import { isPodReady } from '../../../api/pods';
import type { EndpointSlice, EndpointSliceEndpoint, Labels, Node, Pod, Service } from '../../../api/types';
import { deepEqual } from '../../../base/json';
import type { ControllerBehaviour } from '../../versions';
import { findPort, HEADLESS, isHeadless, mayServe, showsHostname } from './services';

export const MANAGED_BY = 'endpointslice.kubernetes.io/managed-by';
export const CONTROLLER = 'endpointslice-controller.k8s.io';
export const SERVICE_NAME = 'kubernetes.io/service-name';
const MAX_ENDPOINTS = 100;
const ZONE = 'topology.kubernetes.io/zone';
const REGION = 'topology.kubernetes.io/region';
const HOSTNAME = 'kubernetes.io/hostname';

export type SlicePorts = readonly NonNullable<EndpointSlice['ports']>[number][];

/** What a slice holds, apart from its name. */
export interface SliceContent {
  readonly endpoints: readonly EndpointSliceEndpoint[];
  readonly ports: SlicePorts;
}

/** What to do with the slices of a Service. */
export interface SlicePlan {
  readonly create: readonly SliceContent[];
  readonly update: readonly { readonly slice: EndpointSlice; readonly content: SliceContent }[];
  readonly remove: readonly EndpointSlice[];
}

/** Labels of a Service's slices. Models k8s.io/endpointslice setEndpointSliceLabels. */
export const sliceLabels = (service: Service): Labels => ({
  ...service.metadata.labels, ...(isHeadless(service) ? { [HEADLESS]: '' } : {}), [MANAGED_BY]: CONTROLLER, [SERVICE_NAME]: service.metadata.name,
});

/** Whether a pod belongs into a slice. Models k8s.io/endpointslice/util ShouldPodBeInEndpoints. */
export function inSlice(service: Service, pod: Pod, behaviour: ControllerBehaviour): boolean {
  if ((pod.status.podIP ?? '') === '') return false;
  if (pod.metadata.deletionTimestamp !== undefined && !behaviour.terminatingEndpoints && service.spec.publishNotReadyAddresses !== true) return false;
  return behaviour.terminatingEndpoints ? pod.status.phase !== 'Failed' && pod.status.phase !== 'Succeeded' : mayServe(pod);
}

/** Models k8s.io/endpointslice podToEndpoint. */
export function endpointOf(service: Service, pod: Pod, node: Node | undefined, behaviour: ControllerBehaviour): EndpointSliceEndpoint {
  const { namespace, name, uid, resourceVersion } = pod.metadata;
  const serving = service.spec.publishNotReadyAddresses === true || isPodReady(pod);
  const terminating = pod.metadata.deletionTimestamp !== undefined;
  const nodeName = pod.spec.nodeName ?? '';
  const zone = node?.metadata.labels?.[ZONE];
  const region = node?.metadata.labels?.[REGION];
  const targetRef = {
    kind: 'Pod', ...(namespace === undefined ? {} : { namespace }), name, ...(uid === undefined ? {} : { uid }), ...(behaviour.endpointsSayVersion && resourceVersion !== undefined ? { resourceVersion } : {}),
  };
  return {
    addresses: [pod.status.podIP ?? ''],
    conditions: behaviour.terminatingEndpoints
      ? { ready: service.spec.publishNotReadyAddresses === true || (serving && !terminating), serving, terminating }
      : { ready: serving },
    ...(showsHostname(pod, service) && pod.spec.hostname !== undefined ? { hostname: pod.spec.hostname } : {}),
    targetRef,
    ...(behaviour.terminatingEndpoints
      ? { nodeName, ...(zone === undefined ? {} : { zone }) }
      : { topology: { [HOSTNAME]: nodeName, ...(zone === undefined ? {} : { [ZONE]: zone }), ...(region === undefined ? {} : { [REGION]: region }) } }),
  };
}

/** Models k8s.io/endpointslice getEndpointPorts. */
export function slicePorts(service: Service, pod: Pod): SlicePorts {
  return (service.spec.ports ?? []).flatMap((p) => {
    const port = findPort(pod, p);
    return port === undefined ? [] : [{ name: p.name ?? '', protocol: p.protocol, port, ...(p.appProtocol === undefined ? {} : { appProtocol: p.appProtocol }) }];
  });
}

const podOf = (e: EndpointSliceEndpoint): string => `${e.targetRef?.uid ?? ''} ${e.addresses[0] ?? ''}`;

/** Whether two endpoints of one pod say the same; the pod's resourceVersion is no news. */
function sameEndpoint(a: EndpointSliceEndpoint, b: EndpointSliceEndpoint): boolean {
  const strip = (e: EndpointSliceEndpoint): unknown => ({ ...e, targetRef: { ...e.targetRef, resourceVersion: undefined } });
  return deepEqual(strip(a), strip(b));
}

/**
 * Changes as few slices as it can: keeps what is right, drops what is gone, fills slices that change anyway, then the fullest
 * with room, and only then makes new ones. One empty slice stays when nothing matches.
 * Models k8s.io/endpointslice/reconciler.go reconcileByAddressType, reconcileByPortMapping, finalize.
 */
export function planSlices(labels: Labels, existing: readonly EndpointSlice[], desired: readonly SliceContent[]): SlicePlan {
  const create: SliceContent[] = [];
  const update = new Map<EndpointSlice, SliceContent>();
  const remove = new Set<EndpointSlice>();
  const portKey = (ports: SlicePorts): string => JSON.stringify(ports);
  const wantedPorts = new Set(desired.map((d) => portKey(d.ports)));
  for (const { endpoints, ports } of desired) {
    const slices = existing.filter((s) => portKey(s.ports ?? []) === portKey(ports));
    const missing = new Map(endpoints.map((e) => [podOf(e), e]));
    for (const slice of slices) {
      let changed = !deepEqual(slice.metadata.labels ?? {}, labels);
      const kept: EndpointSliceEndpoint[] = [];
      for (const e of slice.endpoints ?? []) {
        const want = missing.get(podOf(e));
        missing.delete(podOf(e));
        if (want === undefined) {
          changed = true;
          continue;
        }
        const same = sameEndpoint(e, want);
        kept.push(same ? e : want);
        if (!same) changed = true;
      }
      if (kept.length === 0 && (slice.endpoints ?? []).length > 0) remove.add(slice);
      else if (changed) update.set(slice, { endpoints: kept, ports });
    }
    place([...missing.values()], ports, slices, { create, update, remove });
  }
  for (const slice of existing) if (!wantedPorts.has(portKey(slice.ports ?? []))) remove.add(slice);
  return finalize(existing, create, update, remove);
}

interface Draft {
  readonly create: SliceContent[];
  readonly update: Map<EndpointSlice, SliceContent>;
  readonly remove: Set<EndpointSlice>;
}

function place(missing: readonly EndpointSliceEndpoint[], ports: SlicePorts, slices: readonly EndpointSlice[], { create, update, remove }: Draft): void {
  let rest = missing;
  const take = (room: number): readonly EndpointSliceEndpoint[] => {
    const taken = rest.slice(0, room);
    rest = rest.slice(room);
    return taken;
  };
  const here = new Set(slices);
  for (const [slice, content] of [...update].filter(([slice]) => here.has(slice)).sort(([, a], [, b]) => b.endpoints.length - a.endpoints.length)) {
    if (rest.length === 0) return;
    update.set(slice, { ports, endpoints: [...content.endpoints, ...take(MAX_ENDPOINTS - content.endpoints.length)] });
  }
  const open = slices.filter((s) => !update.has(s) && !remove.has(s) && (s.endpoints ?? []).length < MAX_ENDPOINTS).sort((a, b) => (b.endpoints ?? []).length - (a.endpoints ?? []).length);
  for (const slice of open) {
    if (rest.length === 0) return;
    // A slice is only filled when all that is left fits.
    const have = slice.endpoints ?? [];
    if (have.length + rest.length <= MAX_ENDPOINTS) update.set(slice, { ports, endpoints: [...have, ...take(rest.length)] });
  }
  while (rest.length > 0) create.push({ ports, endpoints: take(MAX_ENDPOINTS) });
}

/** A slice to be made and one to be deleted become one that changes; one slice stays at least. */
function finalize(existing: readonly EndpointSlice[], create: SliceContent[], update: Map<EndpointSlice, SliceContent>, remove: Set<EndpointSlice>): SlicePlan {
  for (const slice of [...remove]) {
    const content = create.pop();
    if (content === undefined) break;
    remove.delete(slice);
    update.set(slice, content);
  }
  if (create.length === 0 && existing.length === remove.size) {
    const [keep] = remove;
    if (keep === undefined) create.push({ endpoints: [], ports: [] });
    else {
      remove.delete(keep);
      update.set(keep, { endpoints: [], ports: [] });
    }
  }
  return { create, update: [...update].map(([slice, content]) => ({ slice, content })), remove: [...remove] };
}
