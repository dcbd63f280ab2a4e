import type { Prng } from '../../base/prng';
import type { Scorer } from './framework';
import type { NodeInfo } from './node-info';
import type { PodInfo } from './pod-info';
import type { WeightedScore } from './profile';
import type { Snapshot } from './snapshot';

/** A score plugin with an opinion on the pod at hand. */
export interface ActiveScore {
  readonly name: string;
  readonly weight: number;
  readonly scorer: Scorer;
}

export interface PreScored {
  readonly active: readonly ActiveScore[];
  readonly skipped: readonly string[];
}

/** Models pkg/scheduler/framework/runtime RunPreScorePlugins */
export function preScore(scores: readonly WeightedScore[], pod: PodInfo, snapshot: Snapshot, feasible: readonly NodeInfo[]): PreScored {
  const active: ActiveScore[] = [];
  const skipped: string[] = [];
  for (const { plugin, weight } of scores) {
    const scorer = plugin.prepare(pod, snapshot, feasible);
    if (scorer === undefined) skipped.push(plugin.name);
    else active.push({ name: plugin.name, weight, scorer });
  }
  return { active, skipped };
}

/** One row a plugin, one column a node. */
export function scoreNodes(active: readonly ActiveScore[], nodes: readonly NodeInfo[]): number[][] {
  return active.map(({ scorer }) => nodes.map((n) => scorer.score(n)));
}

/** The rows scaled to 0–100 each. */
export function normalizeScores(active: readonly ActiveScore[], raw: readonly (readonly number[])[], nodes: readonly NodeInfo[]): number[][] {
  return raw.map((row, i) => {
    const scaled = [...row];
    active[i]?.scorer.normalize?.(scaled, nodes);
    return scaled;
  });
}

/** Weighted sums, one a node. */
export function totalScores(active: readonly ActiveScore[], normalized: readonly (readonly number[])[], count: number): number[] {
  const totals = new Array<number>(count).fill(0);
  for (let p = 0; p < active.length; p++) {
    const row = normalized[p] ?? [];
    const weight = active[p]?.weight ?? 0;
    for (let n = 0; n < count; n++) totals[n] = (totals[n] ?? 0) + (row[n] ?? 0) * weight;
  }
  return totals;
}

/** The best; among equals any, with equal chance. */
// Models pkg/scheduler/schedule_one.go selectHost
export function selectHost(totals: readonly number[], random: Prng): { readonly index: number; readonly ties: readonly number[] } {
  let best = Number.NEGATIVE_INFINITY;
  let ties: number[] = [];
  for (let i = 0; i < totals.length; i++) {
    const total = totals[i] ?? 0;
    if (total > best) {
      best = total;
      ties = [i];
    } else if (total === best) ties.push(i);
  }
  return { index: ties.length === 1 ? (ties[0] ?? 0) : random.pick(ties), ties };
}
