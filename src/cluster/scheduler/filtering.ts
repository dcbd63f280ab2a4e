import type { FilterPlugin, Prepared, Rejection } from './framework';
import type { NodeInfo } from './node-info';
import type { Nominator } from './nominator';
import type { PodInfo } from './pod-info';
import { withNode, type Snapshot } from './snapshot';

const MIN_FEASIBLE = 100;
const MIN_PERCENTAGE = 5;

/** What the filter plugins made of a pod before single nodes: who has something to check, who has not, or who said no. */
export interface PreFiltered {
  readonly checks: readonly ((node: NodeInfo) => Rejection | undefined)[];
  /** Names of the plugins behind `checks`. */
  readonly running: readonly string[];
  readonly skipped: readonly string[];
  /** A plugin said no before any node was asked. */
  readonly rejection: Rejection | undefined;
  /** Only these nodes are asked; `narrowedBy` says for whom. */
  readonly nodeNames: ReadonlySet<string> | undefined;
  readonly narrowedBy: readonly string[];
}

/** Models pkg/scheduler/framework/runtime RunPreFilterPlugins */
export function preFilter(filters: readonly FilterPlugin[], pod: PodInfo, snapshot: Snapshot): PreFiltered {
  const checks: ((node: NodeInfo) => Rejection | undefined)[] = [];
  const running: string[] = [];
  const skipped: string[] = [];
  const narrowedBy: string[] = [];
  let nodeNames: ReadonlySet<string> | undefined;
  for (const plugin of filters) {
    const prepared: Prepared = plugin.prepare(pod, snapshot);
    if (prepared.kind === 'skip') skipped.push(plugin.name);
    else if (prepared.kind === 'reject') return { checks: [], running, skipped, rejection: prepared.rejection, nodeNames: undefined, narrowedBy: [] };
    else {
      checks.push(prepared.check);
      running.push(plugin.name);
      const names = prepared.nodeNames;
      if (names === undefined) continue;
      narrowedBy.push(plugin.name);
      const before = nodeNames;
      nodeNames = before === undefined ? names : new Set([...before].filter((n) => names.has(n)));
    }
  }
  return { checks, running, skipped, rejection: undefined, nodeNames, narrowedBy };
}

/** The first no of a node, or undefined. */
export function checkNode(pre: PreFiltered, node: NodeInfo): Rejection | undefined {
  for (const check of pre.checks) {
    const no = check(node);
    if (no !== undefined) return no;
  }
  return undefined;
}

export interface Filtered {
  readonly feasible: readonly NodeInfo[];
  /** In the order asked. */
  readonly rejected: readonly { readonly node: NodeInfo; readonly rejection: Rejection }[];
  /** Where the next pod's search begins. */
  readonly nextStart: number;
}

/** How many fitting nodes are enough. Models pkg/scheduler/schedule_one.go numFeasibleNodesToFind */
export function numFeasibleNodesToFind(nodes: number): number {
  if (nodes < MIN_FEASIBLE) return nodes;
  const percentage = Math.max(MIN_PERCENTAGE, 50 - Math.trunc(nodes / 125));
  return Math.max(MIN_FEASIBLE, Math.trunc((nodes * percentage) / 100));
}

/** Asks nodes, beginning at `start`, until enough fit. Models pkg/scheduler/schedule_one.go findNodesThatPassFilters */
export function filterNodes(pod: PodInfo, pre: PreFiltered, filters: readonly FilterPlugin[], snapshot: Snapshot, nominator: Nominator, nodes: readonly NodeInfo[], start: number): Filtered {
  const feasible: NodeInfo[] = [];
  const rejected: { node: NodeInfo; rejection: Rejection }[] = [];
  const enough = numFeasibleNodesToFind(nodes.length);
  for (let i = 0; i < nodes.length && feasible.length < enough; i++) {
    const node = nodes[(start + i) % nodes.length];
    if (node === undefined) continue;
    const no = nominator.empty ? checkNode(pre, node) : checkWithNominated(pod, pre, filters, snapshot, nominator, node);
    if (no === undefined) feasible.push(node);
    else rejected.push({ node, rejection: no });
  }
  return { feasible, rejected, nextStart: nodes.length === 0 ? 0 : (start + feasible.length + rejected.length) % nodes.length };
}

/**
 * Asks a node as if the pods nominated to it were there already, and then as it is: the pod must fit both ways.
 * Models pkg/scheduler/framework/runtime RunFilterPluginsWithNominatedPods
 */
export function checkWithNominated(pod: PodInfo, pre: PreFiltered, filters: readonly FilterPlugin[], snapshot: Snapshot, nominator: Nominator, node: NodeInfo): Rejection | undefined {
  const others = [...nominator.on(node.name)].filter((p) => p.uid !== pod.uid && p.priority >= pod.priority && node.pod(p.uid) === undefined);
  if (others.length > 0) {
    const full = node.clone();
    for (const other of others) full.addPod(other);
    const no = checkNode(preFilter(filters, pod, withNode(snapshot, full)), full);
    if (no !== undefined) return no;
  }
  return checkNode(pre, node);
}
