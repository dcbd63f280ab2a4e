import { getControllerOf } from '../../../api/owner';
import { meetsDemands, untolerated } from '../../../api/scheduling';
import { isEmptyLabelSelector, labelSelectorMatches, setMatches } from '../../../api/selectors/labels';
import type { Labels, LabelSelector, LabelSelectorRequirement, Pod, TopologySpreadConstraint } from '../../../api/types';
import type { SchedulerBehaviour } from '../../versions';
import { MAX_NODE_SCORE, rejection, SKIP, type FilterPlugin, type ScorePlugin } from '../framework';
import type { Listers } from '../listers';
import type { NodeInfo } from '../node-info';
import type { PodClass, PodInfo } from '../pod-info';

const NAME = 'PodTopologySpread';
const HOSTNAME = 'kubernetes.io/hostname';
const ZONE = 'topology.kubernetes.io/zone';

interface Constraint {
  readonly topologyKey: string;
  readonly maxSkew: number;
  readonly minDomains: number;
  readonly honorsAffinity: boolean;
  readonly honorsTaints: boolean;
  /** Pods of this class are counted. */
  readonly counts: (c: PodClass) => boolean;
}

/** Hard constraints. Models pkg/scheduler/framework/plugins/podtopologyspread/filtering.go */
export function topologySpreadFilter(): FilterPlugin {
  const skewed = rejection(NAME, ["node(s) didn't match pod topology spread constraints"], false);
  const unlabelled = rejection(NAME, ["node(s) didn't match pod topology spread constraints (missing required label)"], true);
  return {
    name: NAME,
    prepare: (pod, snapshot) => {
      const constraints = pod.class.spreadConstraints.filter((c) => c.whenUnsatisfiable === 'DoNotSchedule').map((c) => compile(c, pod));
      if (constraints.length === 0) return SKIP;
      const domains = constraints.map((c) => countDomains(c, constraints, pod, snapshot.nodes));
      return {
        kind: 'check',
        check: (node) => {
          for (let i = 0; i < constraints.length; i++) {
            const c = constraints[i];
            const found = domains[i];
            if (c === undefined || found === undefined) continue;
            const value = node.labels[c.topologyKey];
            if (value === undefined) return unlabelled;
            const least = found.counts.size < c.minDomains ? 0 : found.least;
            const skew = (found.counts.get(value) ?? 0) + (c.counts(pod.class) ? 1 : 0) - least;
            if (skew > c.maxSkew) return skewed;
          }
          return undefined;
        },
      };
    },
  };
}

function countDomains(c: Constraint, all: readonly Constraint[], pod: PodInfo, nodes: readonly NodeInfo[]): { readonly counts: ReadonlyMap<string, number>; readonly least: number } {
  const counts = new Map<string, number>();
  for (const node of nodes) {
    if (!all.every((x) => node.labels[x.topologyKey] !== undefined) || !included(c, pod, node)) continue;
    const value = node.labels[c.topologyKey] ?? '';
    counts.set(value, (counts.get(value) ?? 0) + countMatching(c, node));
  }
  return { counts, least: Math.min(...counts.values()) };
}

/** Whether a node takes part in the count. */
function included(c: Constraint, pod: PodInfo, node: NodeInfo): boolean {
  if (c.honorsAffinity && (node.node === undefined || !meetsDemands(node.node, pod.class))) return false;
  return !c.honorsTaints || untolerated(node.taints, pod.class.tolerations) === undefined;
}

/** Pods on their way out do not count. */
function countMatching(c: Constraint, node: NodeInfo): number {
  let count = 0;
  for (const [kind, n] of node.classes) if (c.counts(kind)) count += n.total - n.terminating;
  return count;
}

function compile(c: TopologySpreadConstraint, pod: PodInfo): Constraint {
  const labels = pod.class.labels;
  const keyed: LabelSelectorRequirement[] = (c.matchLabelKeys ?? []).flatMap((key) => (labels[key] === undefined ? [] : [{ key, operator: 'In' as const, values: [labels[key]] }]));
  const selector = keyed.length === 0 ? c.labelSelector : { ...c.labelSelector, matchExpressions: [...(c.labelSelector?.matchExpressions ?? []), ...keyed] };
  return {
    topologyKey: c.topologyKey, maxSkew: c.maxSkew, minDomains: c.minDomains ?? 1, honorsAffinity: c.nodeAffinityPolicy !== 'Ignore', honorsTaints: c.nodeTaintsPolicy === 'Honor',
    counts: remembered(pod.class.namespace, selector),
  };
}

/** Asks each class once. */
function remembered(namespace: string, selector: LabelSelector | undefined): (c: PodClass) => boolean {
  if (selector === undefined || isEmptyLabelSelector(selector)) return () => false;
  const known = new Map<PodClass, boolean>();
  return (c) => {
    let matches = known.get(c);
    if (matches === undefined) known.set(c, (matches = c.namespace === namespace && labelSelectorMatches(selector, c.labels)));
    return matches;
  };
}

