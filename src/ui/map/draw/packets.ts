import type { Packet } from '../../../trace/views';
import { headingOn, pathBetween, pointOn, reversed, type Curve, type Point } from '../geometry';
import { once, type Group } from './types';

/** A packet and the curve that it takes. */
export interface PlacedPacket {
  readonly packet: Packet;
  readonly curve: Curve;
}

/** No more than so many are drawn; those of the traced command come first. */
export const MOST_PACKETS = 120;
const MOST_LABELS = 5;
/** Part of the way that a packet leaves a trail on. */
const TRAIL = 0.3;

/** Each kind has its own shape, pointing to the right: so direction and kind are told without colour. */
const SHAPE_OF: Readonly<Record<string, string>> = {
  command: 'M-6 -5 2 0 -6 5M-1 -5 7 0 -1 5',
  http: 'M-6.5 -5H1.5L7.5 0 1.5 5H-6.5Z',
  response: 'M-7.5 0 -1.5 -5H6.5V5H-1.5Z',
  watch: 'M-6.5 0 0 -5.2 6.5 0 0 5.2Z',
  etcd: 'M-4.6 -4.6H4.6V4.6H-4.6Z',
  cri: 'M-3 -5.2H3L6 0 3 5.2H-3L-6 0Z',
  cni: 'M-5 -5 6 0 -5 5Z',
  packet: 'M-4 0A4 4 0 1 1 4 0A4 4 0 1 1 -4 0Z',
};

export function shapeOf(kind: string): string {
  return SHAPE_OF[kind] ?? SHAPE_OF['packet'] ?? '';
}

/** Draws packets where they are. Called for every frame: nothing here measures text or lays out. */
export function drawPackets(group: Group, placed: readonly PlacedPacket[], label: (packet: Packet) => string): void {
  const shown = placed.length > MOST_PACKETS ? [...placed].sort((a, b) => Number(b.packet.traced) - Number(a.packet.traced)).slice(0, MOST_PACKETS) : placed;
  const trails = shown.filter(({ packet }) => packet.traced).slice(0, 24);
  once<SVGGElement>(group, 'g', 'trails')
    .selectAll<SVGPathElement, PlacedPacket>('path')
    .data(trails, ({ packet }) => packet.row)
    .join((enter) => enter.append('path').attr('class', 'trail'))
    .attr('data-component', ({ packet }) => packet.fromComponent)
    .attr('d', ({ packet, curve }) => pathBetween(curve, Math.max(0, packet.progress - TRAIL), packet.progress));

  const labels: Point[] = [];
  /** Labels that would lie on others are left out. */
  const free = ({ x, y }: Point): boolean => labels.length < MOST_LABELS && labels.every((other) => Math.abs(other.x - x) > 96 || Math.abs(other.y - y) > 13);
  once<SVGGElement>(group, 'g', 'dots')
    .selectAll<SVGGElement, PlacedPacket>('g.packet')
    .data(shown, ({ packet }) => packet.row)
    .join((enter) => {
      const g = enter.append('g').attr('class', 'packet');
      g.append('circle').attr('class', 'packet-halo').attr('r', 10);
      g.append('path').attr('class', 'packet-shape').attr('d', ({ packet }) => shapeOf(packet.kind));
      g.append('text').attr('class', 'packet-label').attr('y', -12);
      return g;
    })
    .attr('data-component', ({ packet }) => packet.fromComponent)
    .attr('data-row', ({ packet }) => packet.row)
    .attr('data-kind', ({ packet }) => packet.kind)
    .classed('is-traced', ({ packet }) => packet.traced)
    .each(function ({ packet, curve }) {
      const at = pointOn(curve, packet.progress);
      this.setAttribute('transform', `translate(${at.x.toFixed(2)} ${at.y.toFixed(2)})`);
      const heading = headingOn(curve, packet.progress);
      this.children[1]?.setAttribute('transform', `rotate(${heading.toFixed(1)})`);
      const text = this.children[2];
      const content = packet.traced && free(at) ? label(packet) : '';
      if (content !== '') labels.push(at);
      if (text !== undefined && text.textContent !== content) text.textContent = content;
    });
}

/** The curve from one end of an edge to the other: edges are drawn from kube-apiserver outwards. */
export function along(edge: Curve, outwards: boolean): Curve {
  return shift(outwards ? edge : reversed(edge), 3.5);
}

/** The same curve a little to the right of its direction, so that there and back are two ways. */
function shift(curve: Curve, by: number): Curve {
  const angle = ((headingOn(curve, 0.5) + 90) * Math.PI) / 180;
  const dx = Math.cos(angle) * by;
  const dy = Math.sin(angle) * by;
  const move = (p: { readonly x: number; readonly y: number }) => ({ x: p.x + dx, y: p.y + dy });
  return { from: move(curve.from), c1: move(curve.c1), c2: move(curve.c2), to: move(curve.to) };
}
