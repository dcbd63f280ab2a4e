import type { Micros, RowRef } from '../trace/types';
import type { Action, KubeVersion, PlannedInput } from '../worker/protocol';
import { fastest, slowest, type TimeMode } from './playback.machine';
import { INSPECTOR_TABS, LANGUAGES, THEMES, type InspectorTab, type Language, type Theme } from './view';

/** Raised by one whenever a field of the link changes its meaning; older links are upgraded. */
export const LINK_VERSION = 1;

/** What a link says. Every field may be missing. */
export interface Link {
  readonly scenario?: string | undefined;
  readonly version?: KubeVersion | undefined;
  readonly seed?: number | undefined;
  /** How many nodes; undefined: three. */
  readonly nodes?: number | undefined;
  /** What to do once the cluster is up. Ids are given anew, from 1. */
  readonly plan?: readonly PlannedInput[] | undefined;
  readonly t?: Micros | undefined;
  readonly mode?: TimeMode | undefined;
  readonly speed?: number | undefined;
  readonly row?: RowRef | undefined;
  readonly subject?: string | undefined;
  readonly step?: string | undefined;
  readonly tab?: InspectorTab | undefined;
  readonly window?: readonly [number, number] | undefined;
  readonly camera?: { readonly x: number; readonly y: number; readonly k: number } | undefined;
  readonly language?: Language | undefined;
  readonly theme?: Theme | undefined;
}

/** A link's fields, and the names of those that could not be read. */
export interface ReadLink {
  readonly link: Link;
  readonly bad: readonly string[];
}

const MOST_COMMANDS = 200;
export const HIGHEST_SEED = 0xffff_ffff;
export const MOST_NODES = 50;
/** Nodes of a cluster of which nothing else is said. */
export const DEFAULT_NODES = 3;
export const VERSIONS: readonly KubeVersion[] = ['1.35', '1.20'];

/** The part of an address after `#`: `v=1&k=1.35&n=42&c=kubectl%20get%20pods&t=1200000`. Fields that are undefined are left out. */
export function writeLink(link: Link): string {
  const fields: [string, string][] = [['v', String(LINK_VERSION)]];
  const add = (name: string, text: string | undefined): void => {
    if (text !== undefined) fields.push([name, text]);
  };
  add('s', link.scenario);
  add('k', link.version);
  add('n', link.seed?.toString());
  add('d', link.nodes?.toString());
  for (const input of link.plan ?? []) add('c', writeInput(input, link.plan ?? []));
  add('t', link.t === undefined ? undefined : String(Math.round(link.t)));
  add('m', link.mode);
  add('x', link.speed?.toString());
  add('r', link.row === undefined ? undefined : `${link.row.kind === 'span' ? 's' : 'm'}${link.row.row}`);
  add('o', link.subject);
  add('p', link.step);
  add('i', link.tab);
  add('w', link.window?.map((x) => round(x)).join('~'));
  add('z', link.camera === undefined ? undefined : [link.camera.x, link.camera.y, link.camera.k].map(round).join('~'));
  add('l', link.language);
  add('h', link.theme);
  return fields.map(([name, text]) => `${name}=${encode(text)}`).join('&');
}

