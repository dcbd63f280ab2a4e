/** A stretch of the time axis: µs in clock time, seconds in story time. */
export type Window = readonly [from: number, to: number];

/** Where a time stands on the canvas, and back. */
export interface Scale {
  readonly window: Window;
  readonly left: number;
  readonly width: number;
  x(time: number): number;
  time(x: number): number;
}

export function scaleOf(window: Window, left: number, width: number): Scale {
  const span = Math.max(1e-9, window[1] - window[0]);
  return {
    window, left, width,
    x: (time) => left + ((time - window[0]) / span) * width,
    time: (x) => window[0] + ((x - left) / width) * span,
  };
}

/** Zooms so that the time under `x` stays there; never past `whole`, never below `least`. */
export function zoomed(window: Window, anchor: number, factor: number, whole: Window, least: number): Window {
  const span = Math.min(whole[1] - whole[0], Math.max(least, (window[1] - window[0]) * factor));
  const part = (anchor - window[0]) / Math.max(1e-9, window[1] - window[0]);
  return inside([anchor - span * part, anchor + span * (1 - part)], whole);
}

export const panned = (window: Window, by: number, whole: Window): Window => inside([window[0] + by, window[1] + by], whole);

/** Moves a window into the whole; one that is too large becomes the whole. */
export function inside([from, to]: Window, whole: Window): Window {
  const span = to - from;
  if (span >= whole[1] - whole[0]) return whole;
  if (from < whole[0]) return [whole[0], whole[0] + span];
  if (to > whole[1]) return [whole[1] - span, whole[1]];
  return [from, to];
}

/** Round times for a ruler, about one every `room` pixels: 1, 2, 5 times a power of ten. */
export function ticks(scale: Scale, room: number): readonly number[] {
  const [from, to] = scale.window;
  const raw = ((to - from) * room) / Math.max(1, scale.width);
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= raw) ?? raw;
  const found: number[] = [];
  for (let i = Math.ceil(from / step); i * step <= to; i++) found.push(i * step);
  return found;
}
