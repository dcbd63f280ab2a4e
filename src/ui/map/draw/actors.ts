import type { Box } from '../geometry';
import type { Activity } from '../frame';
import { clip, once, type Group } from './types';

/** A card with a title: the frame of every component on the map. */
export function drawCard(group: Group, box: Box, title: string, radius = 12): void {
  once<SVGRectElement>(group, 'rect', 'card').attr('x', box.x).attr('y', box.y).attr('width', box.w).attr('height', box.h).attr('rx', radius);
  once<SVGTextElement>(group, 'text', 'card-title').attr('x', box.x + 14).attr('y', box.y + 24).text(title);
}

/** kubectl: what it is doing, and for which line. */
export function drawKubectl(group: Group, box: Box, title: string, activity: Activity & { readonly line: string | undefined }, word: (state: string) => string, idle: string): void {
  once<SVGRectElement>(group, 'rect', 'card').attr('x', box.x).attr('y', box.y).attr('width', box.w).attr('height', box.h).attr('rx', 12);
  const x = box.x + box.w / 2;
  once<SVGTextElement>(group, 'text', 'glyph').attr('x', x).attr('y', box.y + 26).text('❯_');
  once<SVGTextElement>(group, 'text', 'card-title centred').attr('x', x).attr('y', box.y + 47).text(title);
  once<SVGTextElement>(group, 'text', 'card-note').attr('x', x).attr('y', box.y + 64).text(clip(activity.busy ? word(activity.state) : idle, box.w - 12, 10.5));
  group.classed('is-busy', activity.busy);
}

/** etcd: a cylinder with the revision that it has reached. A new revision sends a ring down its side. */
export function drawEtcd(group: Group, box: Box, activity: Activity, revision: number, texts: { readonly revision: (n: number) => string; readonly word: (state: string) => string }): void {
  const ry = 13;
  const { x, y, w, h } = box;
  const side = `M${x} ${y + ry}V${y + h - ry}A${w / 2} ${ry} 0 0 0 ${x + w} ${y + h - ry}V${y + ry}`;
  once<SVGPathElement>(group, 'path', 'card').attr('d', `${side}A${w / 2} ${ry} 0 0 0 ${x} ${y + ry}Z`);
  const ring = once<SVGPathElement>(group, 'path', 'etcd-ring').attr('d', `M${x} ${y + ry}A${w / 2} ${ry} 0 0 0 ${x + w} ${y + ry}`);
  once<SVGEllipseElement>(group, 'ellipse', 'etcd-lid').attr('cx', x + w / 2).attr('cy', y + ry).attr('rx', w / 2).attr('ry', ry);
  once<SVGTextElement>(group, 'text', 'card-title centred').attr('x', x + w / 2).attr('y', y + 46).text('etcd');
  once<SVGTextElement>(group, 'text', 'card-number').attr('x', x + w / 2).attr('y', y + 64).text(texts.revision(revision));
  once<SVGTextElement>(group, 'text', 'card-note').attr('x', x + w / 2).attr('y', y + 80).text(activity.busy ? clip(texts.word(activity.state), w - 16, 10.5) : '');
  group.classed('is-busy', activity.busy);
  const before = Number(group.node()?.dataset['revision'] ?? 0);
  if (revision === before) return;
  group.attr('data-revision', revision);
  const shape = ring.node();
  if (shape === null) return;
  // The animation begins anew when it was away for a moment.
  shape.style.animation = 'none';
  shape.getBoundingClientRect();
  if (revision === before + 1) shape.style.animation = '';
}
