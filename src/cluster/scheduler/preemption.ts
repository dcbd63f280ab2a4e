import { labelSelectorMatches } from '../../api/selectors/labels';
import { parseTime } from '../../api/time';
import type { Pod, PodDisruptionBudget } from '../../api/types';
import { isEmptyLabelSelector } from '../../api/selectors/labels';
import type { Prng } from '../../base/prng';
import { rejection, type FilterPlugin, type Rejection } from './framework';
import { checkWithNominated, preFilter } from './filtering';
import type { Listers } from './listers';
import type { NodeInfo } from './node-info';
import type { Nominator } from './nominator';
import type { PodInfo } from './pod-info';
import { withNode, type Snapshot } from './snapshot';

/** A node where removing `victims` makes the pod fit. */
export interface Candidate {
  readonly node: string;
  /** The most important first. */
  readonly victims: readonly PodInfo[];
  readonly budgetViolations: number;
}

export type PreemptionResult =
  /** Nobody may be preempted for this pod. */
  | { readonly kind: 'ineligible'; readonly message: string }
  /** No node could be freed. `rejected` are the nodes that were tried. */
  | { readonly kind: 'none'; readonly rejected: readonly Rejection[] }
  | { readonly kind: 'found'; readonly best: Candidate; readonly candidates: readonly Candidate[]; readonly decidedBy: string };

export interface PreemptionInput {
  readonly pod: PodInfo;
  readonly snapshot: Snapshot;
  readonly filters: readonly FilterPlugin[];
  readonly nominator: Nominator;
  readonly listers: Listers;
  readonly random: Prng;
  /** Why each node was rejected; nodes that are missing are beyond help. */
  readonly rejected: readonly { readonly node: NodeInfo; readonly rejection: Rejection }[];
}

export const NOT_HELPFUL = 'Preemption is not helpful for scheduling';
const NO_VICTIMS = rejection('DefaultPreemption', ['No preemption victims found for incoming pod'], true);
const MIN_CANDIDATES = 100;

/** Models pkg/scheduler/framework/preemption/preemption.go Evaluator.Preempt */
export function preempt(input: PreemptionInput): PreemptionResult {
  const ineligible = ineligibleToPreempt(input);
  if (ineligible !== undefined) return { kind: 'ineligible', message: ineligible };
  const potential = input.rejected.filter((r) => !r.rejection.unresolvable).map((r) => r.node);
  const candidates: Candidate[] = [];
  const rejected: Rejection[] = [];
  const wanted = Math.max(MIN_CANDIDATES, Math.trunc(potential.length / 10));
  const offset = potential.length === 0 ? 0 : input.random.int(potential.length);
  for (let i = 0; i < potential.length && candidates.length < wanted; i++) {
    const node = potential[(offset + i) % potential.length];
    if (node === undefined) continue;
    const found = selectVictimsOnNode(input, node);
    if ('plugin' in found) rejected.push(found);
    else candidates.push(found);
  }
  if (candidates.length === 0) return { kind: 'none', rejected };
  return { kind: 'found', candidates, ...pickOneNodeForPreemption(candidates) };
}

/** Why the pod may not preempt; undefined: it may. */
// Models pkg/scheduler/framework/plugins/defaultpreemption PodEligibleToPreemptOthers
function ineligibleToPreempt({ pod, snapshot, rejected }: PreemptionInput): string | undefined {
  if (pod.pod.spec.preemptionPolicy === 'Never') return 'not eligible due to preemptionPolicy=Never.';
  const nominated = pod.pod.status.nominatedNodeName ?? '';
  if (nominated === '') return undefined;
  // Nominated to a node that no preemption can help any more: it may try again elsewhere.
  if (rejected.some((r) => r.node.name === nominated && r.rejection.unresolvable)) return undefined;
  const waiting = (snapshot.node(nominated)?.pods() ?? []).some((p) => p.pod.metadata.deletionTimestamp !== undefined && p.priority < pod.priority);
  return waiting ? 'not eligible due to a terminating pod on the nominated node.' : undefined;
}

/**
 * The fewest pods of lower priority whose removal makes room: all are taken away, then each is put back, the most
 * important first, if the pod still fits. Pods whose budget would be violated are spared first.
 */
