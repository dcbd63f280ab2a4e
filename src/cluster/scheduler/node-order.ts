import type { Node } from '../../api/types';

const ZONE = 'topology.kubernetes.io/zone';
const REGION = 'topology.kubernetes.io/region';

/** Where a node is, for taking turns between zones; empty when nothing is known. */
function zone(node: Node): string {
  const labels = node.metadata.labels ?? {};
  return `${labels[REGION] ?? ''}:${labels[ZONE] ?? ''}`;
}

/** Node names in the order in which they are tried: one of each zone in turn, zones and nodes as they appeared. */
// Models pkg/scheduler/backend/cache/node_tree.go list
function names(nodes: readonly Node[]): readonly string[] {
  const zones = new Map<string, string[]>();
  for (const node of nodes) {
    const z = zone(node);
    const list = zones.get(z);
    if (list === undefined) zones.set(z, [node.metadata.name]);
    else list.push(node.metadata.name);
  }
  const lists = [...zones.values()];
  const longest = Math.max(0, ...lists.map((l) => l.length));
  const out: string[] = [];
  for (let i = 0; i < longest; i++) for (const list of lists) out.push(...list.slice(i, i + 1));
  return out;
}

export const nodeOrder = { zone, names };
