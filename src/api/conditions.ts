import type { ConditionStatus, PodCondition, PodStatus } from './types';

interface AnyCondition {
  readonly type: string;
  readonly status: ConditionStatus;
  readonly reason?: string;
  readonly message?: string;
}

/** The condition of a type, if there. */
export function getCondition<C extends AnyCondition>(conditions: readonly C[] | undefined, type: C['type']): C | undefined {
  return conditions?.find((c) => c.type === type);
}

export function isConditionTrue(conditions: readonly AnyCondition[] | undefined, type: string): boolean {
  return getCondition(conditions, type)?.status === 'True';
}

/**
 * The manner of the apps controllers: a condition whose status and reason stay is left alone (the same list comes back);
 * otherwise it moves to the end of the list, keeping its lastTransitionTime when the status stays.
 */
// Models pkg/controller/deployment/util SetDeploymentCondition
export function setCondition<C extends AnyCondition & { readonly lastTransitionTime?: string | null }>(conditions: readonly C[] | undefined, next: C): readonly C[] {
  const list = conditions ?? [];
  const current = getCondition(list, next.type);
  if (current !== undefined && current.status === next.status && current.reason === next.reason) return list;
  const kept = current !== undefined && current.status === next.status ? { ...next, ...(current.lastTransitionTime === undefined ? {} : { lastTransitionTime: current.lastTransitionTime }) } : next;
  return [...list.filter((c) => c.type !== next.type), kept];
}

/** The list without conditions of a type; the same list when there is none. */
export function removeCondition<C extends AnyCondition>(conditions: readonly C[] | undefined, type: string): readonly C[] {
  const list = conditions ?? [];
  return list.some((c) => c.type === type) ? list.filter((c) => c.type !== type) : list;
}

/**
 * The manner of pods: the condition is replaced where it stands; lastTransitionTime moves only when the status does.
 * The same status object comes back when nothing changes.
 */
// Models pkg/api/v1/pod UpdatePodCondition
export function setPodCondition(status: PodStatus, next: PodCondition): PodStatus {
  const list = status.conditions ?? [];
  const index = list.findIndex((c) => c.type === next.type);
  const current = list[index];
  if (current === undefined) return { ...status, conditions: [...list, next] };
  const kept = current.status === next.status ? { ...next, lastTransitionTime: current.lastTransitionTime } : next;
  const same = current.status === kept.status && current.reason === kept.reason && current.message === kept.message
    && current.lastTransitionTime === kept.lastTransitionTime && current.observedGeneration === kept.observedGeneration;
  return same ? status : { ...status, conditions: list.map((c, i) => (i === index ? kept : c)) };
}
