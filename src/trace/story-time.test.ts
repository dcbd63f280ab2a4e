import { describe, expect, it } from 'vitest';
import { Prng } from '../base/prng';
import { storyDuration, storyTimeOf, toClock, toStory, type Moment } from './story-time';

/** Moments of all lengths, some at the same time, some beyond the log. */
function randomMoments(random: Prng, end: number): Moment[] {
  return Array.from({ length: random.int(60) }, () => {
    const begin = random.int(end * 1.1);
    return { begin, end: begin + random.int(10 ** (1 + random.int(6))) };
  });
}

describe('story time', () => {
  it('rises with clock time and can be turned back, whatever the moments', () => {
    for (let seed = 0; seed < 60; seed++) {
      const random = new Prng(seed, 'story');
      const end = 1 + random.int(40_000_000);
      const warp = storyTimeOf(randomMoments(random, end), 0, end);
      let before = -Infinity;
      for (let i = 0; i <= 100; i++) {
        const clock = (end * i) / 100;
        const story = toStory(warp, clock);
        expect(story, `seed ${seed} at ${clock}`).toBeGreaterThan(before);
        expect(Math.abs(toClock(warp, story) - clock), `seed ${seed} at ${clock}`).toBeLessThan(1e-3);
        before = story;
      }
      expect(toStory(warp, 0)).toBe(0);
      expect(toStory(warp, end)).toBeCloseTo(storyDuration(warp), 9);
    }
  });

  it('gives a stage of 20 µs more room than a wait of a second', () => {
    const warp = storyTimeOf([{ begin: 100, end: 130 }], 0, 1_000_130);
    expect(toStory(warp, 130) - toStory(warp, 100)).toBeGreaterThan(0.7);
    expect(toStory(warp, 1_000_130) - toStory(warp, 130)).toBeLessThan(1.4);
  });

  it('goes on with the slope of the last stretch beyond the log', () => {
    const warp = storyTimeOf([], 1000, 2000);
    expect(toStory(warp, 3000)).toBeCloseTo(2 * storyDuration(warp), 9);
    expect(toStory(warp, 0)).toBeLessThan(0);
  });

  it('is there for a log without any moment or length', () => {
    const warp = storyTimeOf([], 5, 5);
    expect(storyDuration(warp)).toBeGreaterThan(0);
    expect(toClock(warp, toStory(warp, 5))).toBe(5);
  });
});
