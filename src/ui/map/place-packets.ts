import { nodeOf } from '../../trace/components';
import type { ComponentId } from '../../trace/types';
import type { Packet } from '../../trace/views';
import { partAnchor } from './draw/node';
import { insideWay, type NodePart } from './draw/node-detail';
import { along, type PlacedPacket } from './draw/packets';
import { curveBetween, type Curve } from './geometry';
import type { MapPlan } from './plan';

/** The ways of packets: those whose ends both stand on the map. Waits in queues and timers are no packets. */
export function placePackets(plan: MapPlan, packets: readonly Packet[], near: ReadonlySet<string>): readonly PlacedPacket[] {
  const placed: PlacedPacket[] = [];
  for (const packet of packets) {
    const curve = wayOf(plan, packet, near);
    if (curve !== undefined) placed.push({ packet, curve });
  }
  return placed;
}

function wayOf(plan: MapPlan, packet: Packet, near: ReadonlySet<string>): Curve | undefined {
  switch (packet.kind) {
    case 'queue':
    case 'timer':
    case 'channel':
      return undefined;
    case 'cri':
    case 'cni':
      return insideNode(plan, packet, near);
    case 'command': {
      const { kubectl } = plan;
      return { from: { x: kubectl.x + 6, y: kubectl.y - 34 }, c1: { x: kubectl.x + 6, y: kubectl.y - 10 }, c2: { x: kubectl.x + kubectl.w / 2, y: kubectl.y - 24 }, to: { x: kubectl.x + kubectl.w / 2, y: kubectl.y + 10 } };
    }
    default: {
      const outwards = packet.fromComponent === 'kube-apiserver';
      const edge = plan.edges.get(edgeKey(outwards ? packet.to : packet.from, outwards ? packet.toComponent : packet.fromComponent));
      return edge === undefined ? undefined : along(edge, outwards);
    }
  }
}

/** The key of the edge from kube-apiserver to an actor. */
export function edgeKey(actor: string, component: ComponentId): string {
  return component === 'kubelet' ? actor : component;
}

function insideNode(plan: MapPlan, packet: Packet, near: ReadonlySet<string>): Curve | undefined {
  const node = nodeOf(packet.from) ?? nodeOf(packet.to) ?? '';
  const box = plan.nodes.get(node);
  const [from, to] = [partOf(packet.fromComponent), partOf(packet.toComponent)];
  if (box === undefined || from === undefined || to === undefined || from === to) return undefined;
  if (near.has(node)) {
    const way = insideWay(box, from, to);
    return along(curveBetween(way.from, way.to, 'y'), true);
  }
  const [a, b] = [partAnchor(box, from), partAnchor(box, to)];
  const arch = curveBetween(a, b, 'x');
  // There above, back below.
  const lift = a.x < b.x ? -16 : 16;
  return { ...arch, c1: { x: arch.c1.x, y: a.y + lift }, c2: { x: arch.c2.x, y: b.y + lift } };
}

function partOf(component: ComponentId): NodePart | undefined {
  return component === 'kubelet' || component === 'containerd' || component === 'cni' ? component : undefined;
}
