import { graphlib, layout } from '@dagrejs/dagre';
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
const FROM_EVERYWHERE = 4;

/** Lays a machine out from its own definition, in layers from the initial state on. The same definition gives the same picture. */
export function layoutMachine(machine: MachineDescription, { textWidth, direction = 'down' }: MachineLayoutOptions): MachineLayout {
  const drawn = machine.states.filter((state) => state.kind !== 'compound');
  const graph = new graphlib.Graph({ directed: true });
  graph.setGraph({ rankdir: direction === 'down' ? 'TB' : 'LR', nodesep: 26, ranksep: 34, edgesep: 14, marginx: 16, marginy: 16, ranker: 'network-simplex' });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const state of drawn) graph.setNode(state.path, { width: Math.max(64, textWidth(labelOf(state.path)) + 2 * PADDING.x), height: TEXT_HEIGHT + 2 * PADDING.y });
  const arrows = arrowsOf(machine);
  for (const { from, to } of arrows) if (from !== to) graph.setEdge(from, to, {});
  layout(graph);
  const boxes = new Map(drawn.map((state): [string, StateBox] => {
    const { x, y, width, height } = graph.node(state.path);
    return [state.path, { path: state.path, label: labelOf(state.path), x: x ?? 0, y: y ?? 0, w: width ?? 0, h: height ?? 0, kind: state.kind, initial: state.path === machine.initial, description: state.description }];
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

/**
 * Transitions between drawn states, those of a compound state or of the machine itself from each state inside. A transition
 * that leads from everywhere to one state would hide all others: it is drawn from nowhere.
 */
function arrowsOf(machine: MachineDescription): readonly Arrow[] {
  const drawn = machine.states.filter((state) => state.kind !== 'compound').map((state) => state.path);
  const initialOf = (path: string): string => drawn.find((state) => state === path) ?? drawn.find((state) => state.startsWith(`${path}.`)) ?? machine.initial;
  const arrows = new Map<string, { from: string; to: string; events: string[] }>();
  for (const { from, to, event } of machine.transitions) {
    const sources = drawn.includes(from) ? [from] : drawn.filter((state) => from === '' || state.startsWith(`${from}.`));
    if (sources.length > FROM_EVERYWHERE) continue;
    for (const source of sources) {
      const target = initialOf(to);
      const key = `${source}→${target}`;
      const known = arrows.get(key);
      if (known === undefined) arrows.set(key, { from: source, to: target, events: [event] });
      else if (!known.events.includes(event)) known.events.push(event);
    }
  }
  return [...arrows.values()];
}

const labelOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

function loopAround({ x, y, w, h }: StateBox): TransitionArrow['points'] {
  const right = x + w / 2;
  return [{ x: right, y: y - h / 4 }, { x: right + 16, y: y - h / 4 }, { x: right + 16, y: y + h / 4 }, { x: right, y: y + h / 4 }];
}
