import type { Node, Pod } from '../../api/types';
import { invariant } from '../../base/assert';
import { NodeInfo } from './node-info';
import { nodeOrder } from './node-order';
import type { PodClasses, PodInfo } from './pod-info';
import { snapshotOf, type Snapshot } from './snapshot';

/**
 * What the scheduler believes to be on each node: pods that the API server has bound, and pods that it has just decided
 * on and assumes to be there until the watch confirms them.
 * Models pkg/scheduler/backend/cache/cache.go
 */
export class SchedulerCache {
  private readonly nodes = new Map<string, NodeInfo>();
  /** By uid: on which node. */
  private readonly places = new Map<string, string>();
  private readonly assumed = new Set<string>();
  /** Nodes changed since the last snapshot. */
  private readonly changed = new Set<string>();
  private readonly imageCounts = new Map<string, number>();
  private generation = 0;
  private order: readonly string[] = [];
  private orderIsOld = false;
  private copies = new Map<string, NodeInfo>();
  private last: Snapshot = snapshotOf([], 0);

  constructor(private readonly classes: PodClasses) {}

  get nodeCount(): number {
    return this.order.length;
  }

  isAssumed(uid: string): boolean {
    return this.assumed.has(uid);
  }

  /** The scheduler has decided: the pod counts on the node from now on. */
  assume(info: PodInfo): void {
    invariant(!this.places.has(info.uid), `pod ${info.key} is in the cache already`);
    this.place(info);
    this.assumed.add(info.uid);
  }

  /** The decision came to nothing. */
  forget(info: PodInfo): void {
    if (!this.assumed.delete(info.uid)) return;
    this.unplace(info.uid);
  }

  /** Adds a bound pod, confirms an assumed one, or takes a new version of one. */
  addPod(pod: Pod): void {
    const uid = pod.metadata.uid ?? '';
    this.assumed.delete(uid);
    const name = this.places.get(uid);
    const node = name === undefined ? undefined : this.nodes.get(name);
    const before = node?.pod(uid);
    const after = this.classes.info(pod, before);
    if (node !== undefined && before !== undefined && name === pod.spec.nodeName && node.updatePod(before, after)) return;
    this.unplace(uid);
    this.place(after);
  }

  removePod(pod: Pod): void {
    const uid = pod.metadata.uid ?? '';
    this.assumed.delete(uid);
    this.unplace(uid);
  }

  /** Adds a node or takes its new version. */
  setNode(node: Node): void {
    const info = this.nodeInfo(node.metadata.name);
    this.countImages(info, -1);
    const zoneBefore = info.node === undefined ? undefined : nodeOrder.zone(info.node);
    info.setNode(node);
    this.countImages(info, 1);
    if (zoneBefore !== nodeOrder.zone(node)) this.orderIsOld = true;
    this.touch(info);
  }

  removeNode(name: string): void {
    const info = this.nodes.get(name);
    if (info === undefined) return;
    this.countImages(info, -1);
    info.setNode(undefined);
    if (info.podCount === 0) this.nodes.delete(name);
    this.orderIsOld = true;
    this.touch(info);
  }

  /** The nodes as they are now; copies only those that changed since the last time. `changed` names them. */
  // Models cache.go UpdateSnapshot
  snapshot(): { readonly snapshot: Snapshot; readonly changed: readonly string[] } {
    if (this.changed.size === 0) return { snapshot: this.last, changed: [] };
    const changed = [...this.changed];
    this.changed.clear();
    if (this.orderIsOld) {
      this.order = nodeOrder.names([...this.nodes.values()].flatMap((n) => (n.node === undefined ? [] : [n.node])));
      this.orderIsOld = false;
    }
    for (const name of changed) {
      const info = this.nodes.get(name);
      if (info?.node === undefined) this.copies.delete(name);
      else this.copies.set(name, info.clone());
    }
    const nodes: NodeInfo[] = [];
    for (const name of this.order) {
      const copy = this.copies.get(name);
      if (copy !== undefined) nodes.push(copy);
    }
    const counts = this.imageCounts;
    this.last = snapshotOf(nodes, this.generation, (image) => counts.get(image) ?? 0);
    return { snapshot: this.last, changed };
  }

  private place(info: PodInfo): void {
    const name = info.pod.spec.nodeName;
    invariant(name !== undefined && name !== '', `pod ${info.key} has no node`);
    const node = this.nodeInfo(name);
    node.addPod(info);
    this.places.set(info.uid, name);
    this.touch(node);
  }

  private unplace(uid: string): PodInfo | undefined {
    const name = this.places.get(uid);
    const node = name === undefined ? undefined : this.nodes.get(name);
    if (name === undefined || node === undefined) return undefined;
    const info = node.removePod(uid);
    this.places.delete(uid);
    if (node.node === undefined && node.podCount === 0) this.nodes.delete(name);
    this.touch(node);
    return info;
  }

  private nodeInfo(name: string): NodeInfo {
    let info = this.nodes.get(name);
    if (info === undefined) this.nodes.set(name, (info = NodeInfo.empty(name)));
    return info;
  }

  private touch(info: NodeInfo): void {
    info.generation = ++this.generation;
    this.changed.add(info.name);
  }

  private countImages(info: NodeInfo, by: 1 | -1): void {
    for (const image of info.images.keys()) {
      const now = (this.imageCounts.get(image) ?? 0) + by;
      if (now === 0) this.imageCounts.delete(image);
      else this.imageCounts.set(image, now);
    }
  }
}
