import { meetsDemands, termMatches } from '../../../api/scheduling';
import type { SchedulerBehaviour } from '../../versions';
import { normalizeByMax, rejection, SKIP, type FilterPlugin, type ScorePlugin } from '../framework';
import type { NodeInfo } from '../node-info';
import type { PodClass } from '../pod-info';

/** Node selector and required node affinity. Models pkg/scheduler/framework/plugins/nodeaffinity PreFilter, Filter */
export function nodeAffinityFilter(behaviour: SchedulerBehaviour): FilterPlugin {
  const name = 'NodeAffinity';
  const mismatch = rejection(name, [behaviour.nodeAffinityMismatch], true);
  return {
    name,
    prepare: (pod) => {
      const c = pod.class;
      if (c.nodeSelector === undefined && c.requiredNodeTerms === undefined) return SKIP;
      const nodeNames = behaviour.preFilterNarrows ? namedNodes(c) : undefined;
      const check = (node: NodeInfo): typeof mismatch | undefined => (node.node !== undefined && meetsDemands(node.node, c) ? undefined : mismatch);
      return nodeNames === undefined ? { kind: 'check', check } : { kind: 'check', check, nodeNames };
    },
  };
}

/** The nodes that a pod names by field, when every term names some: a DaemonSet's pods do. */
function namedNodes(c: PodClass): ReadonlySet<string> | undefined {
  const all = new Set<string>();
  for (const term of c.requiredNodeTerms ?? []) {
    let names: readonly string[] | undefined;
    for (const r of term.matchFields ?? []) {
      if (r.key !== 'metadata.name' || r.operator !== 'In') continue;
      const values = r.values ?? [];
      const before = names;
      names = before === undefined ? values : before.filter((n) => values.includes(n));
    }
    if (names === undefined) return undefined;
    for (const n of names) all.add(n);
  }
  return all.size === 0 ? undefined : all;
}

/** Weights of the preferred terms that a node meets. Models pkg/scheduler/framework/plugins/nodeaffinity Score */
export function nodeAffinityScore(behaviour: SchedulerBehaviour): ScorePlugin {
  return {
    name: 'NodeAffinity',
    prepare: (pod) => {
      const terms = pod.class.preferredNodeTerms;
      if (terms.length === 0 && behaviour.skipsScores) return undefined;
      return {
        score: ({ node }) => (node === undefined ? 0 : terms.reduce((sum, t) => sum + (t.weight !== 0 && termMatches(t.preference, node) ? t.weight : 0), 0)),
        normalize: (scores) => normalizeByMax(scores, false),
      };
    },
  };
}
