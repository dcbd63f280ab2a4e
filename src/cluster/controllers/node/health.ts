import { getCondition } from '../../../api/conditions';
import { formatTime, parseTime } from '../../../api/time';
import type { Lease, Node, NodeCondition } from '../../../api/types';

/** What the controller remembers of a node's signs of life; times in microseconds since 1970. */
export interface NodeHealth {
  /** When something was last heard, by this controller's own clock. */
  readonly probed: number;
  readonly heartbeat: string | undefined;
  readonly transition: string | undefined;
  readonly renewed: number | undefined;
}

const SECOND = 1_000_000;
/** A node that never reported is given a minute. */
const STARTUP_GRACE = 60;
const CONDITIONS = ['Ready', 'MemoryPressure', 'DiskPressure', 'PIDPressure'] as const;

/**
 * What is known of a node after looking at its status and its lease: either is a sign of life when it changed.
 * Models pkg/controller/nodelifecycle/node_lifecycle_controller.go tryUpdateNodeHealth.
 */
export function observe(before: NodeHealth | undefined, node: Node, lease: Lease | undefined, wall: number): NodeHealth {
  const ready = getCondition(node.status.conditions, 'Ready');
  const renewed = parseTime(lease?.spec.renewTime ?? '');
  const seen = { heartbeat: ready?.lastHeartbeatTime, transition: ready?.lastTransitionTime, renewed };
  if (before === undefined) return { ...seen, probed: ready === undefined ? (parseTime(node.metadata.creationTimestamp ?? '') ?? wall) : wall };
  const alive = seen.heartbeat !== before.heartbeat || seen.transition !== before.transition || (renewed !== undefined && renewed > (before.renewed ?? 0));
  return { ...seen, probed: alive ? wall : before.probed };
}

/**
 * The status of a node that has been silent for too long; undefined when it has not, or when that is already written.
 */
export function statusOfSilent(node: Node, health: NodeHealth, graceSeconds: number, wall: number): Node['status'] | undefined {
  const conditions = node.status.conditions ?? [];
  const grace = getCondition(conditions, 'Ready') === undefined ? STARTUP_GRACE : graceSeconds;
  if (wall <= health.probed + grace * SECOND) return undefined;
  const now = formatTime(wall);
  let changed = false;
  const next: NodeCondition[] = [...conditions];
  for (const type of CONDITIONS) {
    const index = next.findIndex((c) => c.type === type);
    const current = next[index];
    if (current === undefined) {
      const created = node.metadata.creationTimestamp ?? now;
      next.push({ type, status: 'Unknown', reason: 'NodeStatusNeverUpdated', message: 'Kubelet never posted node status.', lastHeartbeatTime: created, lastTransitionTime: now });
      changed = true;
    } else if (current.status !== 'Unknown') {
      next[index] = { ...current, status: 'Unknown', reason: 'NodeStatusUnknown', message: 'Kubelet stopped posting node status.', lastTransitionTime: now };
      changed = true;
    }
  }
  return changed ? { ...node.status, conditions: next } : undefined;
}

export type ZoneState = 'Initial' | 'Normal' | 'PartialDisruption' | 'FullDisruption';

const UNHEALTHY_ZONE = 0.55;
const LARGE_CLUSTER = 50;
const EVICTION_RATE = 0.1;
const SECONDARY_RATE = 0.01;

/** Models pkg/controller/nodelifecycle/node_lifecycle_controller.go ComputeZoneState. */
export function zoneState(ready: number, notReady: number): ZoneState {
  if (ready === 0 && notReady > 0) return 'FullDisruption';
  return notReady > 2 && notReady / (notReady + ready) >= UNHEALTHY_ZONE ? 'PartialDisruption' : 'Normal';
}

/** Nodes a second that may be given up in a zone: fewer when it looks as if not the nodes were at fault. */
export function evictionRate(state: ZoneState, nodes: number): number {
  if (state !== 'PartialDisruption') return EVICTION_RATE;
  return nodes > LARGE_CLUSTER ? SECONDARY_RATE : 0;
}

/** The zone of a node, from its topology labels. Models k8s.io/component-helpers node topology GetZoneKey. */
export function zoneOf(node: Node): string {
  const labels = node.metadata.labels ?? {};
  return `${labels['topology.kubernetes.io/region'] ?? ''}:${labels['topology.kubernetes.io/zone'] ?? ''}`;
}
