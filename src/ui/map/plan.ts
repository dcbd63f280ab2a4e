import { around, curveBetween, type Box, type Curve } from './geometry';

/** What the plan of the map depends on; the same input gives the same plan, so that nothing jumps while time moves. */
export interface PlanInput {
  /** Width by height of the panel. */
  readonly aspect: number;
  readonly nodes: readonly string[];
  /** Rows of the API server's stages. */
  readonly stages: number;
  /** Rows of controllers. */
  readonly controllers: number;
}

/** Where everything stands. Every edge begins at kube-apiserver and ends at the actor of its key, but for those of etcd. */
export interface MapPlan {
  readonly orientation: 'wide' | 'tall';
  readonly world: Box;
  readonly kubectl: Box;
  readonly apiserver: Box;
  /** The row of each stage. */
  readonly stages: readonly Box[];
  readonly etcd: Box;
  readonly controllers: Box;
  readonly scheduler: Box;
  /** Where pods wait that have no node. */
  readonly waiting: Box;
  readonly objects: Box;
  readonly nodes: ReadonlyMap<string, Box>;
  /** `kubectl`, `etcd`, `controllers`, `kube-scheduler`, `kubelet:<node>`: the way from kube-apiserver to it. */
  readonly edges: ReadonlyMap<string, Curve>;
}

const NODE = { w: 214, h: 162, gap: 14 };
const HEAD = 38;
const FOOT = 44;
const MARGIN = 12;
const TALL_WIDTH = 520;

/** How much larger the tall plan must be drawn to be taken: left to right is how people read. */
const TALL_GAIN = 1.2;

/** The plan that is drawn larger in a panel of that shape. */
export function planMap(input: PlanInput): MapPlan {
  const plans = [wide(input), tall(input)] as const;
  const [a, b] = plans.map(({ world }) => Math.min(input.aspect / world.w, 1 / world.h)) as [number, number];
  return plans[b > a * TALL_GAIN ? 1 : 0];
}

/** kubectl, then kube-apiserver on etcd, then the loops, then the nodes: left to right as a request goes. */
function wide({ aspect, nodes, stages, controllers }: PlanInput): MapPlan {
  const columns = nodes.length <= 3 ? 1 : nodes.length <= 8 ? 2 : Math.ceil(Math.sqrt(nodes.length * 0.9));
  const rows = Math.max(1, Math.ceil(nodes.length / columns));
  // A panel that is less wide than the plan lets everything stand higher.
  const width = 590 + columns * (NODE.w + NODE.gap);
  const natural = Math.max(HEAD + stages * 25 + FOOT + 28 + 96, rows * (NODE.h + NODE.gap));
  const spare = Math.max(0, Math.min(190, width / aspect - natural));
  const rowHeight = 25 + Math.min(5, spare / stages / 2);
  const apiserver: Box = { x: 150, y: 0, w: 200, h: HEAD + stages * rowHeight + FOOT };
  const etcd: Box = { x: 181, y: apiserver.h + 26 + Math.min(26, spare * 0.2), w: 138, h: 94 };
  const bottom = etcd.y + etcd.h;
  const loops: Box = { x: 408, y: 0, w: 130, h: 34 + Math.max(2, controllers) * 20 + 8 };
  const scheduler: Box = { x: 408, y: Math.max(loops.h + 40, bottom * 0.42), w: 130, h: 60 };
  const waiting: Box = { x: 408, y: scheduler.y + scheduler.h + 8, w: 130, h: 94 };
  const height = rows <= 3 ? Math.min(NODE.h + 46, Math.max(NODE.h, (bottom - (rows - 1) * NODE.gap) / Math.max(rows, 2.6))) : NODE.h;
  const nodeBoxes = grid(nodes, { x: 592, y: 0 }, columns, height);
  const kubectl: Box = { x: 0, y: apiserver.h * 0.46 - 40, w: 98, h: 80 };
  const objects: Box = { x: 0, y: bottom - 104, w: 150, h: 132 };
  const plan = { kubectl, apiserver, etcd, controllers: loops, scheduler, waiting, objects };
  const right = apiserver.x + apiserver.w;
  const edges = new Map<string, Curve>([
    ['kubectl', curveBetween({ x: apiserver.x, y: kubectl.y + kubectl.h / 2 }, { x: kubectl.x + kubectl.w, y: kubectl.y + kubectl.h / 2 }, 'x')],
    ['etcd', curveBetween({ x: etcd.x + etcd.w / 2, y: apiserver.h }, { x: etcd.x + etcd.w / 2, y: etcd.y }, 'y')],
    ['controllers', curveBetween({ x: right, y: loops.y + Math.min(loops.h / 2, 70) + 18 }, { x: loops.x, y: loops.y + Math.min(loops.h / 2, 70) }, 'x')],
    ['kube-scheduler', curveBetween({ x: right, y: scheduler.y + scheduler.h / 2 }, { x: scheduler.x, y: scheduler.y + scheduler.h / 2 }, 'x')],
  ]);
  nodes.forEach((name, i) => {
    const box = nodeBoxes.get(name);
    if (box === undefined) return;
    const to = { x: box.x, y: box.y + box.h - 24 };
    // Ways to nodes pass between the loops and the scheduler, or below the waiting pods.
    const y = to.y < scheduler.y + 20 ? (loops.h + scheduler.y) / 2 + i * 6 : Math.min(waiting.y + waiting.h + 10 + i * 10, apiserver.h - 10);
    const bend = Math.min(to.x - 26, 566);
    edges.set(`kubelet:${name}`, { from: { x: right, y }, c1: { x: bend, y }, c2: { x: bend, y: to.y }, to });
  });
  return finish('wide', plan, nodeBoxes, stageRows(apiserver, stages, rowHeight), edges);
}

