import { Engine } from '../../worker/engine';
import { smallCluster } from '../../worker/testing/small-cluster';
import type { Connect } from '../engine-connection';
import type { Frames } from '../playback';

/** A worker whose turns, and a page whose frames, a test gives by hand. */
export interface Hand {
  readonly connect: Connect;
  readonly later: (task: () => void) => void;
  readonly frames: Frames;
  /** Lets the worker and the page do all that waits. */
  finish(): void;
  turns(count: number): void;
  /** Draws one frame, so many ms after the one before. */
  draw(milliseconds: number): void;
  /** Kills the worker. */
  crash(): void;
  readonly lives: () => number;
}

export function hand(): Hand {
  const tasks: (() => void)[] = [];
  let crash = (): void => {};
  let lives = 0;
  let frame: ((milliseconds: number) => void) | undefined;
  let clock = 0;
  const turns = (count: number): void => {
    for (let i = 0; i < count && tasks.length > 0; i++) tasks.shift()?.();
  };
  return {
    connect: ({ message, crashed }) => {
      let open = true;
      let now = 0;
      lives++;
      const engine = new Engine({
        boot: ({ seed }) => smallCluster(seed), post: (m) => tasks.push(() => open && message(structuredClone(m))), soon: (task) => tasks.push(() => open && task()), now: () => (now += 0.05),
      });
      crash = () => {
        open = false;
        crashed('out of memory');
      };
      return { send: (m) => open && engine.receive(structuredClone(m)), close: () => (open = false) };
    },
    later: (task) => tasks.push(task),
    frames: {
      request: (callback) => {
        frame = callback;
        return 1;
      },
      cancel: () => (frame = undefined),
    },
    turns,
    finish: () => turns(Infinity),
    draw: (milliseconds) => {
      clock += milliseconds;
      const run = frame;
      frame = undefined;
      run?.(clock);
    },
    crash: () => crash(),
    lives: () => lives,
  };
}
