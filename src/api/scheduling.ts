import type { Labels, Node, NodeSelectorRequirement, NodeSelectorTerm, Taint, Toleration } from './types';

/** Which pods a node takes by its labels and taints: asked by the scheduler, the DaemonSet controller and who evicts. */

/** Keys of the taints that the cluster itself puts on nodes. */
export const TAINT = {
  notReady: 'node.kubernetes.io/not-ready',
  unreachable: 'node.kubernetes.io/unreachable',
  unschedulable: 'node.kubernetes.io/unschedulable',
  memoryPressure: 'node.kubernetes.io/memory-pressure',
  diskPressure: 'node.kubernetes.io/disk-pressure',
  pidPressure: 'node.kubernetes.io/pid-pressure',
  networkUnavailable: 'node.kubernetes.io/network-unavailable',
} as const;

// Models k8s.io/api/core/v1 Toleration.ToleratesTaint
export function toleratesTaint(t: Toleration, taint: Taint): boolean {
  if (t.effect !== undefined && t.effect !== taint.effect) return false;
  if (t.key !== undefined && t.key !== '' && t.key !== taint.key) return false;
  const operator = t.operator ?? 'Equal';
  if (operator === 'Exists') return true;
  return operator === 'Equal' && (t.value ?? '') === (taint.value ?? '');
}

export function tolerates(tolerations: readonly Toleration[], taint: Taint): boolean {
  return tolerations.some((t) => toleratesTaint(t, taint));
}

/** The first taint that keeps a pod with these tolerations away. */
export function untolerated(taints: readonly Taint[], tolerations: readonly Toleration[]): Taint | undefined {
  return taints.find((t) => t.effect !== 'PreferNoSchedule' && !tolerates(tolerations, t));
}

/** What a pod demands of its node's labels. */
export interface NodeDemands {
  readonly nodeSelector: Labels | undefined;
  /** Any one of them must match; undefined: no requirement. */
  readonly requiredNodeTerms: readonly NodeSelectorTerm[] | undefined;
}

/** Whether a node meets a pod's node selector and required node affinity. */
// Models k8s.io/component-helpers scheduling/corev1/nodeaffinity RequiredNodeAffinity.Match
export function meetsDemands(node: Node, { nodeSelector, requiredNodeTerms }: NodeDemands): boolean {
  const labels = node.metadata.labels ?? {};
  for (const key in nodeSelector) if (labels[key] !== nodeSelector[key]) return false;
  return requiredNodeTerms === undefined || requiredNodeTerms.some((term) => termMatches(term, node));
}

/** An empty term matches nothing. */
export function termMatches(term: NodeSelectorTerm, node: Node): boolean {
  const expressions = term.matchExpressions ?? [];
  const fields = term.matchFields ?? [];
  if (expressions.length === 0 && fields.length === 0) return false;
  const labels = node.metadata.labels ?? {};
  return expressions.every((r) => requirementMatches(r, labels[r.key])) && fields.every((r) => r.key === 'metadata.name' && requirementMatches(r, node.metadata.name));
}

const INTEGER = /^[-+]?\d+$/;

function requirementMatches(r: NodeSelectorRequirement, value: string | undefined): boolean {
  const values = r.values ?? [];
  switch (r.operator) {
    case 'In': return value !== undefined && values.includes(value);
    case 'NotIn': return value === undefined || !values.includes(value);
    case 'Exists': return value !== undefined;
    case 'DoesNotExist': return value === undefined;
    case 'Gt': return value !== undefined && INTEGER.test(value) && Number(value) > Number(values[0]);
    case 'Lt': return value !== undefined && INTEGER.test(value) && Number(value) < Number(values[0]);
  }
}
