import type { NodeInfo } from './node-info';
import type { PodClass } from './pod-info';

/**
 * The nodes as they were when a scheduling cycle began. What arrives meanwhile waits for the next one.
 * Models pkg/scheduler/backend/cache/snapshot.go
 */
export interface Snapshot {
  readonly generation: number;
  /** In the order in which nodes are tried: zones take turns. */
  readonly nodes: readonly NodeInfo[];
  node(name: string): NodeInfo | undefined;
  /** The nodes that have pods with (anti-)affinity of any kind, with those pods' classes. */
  readonly withAffinity: readonly NodeInfo[];
  /** On how many nodes an image is. */
  imageNodes(image: string): number;
}

export const hasAffinity = (c: PodClass): boolean =>
  c.requiredAffinity.length > 0 || c.requiredAntiAffinity.length > 0 || c.preferredAffinity.length > 0 || c.preferredAntiAffinity.length > 0;

/** A snapshot of these nodes. */
export function snapshotOf(nodes: readonly NodeInfo[], generation: number, imageNodes?: (image: string) => number): Snapshot {
  let byName: Map<string, NodeInfo> | undefined;
  let withAffinity: readonly NodeInfo[] | undefined;
  return {
    generation, nodes,
    node: (name) => (byName ??= new Map(nodes.map((n) => [n.name, n]))).get(name),
    get withAffinity() {
      return (withAffinity ??= nodes.filter(anyAffinity));
    },
    imageNodes: imageNodes ?? ((image) => nodes.reduce((sum, n) => sum + (n.images.has(image) ? 1 : 0), 0)),
  };
}

/** The same nodes with one replaced: what would be if that node were so. */
export function withNode(snapshot: Snapshot, node: NodeInfo): Snapshot {
  return snapshotOf(snapshot.nodes.map((n) => (n.name === node.name ? node : n)), snapshot.generation, snapshot.imageNodes);
}

function anyAffinity(node: NodeInfo): boolean {
  for (const c of node.classes.keys()) if (hasAffinity(c)) return true;
  return false;
}
