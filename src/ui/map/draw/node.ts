import type { Activity, NodeFrame } from '../frame';
import type { Box } from '../geometry';
import { shortName } from '../phase';
import { drawPods, type PodsTexts } from './pods';
import { clip, once, type Group } from './types';

export interface NodeTexts extends PodsTexts {
  readonly notReady: string;
  readonly cordoned: string;
  readonly chosenFor: (pod: string) => string;
  readonly empty: string;
  readonly word: PodsTexts['word'];
}

const PARTS = ['kubelet', 'containerd', 'cni'] as const;

/** A node: its pods, and below them what runs them. Parts that are at work are lit. */
export function drawNode(group: Group, box: Box, node: NodeFrame, selected: string | undefined, texts: NodeTexts, lively: boolean, podsToo: boolean): void {
  once<SVGRectElement>(group, 'rect', 'card').attr('x', box.x).attr('y', box.y).attr('width', box.w).attr('height', box.h).attr('rx', 14);
  once<SVGTextElement>(group, 'text', 'card-title').attr('x', box.x + 14).attr('y', box.y + 24).text(clip(node.fact.name, box.w * 0.5, 13));
  const ready = node.fact.word.startsWith('Ready');
  const corner = node.chosenFor !== undefined ? texts.chosenFor(shortName(node.chosenFor)) : !ready ? texts.notReady : !node.fact.schedulable ? texts.cordoned : node.fact.detail;
  once<SVGTextElement>(group, 'text', 'card-corner').attr('x', box.x + box.w - 14).attr('y', box.y + 24).text(corner).classed('is-bad', !ready);
  once<SVGTextElement>(group, 'text', 'card-note empty').attr('x', box.x + box.w / 2).attr('y', box.y + 82).text(node.pods.length === 0 ? texts.empty : '');
  if (podsToo) drawPods(once<SVGGElement>(group, 'g', 'pods'), { x: box.x + 8, y: box.y + 36, w: box.w - 16, h: box.h - 36 - 42 }, node.pods, selected, texts, lively);
  drawParts(once<SVGGElement>(group, 'g', 'parts'), box, [node.kubelet, node.containerd, node.cni]);
  group.classed('is-chosen', node.chosenFor !== undefined).classed('is-bad', !ready);
}

/** The strip at a node's foot. */
function drawParts(group: Group, box: Box, activities: readonly Activity[]): void {
  const y = box.y + box.h - 38;
  once<SVGRectElement>(group, 'rect', 'strip').attr('x', box.x + 10).attr('y', y).attr('width', box.w - 20).attr('height', 28).attr('rx', 8);
  const widths = partWidths(box);
  let x = box.x + 14;
  PARTS.forEach((part, i) => {
    const width = widths[i] ?? 60;
    const chip = once<SVGGElement>(group, 'g', `part-${part}`).attr('data-component', part).attr('data-part', part).classed('part', true);
    once<SVGRectElement>(chip, 'rect', 'part-back').attr('x', x).attr('y', y + 4).attr('width', width).attr('height', 20).attr('rx', 6);
    once<SVGTextElement>(chip, 'text', 'part-name').attr('x', x + width / 2).attr('y', y + 18).text(part === 'cni' ? 'cni0' : part);
    chip.classed('is-busy', activities[i]?.busy ?? false);
    x += width + 4;
  });
}

/** The parts share the strip's width as their names need it. */
const partWidths = (box: Box): readonly number[] => [0.31, 0.43, 0.26].map((share) => (box.w - 36) * share);

/** Where a message to or from a part of a node begins or ends. */
export function partAnchor(box: Box, part: (typeof PARTS)[number]): { readonly x: number; readonly y: number } {
  const widths = partWidths(box);
  const index = PARTS.indexOf(part);
  const before = widths.slice(0, index).reduce((sum, width) => sum + width + 4, 0);
  return { x: box.x + 14 + before + (widths[index] ?? 0) / 2, y: box.y + box.h - 24 };
}