/** Reads the part of an address after `#`. A field that cannot be read is left out and named; the others stand. */
export function readLink(text: string): ReadLink {
  const fields = upgrade(parse(text.replace(/^#/, '')));
  if (fields === undefined) return { link: {}, bad: ['v'] };
  const bad: string[] = [];
  const one = <T>(name: string, read: (text: string) => T | undefined): T | undefined => {
    const found = fields.get(name)?.[0];
    if (found === undefined) return undefined;
    const value = read(found);
    if (value === undefined) bad.push(name);
    return value;
  };
  const link: Link = {
    scenario: one('s', (s) => (/^[a-z0-9][a-z0-9-]{0,80}$/.test(s) ? s : undefined)),
    version: one('k', (s) => VERSIONS.find((v) => v === s)),
    seed: one('n', (s) => whole(s, 0, HIGHEST_SEED)),
    nodes: one('d', (s) => whole(s, 1, MOST_NODES)),
    plan: readPlan(fields.get('c') ?? [], bad),
    t: one('t', (s) => whole(s, 0, Number.MAX_SAFE_INTEGER)),
    mode: one('m', (s) => (s === 'story' || s === 'clock' ? s : undefined)),
    speed: one('x', (s) => decimal(s, slowest, fastest)),
    row: one('r', readRow),
    subject: one('o', (s) => (/^[a-z0-9.-]+(\/[A-Za-z0-9.:_-]+){0,2}$/.test(s) ? s : undefined)),
    step: one('p', (s) => (/^[\w.-]+\/[\w.-]+$/.test(s) ? s : undefined)),
    tab: one('i', (s) => INSPECTOR_TABS.find((t) => t === s)),
    window: one('w', (s) => {
      const [from, to] = numbers(s, 2);
      return from !== undefined && to !== undefined && from < to ? ([from, to] as const) : undefined;
    }),
    camera: one('z', (s) => {
      const [x, y, k] = numbers(s, 3);
      return x !== undefined && y !== undefined && k !== undefined && k > 0 ? { x, y, k } : undefined;
    }),
    language: one('l', (s) => LANGUAGES.find((l) => l === s)),
    theme: one('h', (s) => THEMES.find((t) => t === s)),
  };
  return { link: Object.fromEntries(Object.entries(link).filter(([, value]) => value !== undefined)) as Link, bad };
}

type Fields = ReadonlyMap<string, readonly string[]>;

/** One upgrader a version: index n turns a link of version n + 1 into one of version n + 2. */
const UPGRADERS: readonly ((fields: Fields) => Fields)[] = [];

/** Undefined when the link is of a version that this page does not know. */
function upgrade(fields: Fields): Fields | undefined {
  const version = fields.has('v') ? whole(fields.get('v')?.[0] ?? '', 1, LINK_VERSION) : LINK_VERSION;
  return version === undefined ? undefined : UPGRADERS.slice(version - 1).reduce((f, next) => next(f), fields);
}

function parse(text: string): Fields {
  const fields = new Map<string, string[]>();
  for (const part of text.split('&')) {
    const equals = part.indexOf('=');
    if (equals <= 0) continue;
    const name = part.slice(0, equals);
    const value = decode(part.slice(equals + 1));
    const known = fields.get(name);
    if (known === undefined) fields.set(name, [value]);
    else known.push(value);
  }
  return fields;
}

const encode = (text: string): string => encodeURIComponent(text).replace(/%20/g, '+').replace(/%2F/g, '/').replace(/%3A/g, ':').replace(/%2C/g, ',').replace(/%3D/g, '=').replace(/%40/g, '@');

/** Text that is no valid escape stands for itself. */
function decode(text: string): string {
  const spaced = text.replace(/\+/g, ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

// Inputs: a line as it is, `^C2` (interrupt the second command), `+5000000` (let five seconds pass); with `@1200000 ` before it when it came before the cluster was at rest.

function writeInput({ at, action }: PlannedInput, plan: readonly PlannedInput[]): string {
  return `${at === undefined ? '' : `@${at} `}${writeAction(action, plan)}`;
}

function writeAction(action: Action, plan: readonly PlannedInput[]): string {
  switch (action.type) {
    case 'execute': {
      const user = action.user === undefined ? '' : `~${action.user} `;
      return action.stdin === undefined ? `${user}${action.line}` : `${user}${action.line}\n${action.stdin}`;
    }
    case 'interrupt': return `^C${plan.filter((p) => p.action.type === 'execute').findIndex((p) => p.action.type === 'execute' && p.action.id === action.id) + 1}`;
    case 'advance': return `+${action.by}`;
  }
}

function readPlan(texts: readonly string[], bad: string[]): readonly PlannedInput[] | undefined {
  if (texts.length === 0) return undefined;
  const plan: PlannedInput[] = [];
  let ids = 0;
  for (const text of texts.slice(0, MOST_COMMANDS)) {
    const timed = /^@(\d+) /.exec(text);
    const at = timed === null ? undefined : whole(timed[1] ?? '', 0, Number.MAX_SAFE_INTEGER);
    const rest = timed === null ? text : text.slice(timed[0].length);
    const interrupt = /^\^C(\d+)$/.exec(rest);
    const advance = /^\+(\d+)$/.exec(rest);
    if (interrupt !== null) {
      const id = whole(interrupt[1] ?? '', 1, ids);
      if (id === undefined) bad.push('c');
      else plan.push({ at, action: { type: 'interrupt', id } });
    } else if (advance !== null) {
      const by = whole(advance[1] ?? '', 1, 3600_000_000);
      if (by === undefined) bad.push('c');
      else plan.push({ at, action: { type: 'advance', by } });
    } else if (rest.trim() === '') bad.push('c');
    else plan.push({ at, action: readLine(rest, ++ids) });
  }
  if (texts.length > MOST_COMMANDS) bad.push('c');
  return plan;
}

function readLine(text: string, id: number): Action {
  const as = /^~([a-z0-9.:@-]+) /i.exec(text);
  const rest = as === null ? text : text.slice(as[0].length);
  const newline = rest.indexOf('\n');
  return {
    type: 'execute', id, line: newline < 0 ? rest : rest.slice(0, newline),
    ...(newline < 0 ? {} : { stdin: rest.slice(newline + 1) }), ...(as === null ? {} : { user: as[1] }),
  };
}

function readRow(text: string): RowRef | undefined {
  const row = /^[sm]\d+$/.test(text) ? whole(text.slice(1), 0, 0x7fff_ffff) : undefined;
  return row === undefined ? undefined : { kind: text.startsWith('s') ? 'span' : 'message', row };
}

/** A whole number in these bounds; undefined for any other text. */
export function whole(text: string, least: number, most: number): number | undefined {
  const value = /^\d+$/.test(text) ? Number(text) : NaN;
  return value >= least && value <= most ? value : undefined;
}

function decimal(text: string, least: number, most: number): number | undefined {
  const value = /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : NaN;
  return value >= least && value <= most ? value : undefined;
}

function numbers(text: string, count: number): readonly number[] {
  const found = text.split('~').map((part) => decimal(part, -1e15, 1e15));
  return found.length === count && found.every((n) => n !== undefined) ? found : [];
}

const round = (x: number): string => String(Math.round(x * 1000) / 1000);