/** Soft constraints, the system's own where a pod has none. Models pkg/scheduler/framework/plugins/podtopologyspread/scoring.go */
export function topologySpreadScore(behaviour: SchedulerBehaviour, listers: Listers): ScorePlugin {
  const defaults = new DefaultConstraints(listers);
  return {
    name: NAME,
    prepare: (pod, snapshot, feasible) => {
      const own = pod.class.spreadConstraints;
      const constraints = own.length > 0 ? own.filter((c) => c.whenUnsatisfiable === 'ScheduleAnyway').map((c) => compile(c, pod)) : defaults.of(pod);
      if (constraints.length === 0) return behaviour.skipsScores ? undefined : { score: () => 0, normalize: (scores) => scores.fill(MAX_NODE_SCORE) };
      const needsAll = own.length > 0 || behaviour.defaultSpreadNeedsZones;
      const ignored = new Set(feasible.filter((n) => needsAll && !constraints.every((c) => n.labels[c.topologyKey] !== undefined)));
      const tables = constraints.map((c) => spreadTable(c, feasible, ignored));
      for (const node of snapshot.nodes) {
        if (needsAll && !constraints.every((c) => node.labels[c.topologyKey] !== undefined)) continue;
        for (const t of tables) {
          const value = node.labels[t.constraint.topologyKey];
          const before = value === undefined ? undefined : t.counts.get(value);
          if (value !== undefined && before !== undefined && included(t.constraint, pod, node)) t.counts.set(value, before + countMatching(t.constraint, node));
        }
      }
      return {
        score: (node) => {
          if (ignored.has(node)) return 0;
          let sum = 0;
          for (const t of tables) {
            const value = node.labels[t.constraint.topologyKey];
            if (value === undefined) continue;
            const count = t.constraint.topologyKey === HOSTNAME ? countMatching(t.constraint, node) : (t.counts.get(value) ?? 0);
            sum += count * t.weight + (t.constraint.maxSkew - 1);
          }
          return Math.round(sum);
        },
        normalize: (scores, nodes) => normalize(scores, nodes, ignored),
      };
    },
  };
}

/** Pods by topology value, for the values of the feasible nodes; hosts are counted when they are scored. */
function spreadTable(constraint: Constraint, feasible: readonly NodeInfo[], ignored: ReadonlySet<NodeInfo>): { readonly constraint: Constraint; readonly counts: Map<string, number>; readonly weight: number } {
  const counts = new Map<string, number>();
  let size = 0;
  for (const node of feasible) {
    if (ignored.has(node)) continue;
    const value = node.labels[constraint.topologyKey];
    if (constraint.topologyKey === HOSTNAME) size++;
    // Nodes without the label are one domain of their own.
    else if (!counts.has(value ?? '')) {
      counts.set(value ?? '', 0);
      size++;
    }
  }
  return { constraint, counts, weight: Math.log(size + 2) };
}

function normalize(scores: number[], nodes: readonly NodeInfo[], ignored: ReadonlySet<NodeInfo>): void {
  let min = Number.POSITIVE_INFINITY;
  let max = 0;
  for (let i = 0; i < scores.length; i++) {
    const node = nodes[i];
    const s = scores[i] ?? 0;
    if (node === undefined || ignored.has(node)) continue;
    min = Math.min(min, s);
    max = Math.max(max, s);
  }
  for (let i = 0; i < scores.length; i++) {
    const node = nodes[i];
    if (node === undefined || ignored.has(node)) scores[i] = 0;
    else scores[i] = max === 0 ? MAX_NODE_SCORE : Math.trunc((MAX_NODE_SCORE * (max + min - (scores[i] ?? 0))) / max);
  }
}

/** What selects a pod's siblings: its Services and its workload. */
interface Siblings {
  readonly namespace: string;
  readonly sets: readonly Labels[];
  readonly workload: LabelSelector | undefined;
}

/** Finds the default constraints of pods, and keeps those of the last one: its siblings have the same. */
class DefaultConstraints {
  private last: { readonly siblings: Siblings; readonly constraints: readonly Constraint[] } | undefined;

  constructor(private readonly listers: Listers) {}

  /** Spread over hosts (skew 3) and zones (skew 5) the pods that serve the same. */
  // Models pkg/scheduler/framework/plugins/podtopologyspread buildDefaultConstraints
  of(pod: PodInfo): readonly Constraint[] {
    const siblings = siblingsOf(pod.pod, this.listers);
    if (this.last === undefined || !sameSiblings(this.last.siblings, siblings)) this.last = { siblings, constraints: constraintsOf(siblings) };
    return this.last.constraints;
  }
}

function sameSiblings(a: Siblings, b: Siblings): boolean {
  return a.namespace === b.namespace && a.workload === b.workload && a.sets.length === b.sets.length && a.sets.every((x, i) => x === b.sets[i]);
}

function constraintsOf({ namespace, sets, workload }: Siblings): readonly Constraint[] {
  const matchLabels: Record<string, string> = {};
  for (const set of sets) Object.assign(matchLabels, set);
  Object.assign(matchLabels, workload?.matchLabels);
  const selector = { matchLabels, matchExpressions: workload?.matchExpressions ?? [] };
  if (isEmptyLabelSelector(selector)) return [];
  const common = { minDomains: 1, honorsAffinity: true, honorsTaints: false, counts: remembered(namespace, selector) };
  return [{ topologyKey: HOSTNAME, maxSkew: 3, ...common }, { topologyKey: ZONE, maxSkew: 5, ...common }];
}

// Models pkg/scheduler/framework/plugins/helper DefaultSelector
function siblingsOf(pod: Pod, listers: Listers): Siblings {
  const namespace = pod.metadata.namespace ?? '';
  const sets: Labels[] = [];
  for (const service of listers.services(namespace)) {
    const wanted = service.spec.selector;
    if (wanted !== undefined && setMatches(wanted, pod.metadata.labels)) sets.push(wanted);
  }
  const owner = getControllerOf(pod);
  if (owner === undefined) return { namespace, sets, workload: undefined };
  const key = `${namespace}/${owner.name}`;
  if (owner.kind === 'ReplicationController') sets.push(listers.replicationController(key)?.spec.selector ?? NO_LABELS);
  const workload = owner.kind === 'ReplicaSet' ? listers.replicaSet(key) : owner.kind === 'StatefulSet' ? listers.statefulSet(key) : undefined;
  return { namespace, sets, workload: workload?.spec.selector };
}

const NO_LABELS: Labels = {};
