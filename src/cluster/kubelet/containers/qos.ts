import { quantityMilliValue, quantityValue } from '../../../api/quantity';
import type { Container, Pod, PodQOSClass } from '../../../api/types';

const COMPUTE = ['cpu', 'memory'] as const;

/** Models pkg/apis/core/v1/helper/qos/qos.go ComputePodQOS. */
export function qosClass(pod: Pod): PodQOSClass {
  let any = false;
  let all = true;
  for (const { resources } of [...pod.spec.containers, ...(pod.spec.initContainers ?? [])]) {
    for (const name of COMPUTE) {
      const request = resources.requests?.[name];
      const limit = resources.limits?.[name];
      if (present(request) || present(limit)) any = true;
      if (!present(limit) || (request !== undefined && quantityMilliValue(request) !== quantityMilliValue(limit ?? '0'))) all = false;
    }
  }
  if (!any) return 'BestEffort';
  return all ? 'Guaranteed' : 'Burstable';
}

const present = (text: string | undefined): boolean => text !== undefined && quantityMilliValue(text) !== 0;

/** The pod's control group, with the systemd driver. Models pkg/kubelet/cm/pod_container_manager_linux.go GetPodContainerName. */
export function podCgroup(pod: Pod): string {
  const id = (pod.metadata.uid ?? '').replace(/-/g, '_');
  const qos = qosClass(pod);
  if (qos === 'Guaranteed') return `/kubepods.slice/kubepods-pod${id}.slice`;
  const name = qos.toLowerCase();
  return `/kubepods.slice/kubepods-${name}.slice/kubepods-${name}-pod${id}.slice`;
}

/** How early the kernel picks a container's processes when memory runs out. Models pkg/kubelet/qos/policy.go GetContainerOOMScoreAdjust. */
export function oomScoreAdj(pod: Pod, container: Container, memoryCapacity: number): number {
  if ((pod.spec.priority ?? 0) >= 2_000_000_000) return -997;
  const qos = qosClass(pod);
  if (qos === 'Guaranteed') return -997;
  if (qos === 'BestEffort') return 1000;
  const request = quantityValue(container.resources.requests?.['memory'] ?? '0');
  const score = 1000 - Math.floor((1000 * request) / memoryCapacity);
  if (score < 3) return 3;
  return score === 1000 ? 999 : score;
}

/** Models pkg/kubelet/cm/helpers_linux.go MilliCPUToShares. */
export const cpuShares = (milli: number): number => Math.max(2, Math.floor((milli * 1024) / 1000));

/** Microseconds of CPU a period of 100 ms. */
export const cpuQuota = (milli: number): number => (milli === 0 ? 0 : Math.max(1000, milli * 100));
