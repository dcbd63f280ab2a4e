import { graphlib, layout } from '@dagrejs/dagre';
import { isRestingState } from '../resting';
import type { MachineDescription } from '../types';

/** A state's box; x and y are its centre. */
export interface StateBox {
  readonly path: string;
  /** What stands in it: the last part of the path. */
  readonly label: string;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly kind: 'atomic' | 'compound' | 'final';
  readonly initial: boolean;
  readonly description: string | undefined;
  /** Events that lead here from so many states that their arrows are left out. */
  readonly fromMany: readonly { readonly event: string; readonly states: number }[];
}

/** One arrow; transitions between the same two states share it. */
export interface TransitionArrow {
  readonly from: string;
  readonly to: string;
  /** Events that take it. */
  readonly events: readonly string[];
  readonly points: readonly { readonly x: number; readonly y: number }[];
  /** A state to itself. */
  readonly loop: boolean;
  /** Against the direction of reading: drawn aside. */
  readonly back: boolean;
}

export interface MachineLayout {
  readonly width: number;
  readonly height: number;
  readonly states: readonly StateBox[];
  readonly arrows: readonly TransitionArrow[];
}

export interface MachineLayoutOptions {
  /** Width of a text in the drawing's units. */
  readonly textWidth: (text: string) => number;
  readonly direction?: 'down' | 'right';
}

const PADDING = { x: 14, y: 9 };
const TEXT_HEIGHT = 14;
/** More arrows of one event into one state would hide all others. */
const MANY = 5;

/** Lays a machine out from its own definition, in layers from the initial state on. The same definition gives the same picture. */
export function layoutMachine(machine: MachineDescription, { textWidth, direction = 'down' }: MachineLayoutOptions): MachineLayout {
  const drawn = machine.states.filter((state) => state.kind !== 'compound');
  const graph = new graphlib.Graph({ directed: true });
  graph.setGraph({ rankdir: direction === 'down' ? 'TB' : 'LR', nodesep: 26, ranksep: 34, edgesep: 14, marginx: 16, marginy: 16, ranker: 'network-simplex' });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const state of drawn) graph.setNode(state.path, { width: Math.max(64, textWidth(labelOf(state.path)) + 2 * PADDING.x), height: TEXT_HEIGHT + 2 * PADDING.y });
  const { arrows, crowds } = arrowsOf(machine);
  for (const { from, to } of arrows) if (from !== to) graph.setEdge(from, to, {});
  // A state that only such events lead to still has its place below one that they come from.
  for (const { to, from } of crowds) if (!arrows.some((arrow) => arrow.to === to && arrow.from !== to)) graph.setEdge(from[from.length - 1] ?? to, to, {});
  layout(graph);
  const boxes = new Map(drawn.map((state): [string, StateBox] => {
    const { x, y, width, height } = graph.node(state.path);
    return [state.path, {
      path: state.path, label: labelOf(state.path), x: x ?? 0, y: y ?? 0, w: width ?? 0, h: height ?? 0, kind: state.kind, initial: state.path === machine.initial, description: state.description,
      fromMany: crowds.filter((crowd) => crowd.to === state.path).map(({ event, from }) => ({ event, states: from.length })),
    }];
  }));
  const placed = arrows.map(({ from, to, events }): TransitionArrow => {
    const [a, b] = [boxes.get(from), boxes.get(to)];
    if (from === to && a !== undefined) return { from, to, events, points: loopAround(a), loop: true, back: false };
    const back = a !== undefined && b !== undefined && (direction === 'down' ? b.y < a.y : b.x < a.x);
    return { from, to, events, points: graph.edge(from, to).points ?? [], loop: false, back };
  });
  const { width, height } = graph.graph();
  return { width: width ?? 0, height: height ?? 0, states: [...boxes.values()], arrows: placed };
}

interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly events: readonly string[];
}

/** An event that leads from many states to one with which a turn ends: idle, failed, refused. */
interface Crowd {
  readonly event: string;
  readonly to: string;
  readonly from: readonly string[];
}

/** Transitions between drawn states, those of a compound state or of the machine itself from each state inside, and the events that come from too many states to draw. */
function arrowsOf(machine: MachineDescription): { readonly arrows: readonly Arrow[]; readonly crowds: readonly Crowd[] } {
  const drawn = machine.states.filter((state) => state.kind !== 'compound').map((state) => state.path);
  const entered = (path: string): string => drawn.find((state) => state === path) ?? drawn.find((state) => state.startsWith(`${path}.`)) ?? machine.initial;
  const byEvent = new Map<string, { readonly event: string; readonly to: string; readonly from: string[] }>();
  for (const { from, to, event } of machine.transitions) {
    const target = entered(to);
    const key = `${event}→${target}`;
    let crowd = byEvent.get(key);
    if (crowd === undefined) byEvent.set(key, (crowd = { event, to: target, from: [] }));
    crowd.from.push(...(drawn.includes(from) ? [from] : drawn.filter((state) => (from === '' || state.startsWith(`${from}.`)) && machine.states.find((s) => s.path === state)?.kind !== 'final')));
  }
  const arrows = new Map<string, { from: string; to: string; events: string[] }>();
  const crowds: Crowd[] = [];
  // Work that can follow from anywhere is the machine's own way and is drawn; how a turn ends is not.
  const ends = new Set(drawn.filter((path) => isEnd(machine, path)));
  const isLast = (path: string): boolean => ends.has(path) || machine.transitions.filter((t) => t.from === path).every((t) => ends.has(entered(t.to)));
  for (const { event, to, from } of byEvent.values()) {
    if (from.length > MANY && isLast(to)) {
      crowds.push({ event, to, from });
      continue;
    }
    for (const source of from) {
      const key = `${source}→${to}`;
      const known = arrows.get(key);
      if (known === undefined) arrows.set(key, { from: source, to, events: [event] });
      else known.events.push(event);
    }
  }
  return { arrows: [...arrows.values()], crowds };
}

const isEnd = (machine: MachineDescription, path: string): boolean => isRestingState(path) || machine.states.some((state) => state.path === path && state.kind === 'final');

const labelOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

function loopAround({ x, y, w, h }: StateBox): TransitionArrow['points'] {
  const right = x + w / 2;
  return [{ x: right, y: y - h / 4 }, { x: right + 16, y: y - h / 4 }, { x: right + 16, y: y + h / 4 }, { x: right, y: y + h / 4 }];
}
