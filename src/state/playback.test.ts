import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { Derived } from './derived';
import { createPlayback, type Frames } from './playback';
import { playbackMachine } from './playback.machine';

/** Frames that a test draws by hand. */
function handFrames(): Frames & { draw(milliseconds: number): void; readonly waiting: () => boolean } {
  let callback: ((ms: number) => void) | undefined;
  let now = 0;
  return {
    request: (run) => {
      callback = run;
      return 1;
    },
    cancel: () => (callback = undefined),
    draw: (ms) => {
      now += ms;
      const run = callback;
      callback = undefined;
      run?.(now);
    },
    waiting: () => callback !== undefined,
  };
}

/** A log of ten seconds whose story lasts twenty, with steps at 2 and 6 s. */
const derived = {
  range: () => ({ begin: 0, end: 10_000_000 }),
  storyTime: () => ({ clock: [0, 1_000_000, 10_000_000], story: [0, 10, 20] }),
  journeys: () => [{ command: { sent: 0 }, steps: [{ begin: 2_000_000 }, { begin: 6_000_000 }], chapters: [{ begin: 6_000_000 }] }],
  journeyAt: () => ({ command: { sent: 500_000 } }),
} as unknown as Derived;

describe('playback', () => {
  it('moves the playhead at the pace of the story, or of the clock', () => {
    const frames = handFrames();
    const playback = createPlayback({ derived, frames, growing: () => false });
    playback.send({ type: 'PLAY' });
    frames.draw(16);
    for (let i = 0; i < 10; i++) frames.draw(100);
    expect(playback.playhead.getState().t).toBeCloseTo(100_000, 0);
    playback.send({ type: 'MODE', mode: 'clock' });
    for (let i = 0; i < 10; i++) frames.draw(100);
    expect(playback.playhead.getState().t).toBeCloseTo(1_100_000, 0);
  });

  it('stops at the end of the log, waits there while more is to come', () => {
    const frames = handFrames();
    let growing = true;
    const playback = createPlayback({ derived, frames, growing: () => growing }, { mode: 'clock', speed: 16 });
    playback.send({ type: 'PLAY' });
    for (let i = 0; i < 12; i++) frames.draw(100);
    expect(playback.playhead.getState().t).toBe(10_000_000);
    expect(playback.store.getState().state).toBe('playing');
    growing = false;
    frames.draw(100);
    expect(playback.store.getState().state).toBe('stopped');
    expect(frames.waiting()).toBe(false);
  });

  it('played from the end begins again at the command', () => {
    const playback = createPlayback({ derived, frames: handFrames(), growing: () => false });
    playback.send({ type: 'SEEK', t: 10_000_000 });
    playback.send({ type: 'PLAY' });
    expect(playback.playhead.getState().t).toBe(500_000);
  });

  it('steps to the next and previous step and chapter, and stops there', () => {
    const playback = createPlayback({ derived, frames: handFrames(), growing: () => false });
    playback.send({ type: 'PLAY' });
    playback.send({ type: 'STEP', unit: 'step', direction: 1 });
    expect(playback.playhead.getState().t).toBe(2_000_000);
    expect(playback.store.getState().state).toBe('stopped');
    playback.send({ type: 'STEP', unit: 'chapter', direction: 1 });
    expect(playback.playhead.getState().t).toBe(6_000_000);
    playback.send({ type: 'STEP', unit: 'step', direction: -1 });
    expect(playback.playhead.getState().t).toBe(2_000_000);
  });

  it('while a hand is on the playhead moves with the hand alone, and goes on as before afterwards', () => {
    const frames = handFrames();
    const playback = createPlayback({ derived, frames, growing: () => false });
    playback.send({ type: 'PLAY' });
    playback.send({ type: 'GRAB' });
    playback.send({ type: 'MOVE', t: 3_000_000 });
    frames.draw(100);
    expect(playback.playhead.getState().t).toBe(3_000_000);
    playback.send({ type: 'RELEASE' });
    expect(playback.store.getState().state).toBe('playing');
  });

  it('never leaves the log', () => {
    const playback = createPlayback({ derived, frames: handFrames(), growing: () => false });
    playback.send({ type: 'SEEK', t: 99e9 });
    expect(playback.playhead.getState().t).toBe(10_000_000);
    playback.send({ type: 'SEEK', t: -5 });
    expect(playback.playhead.getState().t).toBe(0);
  });

  it('keeps its speed between 0.1 and 16', () => {
    const actor = createActor(playbackMachine, { input: {} }).start();
    actor.send({ type: 'SPEED', speed: 100 });
    expect(actor.getSnapshot().context.speed).toBe(16);
    actor.send({ type: 'SPEED', speed: 0 });
    expect(actor.getSnapshot().context.speed).toBe(0.1);
  });
});
