import { isPodAvailable, isPodReady } from '../../../api/pods';
import type { DaemonSet, DaemonSetStatus, Node, Pod } from '../../../api/types';
import { scaledValue } from '../int-or-percent';
import { nodeShouldRun, targetNode } from './fits';

/** What a DaemonSet needs done, and its status. Pure; `wall` is the wall clock in microseconds. */

export const HASH_LABEL = 'controller-revision-hash';
export const GENERATION_LABEL = 'pod-template-generation';
export const GENERATION_ANNOTATION = 'deprecated.daemonset.template.generation';

/** Pods by the node that they are on or are made for, oldest first. */
export function podsByNode(pods: readonly Pod[]): ReadonlyMap<string, readonly Pod[]> {
  const out = new Map<string, Pod[]>();
  for (const pod of pods) {
    const node = targetNode(pod);
    if (node === undefined) continue;
    const list = out.get(node) ?? [];
    list.push(pod);
    out.set(node, list);
  }
  for (const list of out.values()) list.sort((a, b) => ((a.metadata.creationTimestamp ?? '') < (b.metadata.creationTimestamp ?? '') ? -1 : 1));
  return out;
}

const alive = (pod: Pod): boolean => pod.metadata.deletionTimestamp === undefined;

export interface NodePlan {
  /** Nodes that lack a pod. */
  readonly create: readonly string[];
  readonly remove: readonly Pod[];
  /** Pods that ended badly: they are removed, and it is reported. */
  readonly failed: readonly Pod[];
}

/** Models pkg/controller/daemon/daemon_controller.go manage, podsShouldBeOnNode. */
export function planNodes(ds: DaemonSet, nodes: readonly Node[], byNode: ReadonlyMap<string, readonly Pod[]>): NodePlan {
  const create: string[] = [];
  const remove: Pod[] = [];
  const failed: Pod[] = [];
  const known = new Set<string>();
  for (const node of nodes) {
    const { name } = node.metadata;
    known.add(name);
    const { run, stay } = nodeShouldRun(ds, node);
    const pods = byNode.get(name) ?? [];
    if (run && pods.length === 0) create.push(name);
    else if (stay) {
      const running = pods.filter(alive);
      const bad = running.filter((pod) => pod.status.phase === 'Failed');
      failed.push(...bad);
      remove.push(...bad, ...running.filter((pod) => pod.status.phase !== 'Failed').slice(1));
    } else remove.push(...pods.filter(alive));
  }
  // Pods made for nodes that are gone, and not bound: the scheduler will never place them.
  for (const [name, pods] of byNode) if (!known.has(name)) remove.push(...pods.filter((pod) => alive(pod) && (pod.spec.nodeName ?? '') === ''));
  return { create, remove, failed };
}

export const isUpdated = (pod: Pod, hash: string): boolean => pod.metadata.labels?.[HASH_LABEL] === hash;

/** Old pods that may go now: those that are not available anyway, then as many as may be missing. Models pkg/controller/daemon/update.go rollingUpdate. */
export function podsToRoll(ds: DaemonSet, nodes: readonly Node[], byNode: ReadonlyMap<string, readonly Pod[]>, hash: string, wall: number): { readonly remove: readonly Pod[]; readonly maxUnavailable: number; readonly unavailable: number } {
  const minReady = ds.spec.minReadySeconds ?? 0;
  const wanted = nodes.filter((node) => nodeShouldRun(ds, node).run);
  const isAvailable = (pod: Pod): boolean => alive(pod) && isPodAvailable(pod, minReady, wall);
  let unavailable = wanted.filter((node) => !(byNode.get(node.metadata.name) ?? []).some(isAvailable)).length;
  const maxUnavailable = scaledValue(ds.spec.updateStrategy.rollingUpdate?.maxUnavailable ?? 1, wanted.length, 'up');
  const old = [...byNode.values()].flat().filter((pod) => !isUpdated(pod, hash));
  const remove = old.filter((pod) => !isPodAvailable(pod, minReady, wall) && alive(pod));
  const before = unavailable;
  for (const pod of old) {
    if (!isAvailable(pod)) continue;
    if (unavailable >= maxUnavailable) break;
    remove.push(pod);
    unavailable++;
  }
  return { remove, maxUnavailable, unavailable: before };
}

/** Models pkg/controller/daemon/daemon_controller.go updateDaemonSetStatus. */
export function daemonSetStatus(ds: DaemonSet, nodes: readonly Node[], byNode: ReadonlyMap<string, readonly Pod[]>, hash: string, observe: boolean, wall: number): DaemonSetStatus {
  let [desired, current, misscheduled, ready, available, updated] = [0, 0, 0, 0, 0, 0];
  for (const node of nodes) {
    const [pod] = byNode.get(node.metadata.name) ?? [];
    if (!nodeShouldRun(ds, node).run) {
      if (pod !== undefined) misscheduled++;
      continue;
    }
    desired++;
    if (pod === undefined) continue;
    current++;
    if (isPodReady(pod)) {
      ready++;
      if (isPodAvailable(pod, ds.spec.minReadySeconds ?? 0, wall)) available++;
    }
    if (isUpdated(pod, hash)) updated++;
  }
  const unavailable = desired - available;
  const observed = observe ? ds.metadata.generation : ds.status.observedGeneration;
  return {
    currentNumberScheduled: current, numberMisscheduled: misscheduled, desiredNumberScheduled: desired, numberReady: ready, ...(observed === undefined ? {} : { observedGeneration: observed }),
    ...(updated === 0 ? {} : { updatedNumberScheduled: updated }), ...(available === 0 ? {} : { numberAvailable: available }), ...(unavailable === 0 ? {} : { numberUnavailable: unavailable }),
    ...(ds.status.collisionCount === undefined ? {} : { collisionCount: ds.status.collisionCount }), ...(ds.status.conditions === undefined ? {} : { conditions: ds.status.conditions }),
  };
}
