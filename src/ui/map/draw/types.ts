import type { BaseType, Selection } from 'd3';
import { emsOf, fitting } from '../../text-width';

/** A group of the drawing. */
export type Group = Selection<SVGGElement, unknown, BaseType, unknown>;

/** Appends `tag` once per parent and returns it: drawing functions may be called for every frame. */
export function once<E extends SVGElement>(parent: Selection<SVGGElement, unknown, BaseType, unknown>, tag: string, className: string): Selection<E, unknown, BaseType, unknown> {
  const found = parent.select<E>(`:scope > .${className.replaceAll(' ', '.')}`);
  return found.empty() ? parent.append<E>(tag).attr('class', className) : found;
}

/** Cuts a text to about `width` pixels at font size `size`; keeps head and tail, as names differ at the end. */
export function clip(text: string, width: number, size: number): string {
  if (emsOf(text) * size <= width) return text;
  const fits = Math.max(3, fitting(text, width / size));
  const tail = Math.min(5, Math.floor(fits / 2) - 1);
  return `${text.slice(0, fits - tail - 1)}…${tail > 0 ? text.slice(-tail) : ''}`;
}