// Models pkg/scheduler/framework/plugins/defaultpreemption SelectVictimsOnNode
function selectVictimsOnNode(input: PreemptionInput, node: NodeInfo): Candidate | Rejection {
  const { pod, snapshot, filters, nominator } = input;
  const lower = node.pods().filter((p) => p.priority < pod.priority);
  if (lower.length === 0) return NO_VICTIMS;
  const trial = node.clone();
  const fits = (): Rejection | undefined => {
    const view = withNode(snapshot, trial);
    return checkWithNominated(pod, preFilter(filters, pod, view), filters, view, nominator, trial);
  };
  for (const p of lower) trial.removePod(p.uid);
  const hopeless = fits();
  if (hopeless !== undefined) return hopeless;
  lower.sort(byImportance);
  const { violating, others } = splitByBudget(lower, input.listers);
  const victims: PodInfo[] = [];
  let budgetViolations = 0;
  for (const [list, violates] of [[violating, 1], [others, 0]] as const) {
    for (const p of list) {
      trial.addPod(p);
      if (fits() === undefined) continue;
      trial.removePod(p.uid);
      victims.push(p);
      budgetViolations += violates;
    }
  }
  return { node: node.name, victims: victims.sort(byImportance), budgetViolations };
}

/** Higher priority first, then the one that has run longer. Models pkg/scheduler/util MoreImportantPod */
function byImportance(a: PodInfo, b: PodInfo): number {
  return b.priority - a.priority || startTime(a.pod) - startTime(b.pod) || (a.key < b.key ? -1 : 1);
}

const NEVER = Number.MAX_SAFE_INTEGER;

/** Microseconds; pods that have not started count as starting last. */
const startTime = (pod: Pod): number => (pod.status.startTime === undefined ? NEVER : (parseTime(pod.status.startTime) ?? NEVER));

// Models pkg/scheduler/framework/plugins/defaultpreemption filterPodsWithPDBViolation
function splitByBudget(pods: readonly PodInfo[], listers: Listers): { readonly violating: readonly PodInfo[]; readonly others: readonly PodInfo[] } {
  const left = new Map<PodDisruptionBudget, number>();
  const violating: PodInfo[] = [];
  const others: PodInfo[] = [];
  for (const p of pods) {
    let violates = false;
    for (const budget of listers.disruptionBudgets(p.class.namespace)) {
      const { selector } = budget.spec;
      if (selector === undefined || isEmptyLabelSelector(selector) || Object.keys(p.class.labels).length === 0 || !labelSelectorMatches(selector, p.class.labels)) continue;
      if (budget.status.disruptedPods?.[p.pod.metadata.name] !== undefined) continue;
      const allowed = (left.get(budget) ?? budget.status.disruptionsAllowed) - 1;
      left.set(budget, allowed);
      if (allowed < 0) violates = true;
    }
    (violates ? violating : others).push(p);
  }
  return { violating, others };
}

/** The rules by which one of several nodes is taken: the lowest number wins, ties go to the next rule. */
const RULES: readonly { readonly name: string; readonly cost: (c: Candidate) => number }[] = [
  { name: 'fewest disruption budgets violated', cost: (c) => c.budgetViolations },
  { name: 'least important top victim', cost: (c) => c.victims[0]?.priority ?? Number.NEGATIVE_INFINITY },
  { name: 'lowest sum of priorities', cost: (c) => c.victims.reduce((sum, v) => sum + v.priority + 2_147_483_648, 0) },
  { name: 'fewest victims', cost: (c) => c.victims.length },
  { name: 'latest start of the most important victims', cost: (c) => -earliestStart(c) },
];

// Models pkg/scheduler/util GetEarliestPodStartTime
function earliestStart(c: Candidate): number {
  const top = c.victims[0]?.priority ?? 0;
  return Math.min(...c.victims.filter((v) => v.priority === top).map((v) => startTime(v.pod)));
}

// Models pkg/scheduler/framework/preemption pickOneNodeForPreemption
export function pickOneNodeForPreemption(candidates: readonly Candidate[]): { readonly best: Candidate; readonly decidedBy: string } {
  let left = candidates;
  let decidedBy = 'only candidate';
  for (const rule of RULES) {
    if (left.length === 1) break;
    const lowest = Math.min(...left.map(rule.cost));
    left = left.filter((c) => rule.cost(c) === lowest);
    decidedBy = left.length === 1 ? rule.name : 'first of equals';
  }
  const [best] = left;
  if (best === undefined) throw new Error('invariant: no preemption candidates');
  return { best, decidedBy };
}
