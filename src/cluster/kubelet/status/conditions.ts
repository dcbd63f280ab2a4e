import type { ContainerStatus, Pod, PodCondition, PodPhase } from '../../../api/types';
import type { Mutable } from '../../../base/mutable';
import type { KubeletBehaviour } from '../../versions';

/** A condition before the status manager gives it its time. */
export interface Finding {
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason?: string;
  readonly message?: string;
}

const unready = (names: readonly string[]): string => `containers with unready status: [${names.join(' ')}]`;

/** Models pkg/kubelet/status/generate.go GeneratePodInitializedCondition. */
export function initialized(pod: Pod, statuses: readonly ContainerStatus[], phase: PodPhase): Finding {
  const type = 'Initialized';
  const unknown: string[] = [];
  const incomplete: string[] = [];
  for (const { name } of pod.spec.initContainers ?? []) {
    const status = statuses.find((s) => s.name === name);
    if (status === undefined) unknown.push(name);
    else if (!status.ready) incomplete.push(name);
  }
  if (phase === 'Succeeded' && unknown.length === 0) return { type, status: 'True', reason: 'PodCompleted' };
  const messages = [
    ...(unknown.length === 0 ? [] : [`containers with unknown status: [${unknown.join(' ')}]`]),
    ...(incomplete.length === 0 ? [] : [`containers with incomplete status: [${incomplete.join(' ')}]`]),
  ];
  return messages.length === 0 ? { type, status: 'True' } : { type, status: 'False', reason: 'ContainersNotInitialized', message: messages.join(', ') };
}

/** Models pkg/kubelet/status/generate.go GenerateContainersReadyCondition. */
export function containersReady(pod: Pod, statuses: readonly ContainerStatus[], phase: PodPhase, behaviour: KubeletBehaviour): Finding {
  const type = 'ContainersReady';
  if (phase === 'Succeeded') return { type, status: 'False', reason: 'PodCompleted' };
  if (phase === 'Failed' && behaviour.failedPodConditions) return { type, status: 'False', reason: 'PodFailed' };
  const names: string[] = [];
  for (const { name } of pod.spec.containers) if (statuses.find((s) => s.name === name)?.ready !== true) names.push(name);
  return names.length === 0 ? { type, status: 'True' } : { type, status: 'False', reason: 'ContainersNotReady', message: unready(names) };
}

/** Containers ready, and all readiness gates. Models pkg/kubelet/status/generate.go GeneratePodReadyCondition. */
export function ready(pod: Pod, containers: Finding): Finding {
  if (containers.status !== 'True') return { ...containers, type: 'Ready' };
  const messages: string[] = [];
  for (const { conditionType } of pod.spec.readinessGates ?? []) {
    const gate = pod.status.conditions?.find((c) => c.type === conditionType);
    if (gate === undefined) messages.push(`corresponding condition of pod readiness gate "${conditionType}" does not exist.`);
    else if (gate.status !== 'True') messages.push(`the status of pod readiness gate "${conditionType}" is not "True", but ${gate.status}`);
  }
  return messages.length === 0 ? { type: 'Ready', status: 'True' } : { type: 'Ready', status: 'False', reason: 'ReadinessGatesNotReady', message: messages.join(', ') };
}

/** Conditions that the kubelet owns; all others it leaves alone. */
const OWNED: ReadonlySet<string> = new Set(['PodScheduled', 'Ready', 'Initialized', 'ContainersReady', 'PodReadyToStartContainers']);

/** Findings as conditions: the time is that of the last change of status. Models pkg/kubelet/status/status_manager.go updateLastTransitionTime. */
export function timedConditions(findings: readonly Finding[], before: readonly PodCondition[], now: string, generation: number | undefined): readonly PodCondition[] {
  return findings.map((finding): PodCondition => {
    const old = before.find((c) => c.type === finding.type);
    const { type, status, reason, message } = finding;
    const lastTransitionTime = old?.status === status ? old.lastTransitionTime : now;
    const out: Mutable<PodCondition> = generation === undefined ? { type, status, lastProbeTime: null, lastTransitionTime } : { type, observedGeneration: generation, status, lastProbeTime: null, lastTransitionTime };
    if (reason !== undefined) out.reason = reason;
    if (message !== undefined) out.message = message;
    return out;
  });
}

/** What others wrote stays, in front. Models pkg/kubelet/status/status_manager.go mergePodStatus. */
export const withForeignConditions = (mine: readonly PodCondition[], stored: readonly PodCondition[]): readonly PodCondition[] =>
  [...stored.filter((c) => !OWNED.has(c.type)), ...mine];
