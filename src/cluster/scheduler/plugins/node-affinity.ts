import type { Node, NodeSelectorRequirement, NodeSelectorTerm } from '../../../api/types';
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
      const check = (node: NodeInfo): typeof mismatch | undefined => (matchesRequired(c, node.node) ? undefined : mismatch);
      return nodeNames === undefined ? { kind: 'check', check } : { kind: 'check', check, nodeNames };
    },
  };
}

/** Whether a node meets a pod's node selector and required node affinity. */
// Models k8s.io/component-helpers scheduling/corev1/nodeaffinity RequiredNodeAffinity.Match
export function matchesRequired(c: PodClass, node: Node | undefined): boolean {
  if (node === undefined) return false;
  const labels = node.metadata.labels ?? {};
  for (const key in c.nodeSelector) if (labels[key] !== c.nodeSelector[key]) return false;
  return c.requiredNodeTerms === undefined || c.requiredNodeTerms.some((term) => termMatches(term, node));
}

/** An empty term matches nothing. */
export function termMatches(term: NodeSelectorTerm, node: Node): boolean {
  const expressions = term.matchExpressions ?? [];
  const fields = term.matchFields ?? [];
  if (expressions.length === 0 && fields.length === 0) return false;
  const labels = node.metadata.labels ?? {};
  return expressions.every((r) => requirementMatches(r, labels[r.key])) && fields.every((r) => r.key === 'metadata.name' && requirementMatches(r, node.metadata.name));
}

function requirementMatches(r: NodeSelectorRequirement, value: string | undefined): boolean {
  const values = r.values ?? [];
  switch (r.operator) {
    case 'In': return value !== undefined && values.includes(value);
    case 'NotIn': return value === undefined || !values.includes(value);
    case 'Exists': return value !== undefined;
    case 'DoesNotExist': return value === undefined;
    case 'Gt': return value !== undefined && /^[-+]?\d+$/.test(value) && Number(value) > Number(values[0]);
    case 'Lt': return value !== undefined && /^[-+]?\d+$/.test(value) && Number(value) < Number(values[0]);
  }
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
