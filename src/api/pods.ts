import { getCondition } from './conditions';
import { quantity, quantityMilliValue, quantityValue } from './quantity';
import { parseTime } from './time';
import type { Container, ContainerStatus, Pod, PodQOSClass, PodSpec, ResourceList } from './types';

/** Questions that several components ask about pods. */

export function isPodReady(pod: Pick<Pod, 'status'>): boolean {
  return getCondition(pod.status.conditions, 'Ready')?.status === 'True';
}

/** Ready for at least `minReadySeconds`. */
// Models pkg/api/v1/pod IsPodAvailable
export function isPodAvailable(pod: Pick<Pod, 'status'>, minReadySeconds: number, nowMicros: number): boolean {
  const ready = getCondition(pod.status.conditions, 'Ready');
  if (ready?.status !== 'True') return false;
  if (minReadySeconds === 0) return true;
  const since = parseTime(ready.lastTransitionTime ?? '');
  return since !== undefined && since + minReadySeconds * 1_000_000 <= nowMicros;
}

/** Succeeded or Failed: it will never run again. */
export function isPodTerminal(pod: Pick<Pod, 'status'>): boolean {
  return pod.status.phase === 'Succeeded' || pod.status.phase === 'Failed';
}

/** Neither finished nor being deleted: what a controller counts as one of its replicas. */
// Models pkg/controller IsPodActive
export function isPodActive(pod: Pick<Pod, 'status' | 'metadata'>): boolean {
  return !isPodTerminal(pod) && pod.metadata.deletionTimestamp === undefined;
}

/** Init containers that keep running beside the others (restartPolicy Always). */
export function isSidecar(c: Container): boolean {
  return c.restartPolicy === 'Always';
}

export function containerStatus(pod: Pick<Pod, 'status'>, name: string): ContainerStatus | undefined {
  return pod.status.containerStatuses?.find((s) => s.name === name);
}

/** Amounts by resource name: cpu in thousandths, everything else in whole units (bytes, pieces). */
export type Amounts = Readonly<Record<string, number>>;

const NON_ZERO_CPU = 100;
const NON_ZERO_MEMORY = 200 * 1024 * 1024;

function amount(resource: string, text: string): number {
  return resource === 'cpu' ? quantityMilliValue(text) : quantityValue(text);
}

function amounts(list: ResourceList | undefined, nonZero: boolean): Record<string, number> {
  const out: Record<string, number> = {};
  for (const [name, text] of Object.entries(list ?? {})) out[name] = amount(name, text);
  if (nonZero) {
    out['cpu'] ??= NON_ZERO_CPU;
    out['memory'] ??= NON_ZERO_MEMORY;
  }
  return out;
}

function addInto(total: Record<string, number>, more: Amounts): void {
  for (const name in more) total[name] = (total[name] ?? 0) + (more[name] ?? 0);
}

function maxInto(total: Record<string, number>, other: Amounts): void {
  for (const name in other) total[name] = Math.max(total[name] ?? 0, other[name] ?? 0);
}

/**
 * What a pod asks of a node: the containers and sidecars together, or the hungriest moment of initialisation where that is
 * more, plus overhead; pod-level requests win where they are set. With `nonZero`, containers without cpu or memory
 * requests count as 100m and 200Mi, as scoring has it.
 */
// Models k8s.io/component-helpers/resource PodRequests
export function podRequests(spec: PodSpec, nonZero = false): Amounts {
  const total: Record<string, number> = {};
  for (const c of spec.containers) addInto(total, amounts(c.resources.requests, nonZero));
  const sidecars: Record<string, number> = {};
  const initPeak: Record<string, number> = {};
  for (const c of spec.initContainers ?? []) {
    const own = amounts(c.resources.requests, nonZero);
    if (isSidecar(c)) {
      addInto(total, own);
      addInto(sidecars, own);
      maxInto(initPeak, sidecars);
    } else {
      addInto(own, sidecars);
      maxInto(initPeak, own);
    }
  }
  maxInto(total, initPeak);
  for (const [name, text] of Object.entries(spec.resources?.requests ?? {})) total[name] = amount(name, text);
  addInto(total, amounts(spec.overhead, false));
  return total;
}

const QOS_RESOURCES = ['cpu', 'memory'] as const;

const isSet = (list: ResourceList | undefined, name: string): boolean => {
  const text = list?.[name];
  return text !== undefined && quantity(text).nanos > 0n;
};

/** Guaranteed: every container limits cpu and memory and requests just that. BestEffort: nothing is asked or limited. */
// Models pkg/apis/core/v1/helper/qos ComputePodQOS
export function qosClass(spec: PodSpec): PodQOSClass {
  const all = [...spec.containers, ...(spec.initContainers ?? [])];
  const any = all.some((c) => QOS_RESOURCES.some((r) => isSet(c.resources.requests, r) || isSet(c.resources.limits, r)));
  if (!any) return 'BestEffort';
  const guaranteed = all.every((c) =>
    QOS_RESOURCES.every((r) => {
      const limit = c.resources.limits?.[r];
      const request = c.resources.requests?.[r] ?? limit;
      return limit !== undefined && request !== undefined && isSet(c.resources.limits, r) && quantity(limit).nanos === quantity(request).nanos;
    }),
  );
  return guaranteed ? 'Guaranteed' : 'Burstable';
}

/** Every host port that a pod asks for. Containers on the host network have theirs from defaulting. */
export function hostPorts(spec: PodSpec): readonly { readonly ip: string; readonly protocol: string; readonly port: number }[] {
  return spec.containers.flatMap((c) =>
    (c.ports ?? []).filter((p) => (p.hostPort ?? 0) > 0).map((p) => ({ ip: p.hostIP ?? '0.0.0.0', protocol: p.protocol, port: p.hostPort ?? 0 })),
  );
}
