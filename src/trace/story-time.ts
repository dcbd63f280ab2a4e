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
const STEP_MOST = 2;
/** What is left of a step after another one began or ended within it. */
const REST_LEAST = 0.15;
const REST_MOST = 1.2;
const IDLE_LEAST = 0.1;
const IDLE_MOST = 1;
/** Stretches shorter than this (µs) share one joint: two steps that begin together are one thing to see. */
const TOGETHER: Micros = 20;

/**
 * The warp that gives each moment room and squeezes what lies between. `begin` and `end` bound the log. A stretch with which
 * a moment begins gets 0.7 to 2 s, growing with the logarithm of its real length; what other moments cut off it 0.15 to
 * 1.2 s, and a stretch that no moment covers 0.1 to 1 s.
 */
export function storyTimeOf(moments: readonly Moment[], begin: Micros, end: Micros): StoryTime {
  const last = Math.max(end, begin + 1);
  const joints = jointsOf(moments, begin, last);
  const kinds = stretchKinds(moments, joints);
  const story: number[] = [0];
  for (let i = 1; i < joints.length; i++) {
    const length = (joints[i] as number) - (joints[i - 1] as number);
    story.push((story[i - 1] as number) + room(length, ...ROOM[kinds[i - 1] ?? 'idle']));
  }
  return { clock: joints, story };
}

type StretchKind = 'step' | 'rest' | 'idle';
const ROOM: Readonly<Record<StretchKind, readonly [number, number]>> = { step: [STEP_LEAST, STEP_MOST], rest: [REST_LEAST, REST_MOST], idle: [IDLE_LEAST, IDLE_MOST] };

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

/** What each stretch between joints is to the moments. */
function stretchKinds(moments: readonly Moment[], joints: readonly Micros[]): StretchKind[] {
  const kinds = new Array<StretchKind>(joints.length - 1).fill('idle');
  for (const moment of moments) {
    // A moment that shares its joint with one before it begins up to that much after the joint.
    let begins = true;
    for (let i = Math.max(0, segmentOf(joints, moment.begin)); i < kinds.length && (joints[i] as number) < Math.max(moment.end, moment.begin + 1); i++) {
      const middle = ((joints[i] as number) + (joints[i + 1] as number)) / 2;
      // A moment that only touches a stretch does not cover it, but for one without length.
      if (moment.end > moment.begin && (middle < moment.begin || middle > moment.end)) continue;
      if (begins) kinds[i] = 'step';
      else if (kinds[i] === 'idle') kinds[i] = 'rest';
      begins = false;
    }
  }
  return kinds;
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
