import type { Affinity, DaemonSet, Node, NodeSelectorRequirement, NodeSelectorTerm, Pod, PodSpec, Toleration } from '../../../api/types';
import { tolerates } from '../node/taints';

/** Where the pods of a DaemonSet belong. Pure. */

const NOT_READY = 'node.kubernetes.io/not-ready';
const NO_EXECUTE = [NOT_READY, 'node.kubernetes.io/unreachable'];
const NO_SCHEDULE = ['disk-pressure', 'memory-pressure', 'pid-pressure', 'unschedulable'].map((k) => `node.kubernetes.io/${k}`);
const NETWORK = 'node.kubernetes.io/network-unavailable';

/** Daemon pods stay where others leave. Models pkg/controller/daemon/util AddOrUpdateDaemonPodTolerations. */
export function daemonTolerations(spec: PodSpec): readonly Toleration[] {
  const own: Toleration[] = [
    ...NO_EXECUTE.map((key) => ({ key, operator: 'Exists' as const, effect: 'NoExecute' as const })), ...NO_SCHEDULE.map((key) => ({ key, operator: 'Exists' as const, effect: 'NoSchedule' as const })),
    ...(spec.hostNetwork === true ? [{ key: NETWORK, operator: 'Exists' as const, effect: 'NoSchedule' as const }] : []),
  ];
  const same = (a: Toleration, b: Toleration): boolean => a.key === b.key && a.effect === b.effect && a.operator === b.operator && (a.value ?? '') === (b.value ?? '');
  return [...(spec.tolerations ?? []).filter((t) => !own.some((o) => same(o, t))), ...own];
}

/** Ties a pod to one node, in the way that the scheduler understands. Models pkg/controller/daemon/util ReplaceDaemonSetPodNodeNameNodeAffinity. */
export function affinityTo(affinity: Affinity | undefined, node: string): Affinity {
  const field: NodeSelectorRequirement = { key: 'metadata.name', operator: 'In', values: [node] };
  const before = affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms;
  const nodeSelectorTerms: readonly NodeSelectorTerm[] = before === undefined || before.length === 0 ? [{ matchFields: [field] }] : before.map((t) => ({ ...t, matchFields: [field] }));
  return { ...affinity, nodeAffinity: { ...affinity?.nodeAffinity, requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } };
}

/** The node that a daemon pod is bound to, or is made for. Models pkg/controller/daemon/util GetTargetNodeName. */
export function targetNode(pod: Pod): string | undefined {
  if ((pod.spec.nodeName ?? '') !== '') return pod.spec.nodeName;
  for (const term of pod.spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? []) {
    const field = term.matchFields?.find((f) => f.key === 'metadata.name' && f.operator === 'In');
    if (field?.values?.length === 1) return field.values[0];
  }
  return undefined;
}

function matches(r: NodeSelectorRequirement, value: string | undefined): boolean {
  const values = r.values ?? [];
  switch (r.operator) {
    case 'In': return value !== undefined && values.includes(value);
    case 'NotIn': return value === undefined || !values.includes(value);
    case 'Exists': return value !== undefined;
    case 'DoesNotExist': return value === undefined;
    case 'Gt': return value !== undefined && Number(value) > Number(values[0]);
    case 'Lt': return value !== undefined && Number(value) < Number(values[0]);
  }
}

function affinityMatches(spec: PodSpec, node: Node): boolean {
  const labels = node.metadata.labels ?? {};
  for (const [key, value] of Object.entries(spec.nodeSelector ?? {})) if (labels[key] !== value) return false;
  const terms = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms;
  if (terms === undefined) return true;
  return terms.some((term) => {
    const expressions = term.matchExpressions ?? [];
    const fields = term.matchFields ?? [];
    if (expressions.length + fields.length === 0) return false;
    return expressions.every((r) => matches(r, labels[r.key])) && fields.every((r) => matches(r, r.key === 'metadata.name' ? node.metadata.name : undefined));
  });
}

/** Whether a daemon pod should be on a node, and whether one that is there may stay. Models pkg/controller/daemon/daemon_controller.go nodeShouldRunDaemonPod. */
export function nodeShouldRun(ds: DaemonSet, node: Node): { readonly run: boolean; readonly stay: boolean } {
  const { spec } = ds.spec.template;
  if ((spec.nodeName ?? '') !== '' && spec.nodeName !== node.metadata.name) return { run: false, stay: false };
  if (!affinityMatches(spec, node)) return { run: false, stay: false };
  const tolerations = daemonTolerations(spec);
  const untolerated = (node.spec.taints ?? []).filter((taint) => taint.effect !== 'PreferNoSchedule' && !tolerations.some((t) => tolerates(t, taint)));
  if (untolerated.length === 0) return { run: true, stay: true };
  return { run: false, stay: !untolerated.some((t) => t.effect === 'NoExecute') };
}
