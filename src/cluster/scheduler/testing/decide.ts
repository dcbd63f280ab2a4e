import type { KubeVersion } from '../../../api/version';
import type { Node, Pod } from '../../../api/types';
import { Prng } from '../../../base/prng';
import { behaviourOf } from '../../versions';
import { filterNodes, preFilter } from '../filtering';
import { NO_LISTERS, type Listers } from '../listers';
import { NodeInfo } from '../node-info';
import { Nominator } from '../nominator';
import { PodClasses } from '../pod-info';
import { postFilter, type PostFilterResult } from '../post-filter';
import { createProfile } from '../profile';
import { normalizeScores, preScore, scoreNodes, totalScores } from '../scoring';
import { snapshotOf, type Snapshot } from '../snapshot';

export interface Situation {
  readonly version?: KubeVersion;
  readonly nodes: readonly Node[];
  /** With spec.nodeName. */
  readonly pods?: readonly Pod[];
  readonly pod: Pod;
  readonly listers?: Partial<Listers>;
  /** Pods nominated to nodes, by node. */
  readonly nominated?: readonly (readonly [node: string, pod: Pod])[];
}

export interface Outcome {
  readonly feasible: readonly string[];
  /** First objector by node. */
  readonly rejected: Readonly<Record<string, string>>;
  readonly failure: PostFilterResult | undefined;
  /** Weighted scores by node and plugin, as `raw→normalized×weight`. */
  readonly scores: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly totals: Readonly<Record<string, number>>;
}

export function snapshotFor(classes: PodClasses, nodes: readonly Node[], pods: readonly Pod[] = []): Snapshot {
  return snapshotOf(nodes.map((n) => {
    const info = NodeInfo.empty(n.metadata.name);
    info.setNode(n);
    for (const p of pods) if (p.spec.nodeName === n.metadata.name) info.addPod(classes.info(p));
    return info;
  }), 1);
}

/** What the plugins of a release make of one pod: the scheduling cycle without its clock. */
export function decide({ version = '1.35', nodes, pods = [], pod, listers: some, nominated = [] }: Situation): Outcome {
  const listers: Listers = { ...NO_LISTERS, ...some };
  const classes = new PodClasses();
  const profile = createProfile(behaviourOf(version).scheduler, listers, new Map());
  const nominator = new Nominator();
  for (const [node, p] of nominated) nominator.set(classes.info(p), node);
  const snapshot = snapshotFor(classes, nodes, pods);
  const info = classes.info(pod);
  const pre = preFilter(profile.filters, info, snapshot);
  const { nodeNames } = pre;
  const asked = nodeNames === undefined ? snapshot.nodes : snapshot.nodes.filter((n) => nodeNames.has(n.name));
  const filtered = pre.rejection === undefined ? filterNodes(info, pre, profile.filters, snapshot, nominator, asked, 0) : undefined;
  const feasible = filtered?.feasible ?? [];
  const preScored = preScore(profile.scores, info, snapshot, feasible);
  const raw = scoreNodes(preScored.active, feasible);
  const normalized = normalizeScores(preScored.active, raw, feasible);
  const totals = totalScores(preScored.active, normalized, feasible.length);
  return {
    feasible: feasible.map((n) => n.name),
    rejected: Object.fromEntries((filtered?.rejected ?? []).map((r) => [r.node.name, r.rejection.plugin])),
    failure: feasible.length > 0 ? undefined : postFilter({ pod: info, snapshot, pre, filtered, profile, nominator, listers, random: new Prng(1, 'test') }),
    scores: Object.fromEntries(feasible.map((n, i) => [n.name, Object.fromEntries(preScored.active.map((a, r) => [a.name, `${raw[r]?.[i]}→${normalized[r]?.[i]}×${a.weight}`]))])),
    totals: Object.fromEntries(feasible.map((n, i) => [n.name, totals[i] ?? 0])),
  };
}
