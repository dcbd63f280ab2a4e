import type { MapFrame } from '../frame';
import type { Box } from '../geometry';
import { clip, once, type Group } from './types';

type ObjectRow = MapFrame['objects'][number];

/** What etcd holds that this is about: owners above what they own, with how many are ready of how many are wanted. */
export function drawObjects(group: Group, box: Box, objects: readonly ObjectRow[], selected: string | undefined, texts: { readonly title: string; readonly kind: (resource: string) => string; readonly more: (n: number) => string }): void {
  group.classed('is-empty', objects.length === 0);
  once<SVGTextElement>(group, 'text', 'tray-title').attr('x', box.x + 2).attr('y', box.y + 12).text(objects.length === 0 ? '' : texts.title);
  const room = Math.floor((box.h - 16) / 28);
  const shown = objects.slice(0, objects.length > room ? room - 1 : room);
  group
    .selectAll<SVGGElement, ObjectRow>('g.object')
    .data(shown, (row) => row.fact.subject)
    .join((enter) => {
      const row = enter.append('g').attr('class', 'object');
      row.append('rect').attr('class', 'object-back').attr('rx', 6);
      row.append('text').attr('class', 'object-kind');
      row.append('text').attr('class', 'object-name');
      row.append('text').attr('class', 'object-count');
      return row;
    })
    .attr('data-subject', (row) => row.fact.subject)
    .classed('is-selected', (row) => row.fact.subject === selected)
    .classed('is-whole', (row) => row.fact.wanted > 0 && row.fact.ready >= row.fact.wanted)
    .each(function (row, i) {
      const x = box.x + row.depth * 10;
      const y = box.y + 20 + i * 28;
      const w = box.w - row.depth * 10;
      const [back, kind, name, count] = this.children;
      set(back, { x, y, width: w, height: 25 });
      text(kind, x + 8, y + 10.5, texts.kind(row.fact.resource));
      const ready = row.fact.wanted > 0 || row.fact.ready > 0 ? `${row.fact.ready}/${row.fact.wanted}` : '';
      text(name, x + 8, y + 20.5, clip(row.fact.name, w - 22 - ready.length * 7.5, 10.5));
      text(count, x + w - 8, y + 16.5, ready);
    });
  const left = objects.length - shown.length;
  once<SVGTextElement>(group, 'text', 'card-note start more').attr('x', box.x + 8).attr('y', box.y + 34 + shown.length * 28).text(left > 0 ? texts.more(left) : '');
}

function set(element: Element | undefined, values: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(values)) element?.setAttribute(name, String(value));
}

function text(element: Element | undefined, x: number, y: number, content: string): void {
  set(element, { x, y });
  if (element !== undefined && element.textContent !== content) element.textContent = content;
}
