import type { Activity, LoopRow } from '../frame';
import type { Box } from '../geometry';
import { clip, once, type Group } from './types';

export interface LoopsTexts {
  readonly controllers: string;
  readonly scheduler: string;
  readonly idle: (n: number) => string;
  readonly word: (machine: string, state: string) => string;
  readonly resting: string;
  readonly waiting: (n: number) => string;
}

/** The controllers that have had work, each with its queue's depth; the rest as a number. */
export function drawLoops(group: Group, box: Box, rows: readonly LoopRow[], idle: number, texts: LoopsTexts): void {
  once<SVGRectElement>(group, 'rect', 'card').attr('x', box.x).attr('y', box.y).attr('width', box.w).attr('height', box.h).attr('rx', 12);
  once<SVGTextElement>(group, 'text', 'card-title').attr('x', box.x + 12).attr('y', box.y + 22).text(texts.controllers);
  const room = Math.max(1, Math.floor((box.h - 40) / 20));
  const shown = rows.slice(0, rows.length + (idle > 0 ? 1 : 0) > room ? room - 1 : room);
  once<SVGGElement>(group, 'g', 'loops')
    .selectAll<SVGGElement, LoopRow>('g.loop')
    .data(shown, (row) => row.actor)
    .join((enter) => {
      const row = enter.append('g').attr('class', 'loop');
      row.append('circle').attr('class', 'loop-dot').attr('r', 3.6);
      row.append('text').attr('class', 'loop-name');
      row.append('text').attr('class', 'loop-depth');
      return row;
    })
    .attr('transform', (_, i) => `translate(${box.x} ${box.y + 44 + i * 20})`)
    .classed('is-busy', (row) => row.activity.busy)
    .each(function (row) {
      const [dot, name, depth] = this.children;
      dot?.setAttribute('cx', '17');
      dot?.setAttribute('cy', '-3.5');
      setText(name, 27, clip(row.actor.replace(/-controller$/, ''), box.w - 52, 11));
      setText(depth, box.w - 12, row.depth > 0 ? String(row.depth) : '');
    });
  const left = idle + rows.length - shown.length;
  once<SVGTextElement>(group, 'text', 'card-note start').attr('x', box.x + 27).attr('y', box.y + 44 + shown.length * 20).text(left > 0 ? texts.idle(left) : '');
  group.classed('is-busy', rows.some((row) => row.activity.busy));
}

/** kube-scheduler with its queue and the point that it is at. */
export function drawScheduler(group: Group, box: Box, activity: Activity & { readonly depth: number }, texts: LoopsTexts): void {
  once<SVGRectElement>(group, 'rect', 'card').attr('x', box.x).attr('y', box.y).attr('width', box.w).attr('height', box.h).attr('rx', 12);
  once<SVGTextElement>(group, 'text', 'card-title').attr('x', box.x + 12).attr('y', box.y + 24).text(texts.scheduler);
  const state = activity.busy ? texts.word(activity.machine, activity.state) : texts.resting;
  once<SVGTextElement>(group, 'text', 'card-note start').attr('x', box.x + 12).attr('y', box.y + 43).text(clip(state, box.w - 24, 11));
  once<SVGTextElement>(group, 'text', 'loop-depth').attr('x', box.x + box.w - 12).attr('y', box.y + 24).text(activity.depth > 0 ? String(activity.depth) : '');
  group.classed('is-busy', activity.busy);
}

function setText(element: Element | undefined, x: number, content: string): void {
  if (element === undefined) return;
  element.setAttribute('x', String(x));
  if (element.textContent !== content) element.textContent = content;
}
