import { quantityMilliValue, quantityValue } from '../../../api/quantity';
import type { Pod } from '../../../api/types';
import type { NodeSpec } from '../../spec';

export interface Rejection {
  readonly reason: string;
  /** `Node didn't have enough resource: pods, requested: 1, used: 110, capacity: 110` */
  readonly detail: string;
}

const RESOURCES = ['cpu', 'memory'] as const;

/** What a pod asks for: the sum of its containers, or its largest init container. */
function requestOf(pod: Pod, resource: 'cpu' | 'memory'): number {
  const amount = (text: string | undefined): number => (text === undefined ? 0 : resource === 'cpu' ? quantityMilliValue(text) : quantityValue(text));
  const sum = pod.spec.containers.reduce((n, c) => n + amount(c.resources.requests?.[resource]), 0);
  return (pod.spec.initContainers ?? []).reduce((n, c) => Math.max(n, amount(c.resources.requests?.[resource])), sum);
}

/**
 * Whether a pod that was bound to the node may run there.
 * Models pkg/kubelet/lifecycle/predicate.go, pkg/scheduler/framework/plugins/noderesources Fits.
 */
export function admit(pod: Pod, others: readonly Pod[], node: NodeSpec): Rejection | undefined {
  if (others.length + 1 > node.pods) return lacking('pods', 1, others.length, node.pods);
  for (const resource of RESOURCES) {
    const requested = requestOf(pod, resource);
    if (requested === 0) continue;
    const used = others.reduce((n, other) => n + requestOf(other, resource), 0);
    const capacity = resource === 'cpu' ? quantityMilliValue(node.allocatable.cpu) : quantityValue(node.allocatable.memory);
    if (used + requested > capacity) return lacking(resource, requested, used, capacity);
  }
  const labels: Readonly<Record<string, string>> = { 'kubernetes.io/hostname': node.name, 'kubernetes.io/os': 'linux', 'kubernetes.io/arch': 'amd64', ...node.labels };
  const mismatch = Object.entries(pod.spec.nodeSelector ?? {}).some(([key, value]) => labels[key] !== value && key in labels);
  return mismatch ? { reason: 'NodeAffinity', detail: 'Predicate NodeAffinity failed' } : undefined;
}

const lacking = (resource: string, requested: number, used: number, capacity: number): Rejection => ({
  reason: `OutOf${resource}`, detail: `Node didn't have enough resource: ${resource}, requested: ${requested}, used: ${used}, capacity: ${capacity}`,
});
