import type { Box } from './geometry';

export interface Cell {
  readonly x: number;
  readonly y: number;
}

/** How pods stand in a box: `large` has room for a name and a word, `medium` for a shape, `small` for a dot. */
export interface Packing {
  readonly size: 'large' | 'medium' | 'small';
  /** Radius of a pod's shape. */
  readonly radius: number;
  /** Centres, relative to the box's own corner, in reading order. */
  readonly cells: readonly Cell[];
}

const LARGE = { w: 52, h: 62, radius: 16 };
/** Below a large pod's shape: its name and its word. */
const WORDS = 28;
const LEAST_RADIUS = 8;

/** The largest packing that holds `count` pods. */
export function pack(count: number, box: Pick<Box, 'w' | 'h'>): Packing {
  const columns = Math.max(1, Math.floor(box.w / LARGE.w));
  const rows = Math.max(1, Math.floor(box.h / LARGE.h));
  if (count <= columns * rows) {
    // In a low box pods are smaller, so that their words stay inside.
    const radius = Math.min(LARGE.radius, (box.h - WORDS) / 2);
    const top = Math.min(7, box.h - 2 * radius - WORDS + 3);
    if (radius >= LEAST_RADIUS) return { size: 'large', radius, cells: cellsOf(count, columns, LARGE.w, LARGE.h).map(({ x, y }) => ({ x, y: y - LARGE.h / 2 + top + radius })) };
  }
  // The widest square pitch at which all fit.
  let pitch = 30;
  while (pitch > 3 && Math.floor(box.w / pitch) * Math.floor(box.h / pitch) < count) pitch -= 0.5;
  const size = pitch >= 15 ? 'medium' : 'small';
  return { size, radius: pitch * (size === 'medium' ? 0.38 : 0.4), cells: cellsOf(count, Math.max(1, Math.floor(box.w / pitch)), pitch, pitch) };
}

function cellsOf(count: number, columns: number, w: number, h: number): readonly Cell[] {
  return Array.from({ length: count }, (_, i) => ({ x: (i % columns) * w + w / 2, y: Math.floor(i / columns) * h + h / 2 }));
}
