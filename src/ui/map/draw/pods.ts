import { easeBackOut } from 'd3';
import type { Fact } from '../../../trace/types';
import type { Box } from '../geometry';
import { pack } from '../pack';
import { lookOf, SHAPES, shortName } from '../phase';
import { once, type Group } from './types';

export interface PodsTexts {
  readonly word: (pod: Fact) => string;
  readonly describe: (pod: Fact) => string;
}

/** More pods than so many come and go at once: each would have an animation of its own. */
const MOST_LIVELY = 20;

/** The pods of one box. Large pods carry their name and word, small ones are told apart by shape and colour, and by pointing at them. */
export function drawPods(group: Group, box: Box, pods: readonly Fact[], selected: string | undefined, texts: PodsTexts, lively: boolean): void {
  const packing = pack(pods.length, box);
  const large = packing.size === 'large';
  group.attr('data-size', packing.size);
  group
    .selectAll<SVGGElement, Fact>('g.pod')
    .data(pods, (pod) => pod.uid)
    .join(
      (enter) => {
        const pod = enter.append('g').attr('class', 'pod');
        const body = pod.append('g').attr('class', 'pod-body');
        body.append('path').attr('class', 'pod-shape');
        body.append('path').attr('class', 'pod-glyph');
        if (lively && enter.size() < MOST_LIVELY) body.attr('transform', 'scale(0.2)').style('opacity', 0).transition().duration(320).ease(easeBackOut).attr('transform', 'scale(1)').style('opacity', 1);
        return pod;
      },
      (update) => update,
      (exit) => (lively && exit.size() < MOST_LIVELY ? exit.transition().duration(220).style('opacity', 0).remove() : exit.remove()),
    )
    .attr('data-look', lookOf)
    .attr('data-subject', (pod) => pod.subject)
    .classed('is-selected', (pod) => pod.subject === selected)
    .attr('transform', (_, i) => {
      const cell = packing.cells[i];
      return cell === undefined ? '' : `translate(${box.x + cell.x} ${box.y + cell.y})`;
    })
    .each(function (pod) {
      const look = lookOf(pod);
      const r = packing.radius;
      const word = large ? texts.word(pod) : '';
      // A path that is set again is parsed again.
      const key = `${look} ${r} ${packing.size} ${word}`;
      if (this.dataset['drawn'] === key) return;
      this.dataset['drawn'] = key;
      const body = this.firstElementChild;
      const shape = body?.children[0];
      const glyph = body?.children[1];
      shape?.setAttribute('d', SHAPES[look]);
      shape?.setAttribute('transform', `scale(${r})`);
      glyph?.setAttribute('d', large || packing.size === 'medium' ? GLYPHS[look] : '');
      glyph?.setAttribute('transform', `scale(${large ? r * 0.9 : r})`);
      label(this, 'pod-name', large ? shortName(pod.name) : '', r + 13);
      label(this, 'pod-word', word, r + 25);
    });
}

/** The drawing inside a pod's shape, in units of its radius. */
const GLYPHS: Readonly<Record<ReturnType<typeof lookOf>, string>> = {
  pending: 'M-.36 0h.02M0 0h.02M.36 0h.02',
  creating: 'M0 -.42A.42 .42 0 0 1 .42 0',
  unready: 'M0 -.4V.08M0 .38V.4',
  running: 'M-.866 -.5 0 0 .866 -.5M0 0V1',
  succeeded: 'M-.42 .02 -.1 .34 .46 -.3',
  failed: 'M0 -.46V.1M0 .42V.44',
  terminating: 'M-.34 -.34 .34 .34M.34 -.34 -.34 .34',
};

function label(pod: SVGGElement, className: string, content: string, y: number): void {
  let text = pod.querySelector(`.${className}`);
  if (content === '') {
    text?.remove();
    return;
  }
  if (text === null) {
    text = document.createElementNS('http://www.w3.org/2000/svg', 'text');
    text.setAttribute('class', className);
    pod.append(text);
  }
  text.setAttribute('y', String(y));
  if (text.textContent !== content) text.textContent = content;
}

/** Pods without a node, below the scheduler. */
export function drawWaiting(group: Group, box: Box, pods: readonly Fact[], selected: string | undefined, texts: PodsTexts & { readonly waiting: (n: number) => string }, lively: boolean): void {
  group.classed('is-empty', pods.length === 0);
  once<SVGRectElement>(group, 'rect', 'tray').attr('x', box.x).attr('y', box.y).attr('width', box.w).attr('height', box.h).attr('rx', 10);
  once<SVGTextElement>(group, 'text', 'tray-title').attr('x', box.x + 12).attr('y', box.y + 16).text(pods.length === 0 ? '' : texts.waiting(pods.length));
  drawPods(once<SVGGElement>(group, 'g', 'pods'), { x: box.x + 6, y: box.y + 20, w: box.w - 12, h: box.h - 22 }, pods, selected, texts, lively);
}
