import { decisions, inspector } from './en/inspector';
import { map } from './en/map';
import { compare, files, keys, search, start, stories } from './en/more';
import { journey, terminal, timeline, transport } from './en/play';
import { shell } from './en/shell';
import { components, kinds, stages } from './en/words';

/** Every word of the page in English; the pattern for the other languages. Explanations are in explain/. */
export const en = { shell, map, transport, timeline, journey, terminal, components, kinds, stages, start, search, keys, stories, files, compare, inspector, decisions };

export type Texts = typeof en;
