import type { ComponentId, SpanRow } from '../../trace/types';
import type { Bar } from '../../trace/views';
import type { Scale } from './scale';

/** One lane as drawn. */
export interface DrawnLane {
  readonly id: string;
  readonly component: ComponentId;
  readonly depth: number;
  /** Top and height in pixels of the scrolled content. */
  readonly y: number;
  readonly height: number;
  readonly rowHeight: number;
  readonly bars: readonly Bar[];
}

export interface ChapterBand {
  readonly id: string;
  /** Its title, the longest form first. */
  readonly titles: readonly string[];
  readonly component: ComponentId;
  readonly x0: number;
  readonly x1: number;
  readonly current: boolean;
}

/** An arrow between two spans: `cause` leads to the selection, `effect` away from it. */
export interface Arrow {
  readonly kind: 'cause' | 'effect';
  readonly component: ComponentId;
  readonly from: { readonly x: number; readonly y: number };
  readonly to: { readonly x: number; readonly y: number };
}

export interface PathPiece {
  readonly component: ComponentId;
  readonly x0: number;
  readonly x1: number;
  readonly waiting: boolean;
}

/** All that one picture of the timeline shows; positions are in pixels, scrolled and zoomed. */
export interface TimelineModel {
  readonly width: number;
  readonly height: number;
  readonly scale: Scale;
  readonly scrollTop: number;
  readonly ticks: readonly { readonly x: number; readonly label: string }[];
  readonly chapters: readonly ChapterBand[];
  readonly path: readonly PathPiece[];
  readonly lanes: readonly DrawnLane[];
  readonly arrows: readonly Arrow[];
  readonly selected: SpanRow | undefined;
  readonly hovered: SpanRow | undefined;
  readonly onPath: ReadonlySet<SpanRow>;
  readonly pathOnly: boolean;
  /** What stands in a bar, the longest form first. */
  readonly label: (bar: Bar) => readonly string[];
}

export const HEAD_HEIGHT = 26;
export const PATH_HEIGHT = 16;
export const TOP = HEAD_HEIGHT + PATH_HEIGHT;
