import type { PodInfo } from './pod-info';

/**
 * Pods that made room for themselves and wait for it, by the node where. Others must leave them their place.
 * Models pkg/scheduler/backend/queue/nominator.go
 */
export class Nominator {
  private readonly byNode = new Map<string, Map<string, PodInfo>>();
  private readonly nodeOf = new Map<string, string>();

  /** Remembers, moves or (with an empty node) forgets the nomination of a pod. */
  set(info: PodInfo, node: string): void {
    this.delete(info.uid);
    if (node === '') return;
    let pods = this.byNode.get(node);
    if (pods === undefined) this.byNode.set(node, (pods = new Map()));
    pods.set(info.uid, info);
    this.nodeOf.set(info.uid, node);
  }

  delete(uid: string): void {
    const node = this.nodeOf.get(uid);
    if (node === undefined) return;
    this.nodeOf.delete(uid);
    const pods = this.byNode.get(node);
    pods?.delete(uid);
    if (pods?.size === 0) this.byNode.delete(node);
  }

  get empty(): boolean {
    return this.nodeOf.size === 0;
  }

  on(node: string): Iterable<PodInfo> {
    return this.byNode.get(node)?.values() ?? [];
  }

  nodeFor(uid: string): string {
    return this.nodeOf.get(uid) ?? '';
  }
}
