import { labelSelectorMatches } from '../../../api/selectors/labels';
import type { SchedulerBehaviour } from '../../versions';
import { MAX_NODE_SCORE, rejection, SKIP, type FilterPlugin, type ScorePlugin } from '../framework';
import { namespaceLabels, type Listers } from '../listers';
import type { NodeInfo } from '../node-info';
import type { AffinityTerm, PodClass } from '../pod-info';

const NAME = 'InterPodAffinity';
const HARD_AFFINITY_WEIGHT = 1;

/** Numbers by topology key and value. */
class TopologyCounts {
  private readonly byKey = new Map<string, Map<string, number>>();

  get empty(): boolean {
    return this.byKey.size === 0;
  }

  add(key: string, node: NodeInfo, by: number): void {
    const value = node.labels[key];
    if (value === undefined || by === 0) return;
    let values = this.byKey.get(key);
    if (values === undefined) this.byKey.set(key, (values = new Map()));
    values.set(value, (values.get(value) ?? 0) + by);
  }

  at(key: string, node: NodeInfo): number {
    const value = node.labels[key];
    return value === undefined ? 0 : (this.byKey.get(key)?.get(value) ?? 0);
  }

  /** Over all keys. */
  sum(node: NodeInfo): number {
    let sum = 0;
    for (const key of this.byKey.keys()) sum += this.at(key, node);
    return sum;
  }

  /** Whether any key has pods at the node's place. */
  any(node: NodeInfo): boolean {
    for (const key of this.byKey.keys()) if (this.at(key, node) > 0) return true;
    return false;
  }
}

/** Whether a term means pods of this class. */
function means(term: AffinityTerm, c: PodClass, listers: Listers): boolean {
  const inNamespace = term.namespaces.has(c.namespace) || (term.namespaceSelector !== undefined && labelSelectorMatches(term.namespaceSelector, namespaceLabels(listers, c.namespace)));
  return inNamespace && labelSelectorMatches(term.selector, c.labels);
}

/** Models pkg/scheduler/framework/plugins/interpodaffinity/filtering.go */
export function interPodAffinityFilter(behaviour: SchedulerBehaviour, listers: Listers): FilterPlugin {
  const general = behaviour.interPodGeneralReason === undefined ? [] : [behaviour.interPodGeneralReason];
  const noAffinity = rejection(NAME, [...general, "node(s) didn't match pod affinity rules"], true);
  const antiAffinity = rejection(NAME, [...general, "node(s) didn't match pod anti-affinity rules"], false);
  const existing = rejection(NAME, [...general, "node(s) didn't satisfy existing pods anti-affinity rules"], false);
  return {
    name: NAME,
    prepare: ({ class: pod }, snapshot) => {
      const repelled = new TopologyCounts();
      for (const node of snapshot.withAffinity) {
        for (const [c, n] of node.classes) {
          for (const term of c.requiredAntiAffinity) if (means(term, pod, listers)) repelled.add(term.topologyKey, node, n.total);
        }
      }
      const affinity = pod.requiredAffinity;
      const anti = pod.requiredAntiAffinity;
      if (repelled.empty && affinity.length === 0 && anti.length === 0) return SKIP;
      const attracted = new TopologyCounts();
      const avoided = new TopologyCounts();
      if (affinity.length > 0 || anti.length > 0) {
        for (const node of snapshot.nodes) {
          for (const [c, n] of node.classes) {
            if (affinity.length > 0 && affinity.every((t) => means(t, c, listers))) for (const t of affinity) attracted.add(t.topologyKey, node, n.total);
            for (const t of anti) if (means(t, c, listers)) avoided.add(t.topologyKey, node, n.total);
          }
        }
      }
      // The first of a group that wants each other's company may go anywhere that has the label.
      const first = attracted.empty && affinity.length > 0 && affinity.every((t) => means(t, pod, listers));
      return {
        kind: 'check',
        check: (node) => {
          for (const t of affinity) if (node.labels[t.topologyKey] === undefined || (attracted.at(t.topologyKey, node) === 0 && !first)) return noAffinity;
          for (const t of anti) if (avoided.at(t.topologyKey, node) > 0) return antiAffinity;
          return repelled.any(node) ? existing : undefined;
        },
      };
    },
  };
}

/** Models pkg/scheduler/framework/plugins/interpodaffinity/scoring.go */
export function interPodAffinityScore(behaviour: SchedulerBehaviour, listers: Listers): ScorePlugin {
  return {
    name: NAME,
    prepare: ({ class: pod }, snapshot) => {
      const wishes = pod.preferredAffinity.length > 0 || pod.preferredAntiAffinity.length > 0;
      const scores = new TopologyCounts();
      for (const node of wishes ? snapshot.nodes : snapshot.withAffinity) {
        for (const [c, n] of node.classes) {
          for (const t of pod.preferredAffinity) if (means(t, c, listers)) scores.add(t.topologyKey, node, t.weight * n.total);
          for (const t of pod.preferredAntiAffinity) if (means(t, c, listers)) scores.add(t.topologyKey, node, -t.weight * n.total);
          for (const t of c.requiredAffinity) if (means(t, pod, listers)) scores.add(t.topologyKey, node, HARD_AFFINITY_WEIGHT * n.total);
          for (const t of c.preferredAffinity) if (means(t, pod, listers)) scores.add(t.topologyKey, node, t.weight * n.total);
          for (const t of c.preferredAntiAffinity) if (means(t, pod, listers)) scores.add(t.topologyKey, node, -t.weight * n.total);
        }
      }
      if (scores.empty) return behaviour.skipsScores ? undefined : { score: () => 0 };
      return { score: (node) => scores.sum(node), normalize };
    },
  };
}

function normalize(scores: number[]): void {
  const min = Math.min(...scores);
  const max = Math.max(...scores);
  for (let i = 0; i < scores.length; i++) scores[i] = max === min ? 0 : Math.trunc((MAX_NODE_SCORE * ((scores[i] ?? 0) - min)) / (max - min));
}
