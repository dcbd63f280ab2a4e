import type { MapFrame, StageRow } from '../frame';
import type { Box } from '../geometry';
import { clip, once, type Group } from './types';

export interface ApiserverTexts {
  readonly title: string;
  readonly stage: (id: string) => string;
  readonly idle: string;
  /** A request's line, short. */
  readonly request: (label: string) => string;
  readonly watches: (n: number) => string;
  readonly requests: (n: number) => string;
}

const MARKS: Readonly<Record<StageRow['verdict'], string>> = { passed: '✓', present: '', refused: '✕', ahead: '', skipped: '–' };

/** kube-apiserver: its stages from top to bottom, lit as far as the request has come. */
export function drawApiserver(group: Group, box: Box, rows: readonly Box[], frame: Pick<MapFrame, 'stages' | 'request' | 'otherRequests' | 'watches'>, texts: ApiserverTexts): void {
  once<SVGRectElement>(group, 'rect', 'card').attr('x', box.x).attr('y', box.y).attr('width', box.w).attr('height', box.h).attr('rx', 14);
  once<SVGTextElement>(group, 'text', 'card-title').attr('x', box.x + 14).attr('y', box.y + 25).text(texts.title);
  once<SVGTextElement>(group, 'text', 'card-corner').attr('x', box.x + box.w - 12).attr('y', box.y + 25).text(frame.otherRequests > 0 ? texts.requests(frame.otherRequests) : '');

  const list = once<SVGGElement>(group, 'g', 'stages');
  list
    .selectAll<SVGGElement, StageRow>('g.stage')
    .data(frame.stages, (stage) => stage.id)
    .join((enter) => {
      const row = enter.append('g').attr('class', 'stage');
      row.append('rect').attr('class', 'stage-back').attr('rx', 6);
      row.append('text').attr('class', 'stage-name');
      row.append('text').attr('class', 'stage-mark');
      row.append('g').attr('class', 'stage-others');
      return row;
    })
    .attr('data-verdict', (stage) => stage.verdict)
    .each(function (stage, i) {
      const at = rows[i];
      if (at === undefined) return;
      const back = this.querySelector('.stage-back');
      back?.setAttribute('x', String(at.x));
      back?.setAttribute('y', String(at.y));
      back?.setAttribute('width', String(at.w));
      back?.setAttribute('height', String(at.h));
      place(this.querySelector('.stage-name'), at.x + 10, at.y + at.h / 2, clip(texts.stage(stage.id), at.w - (stage.others > 0 ? 52 : 26), 11.5));
      place(this.querySelector('.stage-mark'), at.x + at.w - 10, at.y + at.h / 2, MARKS[stage.verdict]);
      drawOthers(this.querySelector('.stage-others'), at, stage);
    });

  const { request } = frame;
  const foot = once<SVGTextElement>(group, 'text', 'card-foot mono').attr('x', box.x + 14).attr('y', box.y + box.h - 23);
  foot.text(clip(request === undefined ? texts.idle : texts.request(request.label), box.w - 28, 11.2)).classed('is-bad', request?.refused ?? false);
  once<SVGTextElement>(group, 'text', 'card-foot quiet').attr('x', box.x + 14).attr('y', box.y + box.h - 9).text(texts.watches(frame.watches));
  group.classed('is-busy', request !== undefined && request.code === undefined);
}

function place(text: Element | null, x: number, y: number, content: string): void {
  if (text === null) return;
  text.setAttribute('x', String(x));
  text.setAttribute('y', String(y));
  if (text.textContent !== content) text.textContent = content;
}

/** Other requests in the same stage: a dot each, at most four. */
function drawOthers(group: Element | null, at: Box, stage: StageRow): void {
  if (group === null) return;
  const count = Math.min(4, stage.others);
  while (group.childElementCount > count) group.lastElementChild?.remove();
  while (group.childElementCount < count) {
    const dot = document.createElementNS('http://www.w3.org/2000/svg', 'circle');
    dot.setAttribute('r', '2.6');
    group.append(dot);
  }
  [...group.children].forEach((dot, i) => {
    dot.setAttribute('cx', String(at.x + at.w - 24 - i * 7));
    dot.setAttribute('cy', String(at.y + at.h / 2));
  });
}
