import type { Micros } from './types';

/** A monotone piecewise-linear way from clock time (µs) to story time (seconds) and back. */
export interface StoryTime {
  /** Clock times of the joints, strictly increasing, at least two. */
  readonly clock: readonly Micros[];
  /** Story times of the joints, strictly increasing, beginning at 0. */
  readonly story: readonly number[];
}

/** A stretch of clock time that somebody should be able to follow. */
export interface Moment {
  readonly begin: Micros;
  readonly end: Micros;
}

/** Seconds that a joint-to-joint stretch gets, whatever its length in the clock. */
const STEP_LEAST = 0.7;
const STEP_MOST = 2.2;
const IDLE_LEAST = 0.12;
const IDLE_MOST = 1.4;
/** Stretches shorter than this (µs) share one joint: two steps that begin together are one thing to see. */
const TOGETHER: Micros = 20;

/**
 * The warp that gives each moment room and squeezes what lies between. `begin` and `end` bound the log. A stretch that a
 * moment covers gets 0.7 to 2.2 s, growing with the logarithm of its real length; one that none covers 0.12 to 1.4 s.
 */
export function storyTimeOf(moments: readonly Moment[], begin: Micros, end: Micros): StoryTime {
  const last = Math.max(end, begin + 1);
  const joints = jointsOf(moments, begin, last);
  const covered = coverage(moments, joints);
  const story: number[] = [0];
  for (let i = 1; i < joints.length; i++) {
    const length = (joints[i] as number) - (joints[i - 1] as number);
    const seconds = covered[i - 1] === true ? room(length, STEP_LEAST, STEP_MOST) : room(length, IDLE_LEAST, IDLE_MOST);
    story.push((story[i - 1] as number) + seconds);
  }
  return { clock: joints, story };
}

/** Between `least` (a few µs) and `most` (ten seconds and more). */
function room(micros: Micros, least: number, most: number): number {
  const decades = Math.log10(1 + micros / 10) / 6;
  return least + (most - least) * Math.min(1, decades);
}

function jointsOf(moments: readonly Moment[], begin: Micros, end: Micros): Micros[] {
  const times = moments.flatMap((m) => [m.begin, m.end]).filter((t) => t > begin && t < end).sort((a, b) => a - b);
  const joints = [begin];
  for (const t of times) if (t - (joints[joints.length - 1] as number) > TOGETHER) joints.push(t);
  if (end - (joints[joints.length - 1] as number) <= TOGETHER && joints.length > 1) joints.pop();
  joints.push(end);
  return joints;
}

/** Whether a moment covers each stretch between joints. */
function coverage(moments: readonly Moment[], joints: readonly Micros[]): boolean[] {
  const covered: boolean[] = new Array<boolean>(joints.length - 1).fill(false);
  for (const moment of moments) {
    for (let i = Math.max(0, segmentOf(joints, moment.begin)); i < covered.length && (joints[i] as number) < moment.end; i++) {
      // A moment that only touches a stretch does not cover it.
      const middle = ((joints[i] as number) + (joints[i + 1] as number)) / 2;
      if (moment.begin <= middle && middle <= moment.end) covered[i] = true;
    }
  }
  return covered;
}

/** Index of the stretch that holds `value`; -1 before the first joint, the last stretch after the last joint. */
function segmentOf(joints: readonly number[], value: number): number {
  let low = 0;
  let high = joints.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((joints[middle] as number) <= value) low = middle + 1;
    else high = middle;
  }
  return Math.min(low - 1, joints.length - 2);
}

/** Seconds of the whole story. */
export const storyDuration = (warp: StoryTime): number => warp.story[warp.story.length - 1] ?? 0;

/** Story seconds of a clock time; outside the log the slope of the nearest stretch goes on. */
export const toStory = (warp: StoryTime, clock: Micros): number => interpolate(warp.clock, warp.story, clock);

/** Clock time (µs, with a fraction) of story seconds. */
export const toClock = (warp: StoryTime, story: number): Micros => interpolate(warp.story, warp.clock, story);

function interpolate(xs: readonly number[], ys: readonly number[], x: number): number {
  const i = Math.max(0, segmentOf(xs, x));
  const [x0, x1, y0, y1] = [xs[i] as number, xs[i + 1] as number, ys[i] as number, ys[i + 1] as number];
  return y0 + ((x - x0) / (x1 - x0)) * (y1 - y0);
}
