import type { Texts } from './en';
import { decisions, inspector } from './zh/inspector';
import { map } from './zh/map';
import { compare, files, keys, search, start, stories } from './zh/more';
import { journey, terminal, timeline, transport } from './zh/play';
import { shell } from './zh/shell';
import { components, kinds, stages } from './zh/words';

/** 页面上的全部中文文字；键与英文版逐一对应，由编译器检查。 */
export const zh: Texts = { shell, map, transport, timeline, journey, terminal, components, kinds, stages, start, search, keys, stories, files, compare, inspector, decisions };
