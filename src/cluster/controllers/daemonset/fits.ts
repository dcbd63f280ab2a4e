import { meetsDemands, TAINT, tolerates } from '../../../api/scheduling';
import type { Affinity, DaemonSet, Node, NodeSelectorRequirement, NodeSelectorTerm, Pod, PodSpec, Toleration } from '../../../api/types';

/** Where the pods of a DaemonSet belong. Pure. */

const NO_EXECUTE = [TAINT.notReady, TAINT.unreachable];
const NO_SCHEDULE = [TAINT.diskPressure, TAINT.memoryPressure, TAINT.pidPressure, TAINT.unschedulable];

/** Daemon pods stay where others leave. Models pkg/controller/daemon/util AddOrUpdateDaemonPodTolerations. */
export function daemonTolerations(spec: PodSpec): readonly Toleration[] {
  const own: Toleration[] = [
    ...NO_EXECUTE.map((key) => ({ key, operator: 'Exists' as const, effect: 'NoExecute' as const })), ...NO_SCHEDULE.map((key) => ({ key, operator: 'Exists' as const, effect: 'NoSchedule' as const })),
    ...(spec.hostNetwork === true ? [{ key: TAINT.networkUnavailable, operator: 'Exists' as const, effect: 'NoSchedule' as const }] : []),
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

/** Whether a daemon pod should be on a node, and whether one that is there may stay. Models pkg/controller/daemon/daemon_controller.go nodeShouldRunDaemonPod. */
export function nodeShouldRun(ds: DaemonSet, node: Node): { readonly run: boolean; readonly stay: boolean } {
  const { spec } = ds.spec.template;
  if ((spec.nodeName ?? '') !== '' && spec.nodeName !== node.metadata.name) return { run: false, stay: false };
  const requiredNodeTerms = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms;
  if (!meetsDemands(node, { nodeSelector: spec.nodeSelector, requiredNodeTerms })) return { run: false, stay: false };
  const tolerations = daemonTolerations(spec);
  const untolerated = (node.spec.taints ?? []).filter((taint) => taint.effect !== 'PreferNoSchedule' && !tolerates(tolerations, taint));
  if (untolerated.length === 0) return { run: true, stay: true };
  return { run: false, stay: !untolerated.some((t) => t.effect === 'NoExecute') };
}