/** For narrow panels and phones: clients above, kube-apiserver and etcd in the middle, nodes below. */
function tall({ aspect, nodes, stages, controllers }: PlanInput): MapPlan {
  const rowHeight = 22;
  const loopsHeight = 34 + Math.max(2, Math.min(4, controllers)) * 20 + 8;
  const kubectl: Box = { x: 0, y: 0, w: 106, h: 80 };
  const objects: Box = { x: 0, y: 96, w: 132, h: 132 };
  const apiserver: Box = { x: 152, y: 0, w: 196, h: HEAD + stages * rowHeight + FOOT };
  const etcd: Box = { x: 0, y: apiserver.h - 104, w: 124, h: 96 };
  const loops: Box = { x: 388, y: 0, w: 132, h: loopsHeight };
  const scheduler: Box = { x: 388, y: loopsHeight + 28, w: 132, h: 62 };
  const waiting: Box = { x: 388, y: scheduler.y + scheduler.h + 8, w: 132, h: 94 };
  const columns = nodes.length <= 4 ? Math.max(1, nodes.length) : nodes.length <= 9 ? 3 : Math.ceil(Math.sqrt(nodes.length * 1.4));
  const width = nodes.length <= 4 ? Math.min(NODE.w, (TALL_WIDTH - (columns - 1) * NODE.gap) / columns) : NODE.w;
  const start = { x: 0, y: Math.max(apiserver.h, waiting.y + waiting.h) + 44 };
  // A panel that is higher than the plan gives its room to the nodes.
  const rows = Math.max(1, Math.ceil(nodes.length / columns));
  const height = Math.min(NODE.h + 40, Math.max(132, ((TALL_WIDTH + 2 * MARGIN) / aspect - start.y - 2 * MARGIN) / rows - NODE.gap));
  const nodeBoxes = grid(nodes, start, columns, height, width);
  const nodesWidth = Math.min(nodes.length, columns) * (width + NODE.gap) - NODE.gap;
  const shift = Math.max(0, (TALL_WIDTH - nodesWidth) / 2);
  const moved = new Map([...nodeBoxes].map(([name, box]) => [name, { ...box, x: box.x + shift }]));
  const plan = { kubectl, apiserver, etcd, controllers: loops, scheduler, waiting, objects };
  const right = apiserver.x + apiserver.w;
  const edges = new Map<string, Curve>([
    ['kubectl', curveBetween({ x: apiserver.x, y: 44 }, { x: kubectl.x + kubectl.w, y: kubectl.y + kubectl.h / 2 }, 'x')],
    ['etcd', curveBetween({ x: apiserver.x, y: etcd.y + 60 }, { x: etcd.x + etcd.w, y: etcd.y + 56 }, 'x')],
    ['controllers', curveBetween({ x: right, y: 60 }, { x: loops.x, y: loops.h / 2 }, 'x')],
    ['kube-scheduler', curveBetween({ x: right, y: scheduler.y + 26 }, { x: scheduler.x, y: scheduler.y + 31 }, 'x')],
  ]);
  nodes.forEach((name, i) => {
    const box = moved.get(name);
    if (box === undefined) return;
    const x = apiserver.x + apiserver.w * (0.25 + 0.5 * (nodes.length === 1 ? 0.5 : i / (nodes.length - 1)));
    edges.set(`kubelet:${name}`, curveBetween({ x, y: apiserver.h }, { x: box.x + 44, y: box.y }, 'y'));
  });
  return finish('tall', plan, moved, stageRows(apiserver, stages, rowHeight), edges);
}

function finish(
  orientation: 'wide' | 'tall', boxes: Pick<MapPlan, 'kubectl' | 'apiserver' | 'etcd' | 'controllers' | 'scheduler' | 'waiting' | 'objects'>,
  nodes: ReadonlyMap<string, Box>, stages: readonly Box[], edges: ReadonlyMap<string, Curve>,
): MapPlan {
  const all = around([...Object.values(boxes), ...nodes.values()]);
  const world: Box = { x: all.x - MARGIN, y: all.y - MARGIN, w: all.w + 2 * MARGIN, h: all.h + 2 * MARGIN };
  return { orientation, world, ...boxes, nodes, stages, edges };
}

function stageRows(apiserver: Box, count: number, height: number): readonly Box[] {
  return Array.from({ length: count }, (_, i) => ({ x: apiserver.x + 10, y: apiserver.y + HEAD + i * height, w: apiserver.w - 20, h: height - 3 }));
}

function grid(names: readonly string[], at: { readonly x: number; readonly y: number }, columns: number, height: number, width: number = NODE.w): ReadonlyMap<string, Box> {
  return new Map(
    names.map((name, i) => [
      name,
      { x: at.x + (i % columns) * (width + NODE.gap), y: at.y + Math.floor(i / columns) * (height + NODE.gap), w: width, h: height },
    ]),
  );
}
