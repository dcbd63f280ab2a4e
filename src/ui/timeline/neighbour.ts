import type { Bar } from '../../trace/views';
import type { TimelineModel } from './model';

/**
 * The bar beside the selected one: before or after it in its lane, or the nearest in the next lane up or down that has any.
 * Without a selection in sight it is the first bar from the playhead on.
 */
export function neighbourOf(model: Pick<TimelineModel, 'lanes' | 'selected'>, playhead: number, dx: -1 | 0 | 1, dy: -1 | 0 | 1): Bar | undefined {
  const here = model.lanes.findIndex((lane) => lane.bars.some((bar) => bar.span === model.selected));
  const bars = model.lanes[here]?.bars ?? [];
  const bar = bars.find((b) => b.span === model.selected);
  if (bar === undefined) return model.lanes.flatMap((lane) => lane.bars).find((b) => b.x0 >= playhead - 1) ?? model.lanes[0]?.bars[0];
  if (dx !== 0) return bars[bars.indexOf(bar) + dx];
  if (dy === 0) return undefined;
  for (let i = here + dy; i >= 0 && i < model.lanes.length; i += dy) {
    const nearest = [...(model.lanes[i]?.bars ?? [])].sort((a, b) => Math.abs(a.x0 - bar.x0) - Math.abs(b.x0 - bar.x0))[0];
    if (nearest !== undefined) return nearest;
  }
  return undefined;
}
