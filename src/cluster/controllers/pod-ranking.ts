import { getCondition } from '../../api/conditions';
import { isPodActive, isPodReady } from '../../api/pods';
import { parseTime } from '../../api/time';
import type { Pod } from '../../api/types';

const DELETION_COST = 'controller.kubernetes.io/pod-deletion-cost';
const PHASES: Readonly<Record<string, number>> = { Pending: 0, Unknown: 1, Running: 2 };

/** Why a pod stands where it stands in the order of deletion. The first difference decides. */
export interface Rank {
  readonly name: string;
  readonly assigned: boolean;
  readonly phase: number;
  readonly ready: boolean;
  readonly cost: number;
  /** Active pods of the same workload on the same node. */
  readonly neighbours: number;
  /** Microseconds since 1970; undefined when not ready. */
  readonly readySince: number | undefined;
  readonly restarts: number;
  readonly created: number | undefined;
  readonly uid: string;
}

export interface RankRules {
  /** Pod deletion cost and ages by powers of two: since 1.22. */
  readonly deletionCost: boolean;
  readonly wall: number;
}

function rankOf(pod: Pod, neighbours: number): Rank {
  const ready = getCondition(pod.status.conditions, 'Ready');
  const cost = Number(pod.metadata.annotations?.[DELETION_COST] ?? '0');
  const restarts = Math.max(0, ...(pod.status.containerStatuses ?? []).map((c) => c.restartCount));
  return {
    name: pod.metadata.name, assigned: (pod.spec.nodeName ?? '') !== '', phase: PHASES[pod.status.phase] ?? 0, ready: isPodReady(pod), cost: Number.isInteger(cost) ? cost : 0, neighbours,
    readySince: ready?.status === 'True' ? parseTime(ready.lastTransitionTime ?? '') : undefined, restarts, created: parseTime(pod.metadata.creationTimestamp ?? ''), uid: pod.metadata.uid ?? '',
  };
}

/**
 * Which of two pods goes first: negative when `a` does.
 * Models pkg/controller/controller_utils.go ActivePodsWithRanks.Less.
 */
export function compareRanks(a: Rank, b: Rank, rules: RankRules): number {
  if (a.assigned !== b.assigned) return a.assigned ? 1 : -1;
  if (a.phase !== b.phase) return a.phase - b.phase;
  if (a.ready !== b.ready) return a.ready ? 1 : -1;
  if (rules.deletionCost && a.cost !== b.cost) return a.cost - b.cost;
  if (a.neighbours !== b.neighbours) return b.neighbours - a.neighbours;
  if (a.ready && b.ready && a.readySince !== b.readySince) {
    const byReady = compareAges(a.readySince, b.readySince, a, b, rules);
    if (byReady !== 0) return byReady;
  }
  if (a.restarts !== b.restarts) return b.restarts - a.restarts;
  return a.created === b.created ? 0 : compareAges(a.created, b.created, a, b, rules);
}

/** The younger first; an unknown time counts as youngest. */
function compareAges(a: number | undefined, b: number | undefined, pod: Rank, other: Rank, { deletionCost, wall }: RankRules): number {
  if (a === undefined || b === undefined) return a === undefined ? -1 : 1;
  if (!deletionCost) return b - a;
  const difference = magnitude(wall - a) - magnitude(wall - b);
  return difference !== 0 ? difference : pod.uid < other.uid ? -1 : 1;
}

/** Ages within the same power of two (of nanoseconds) are alike. Models pkg/controller logarithmicRankDiff. */
const magnitude = (micros: number): number => (micros <= 0 ? -1 : Math.floor(Math.log2(micros * 1000)));

/**
 * The `count` pods that a controller gives up first, with the whole order. `related` are the pods of the same workload.
 * Models pkg/controller/replicaset/replica_set.go getPodsToDelete.
 */
export function podsToDelete(pods: readonly Pod[], related: Iterable<Pod>, count: number, rules: RankRules): { readonly chosen: readonly Pod[]; readonly order: readonly Rank[] } {
  if (count >= pods.length) return { chosen: pods, order: [] };
  const onNode = new Map<string, number>();
  for (const pod of related) if (isPodActive(pod)) onNode.set(pod.spec.nodeName ?? '', (onNode.get(pod.spec.nodeName ?? '') ?? 0) + 1);
  const ranked = pods.map((pod) => ({ pod, rank: rankOf(pod, onNode.get(pod.spec.nodeName ?? '') ?? 0) })).sort((a, b) => compareRanks(a.rank, b.rank, rules));
  return { chosen: ranked.slice(0, count).map((r) => r.pod), order: ranked.map((r) => r.rank) };
}
