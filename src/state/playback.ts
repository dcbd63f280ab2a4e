import { createActor, type SnapshotFrom } from 'xstate';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Micros } from '../trace/types';
import { playScale, type Derived } from './derived';
import { playbackMachine, type PlaybackContext, type PlaybackEvent } from './playback.machine';
import type { Readable } from './readable';
import { stepFrom } from './stepping';

export interface PlayheadState {
  /** Clock time in µs, with a fraction while it plays. */
  readonly t: Micros;
}

export interface PlaybackState extends PlaybackContext {
  readonly state: 'stopped' | 'playing' | 'scrubbing';
}

/** Whatever calls back before the next picture, with the time in ms; a test gives its own. */
export interface Frames {
  request(callback: (milliseconds: number) => void): number;
  cancel(id: number): void;
}

export interface Playback {
  readonly playhead: StoreApi<PlayheadState>;
  readonly store: Readable<PlaybackState>;
  send(event: PlaybackEvent): void;
  dispose(): void;
}

export interface PlaybackDeps {
  readonly derived: Derived;
  readonly frames: Frames;
  /** More of the log is to come: at its end the playhead waits instead of stopping. */
  readonly growing: () => boolean;
}

/** The longest step of one frame (s): after a pause of the tab the story goes on where it was. */
const LONGEST_FRAME = 0.1;

export function createPlayback({ derived, frames, growing }: PlaybackDeps, first: Partial<PlaybackContext> = {}): Playback {
  const playhead = createStore<PlayheadState>(() => ({ t: 0 }));
  const moveTo = (t: Micros): void => {
    const { begin, end } = derived.range();
    playhead.setState({ t: Math.min(Math.max(t, begin), end) });
  };
  const actor = createActor(
    playbackMachine.provide({
      actions: {
        moveTo: (_, { t }) => moveTo(t),
        step: (_, { unit, direction }) => {
          const t = stepFrom(derived, playhead.getState().t, unit, direction);
          if (t !== undefined) moveTo(t);
        },
        rewindAtEnd: () => {
          const { t } = playhead.getState();
          if (t < derived.range().end || growing()) return;
          const command = derived.journeyAt(t)?.command;
          if (command !== undefined) moveTo(command.sent);
        },
      },
    }),
    { input: first },
  );
  const store = createStore<PlaybackState>(() => stateOf(actor.getSnapshot()));
  actor.subscribe((snapshot) => store.setState(stateOf(snapshot)));
  actor.start();

  let frame: number | undefined;
  let before: number | undefined;
  const tick = (now: number): void => {
    frame = undefined;
    const seconds = before === undefined ? 0 : Math.min((now - before) / 1000, LONGEST_FRAME);
    before = now;
    advance(seconds);
    run();
  };
  const advance = (seconds: number): void => {
    const { speed, mode } = store.getState();
    const { t } = playhead.getState();
    const scale = playScale(derived, mode);
    const { end } = derived.range();
    const next = scale.toMicros(scale.toSeconds(t) + seconds * speed);
    moveTo(next);
    if (next >= end && !growing()) actor.send({ type: 'END' });
  };
  const run = (): void => {
    const playing = store.getState().state === 'playing';
    if (playing && frame === undefined) frame = frames.request(tick);
    if (!playing) {
      if (frame !== undefined) frames.cancel(frame);
      frame = undefined;
      before = undefined;
    }
  };
  store.subscribe(run);
  return {
    playhead,
    store,
    send: (event) => actor.send(event),
    dispose() {
      actor.stop();
      if (frame !== undefined) frames.cancel(frame);
    },
  };
}

function stateOf(snapshot: SnapshotFrom<typeof playbackMachine>): PlaybackState {
  const state = snapshot.matches('playing') ? 'playing' : snapshot.matches('scrubbing') ? 'scrubbing' : 'stopped';
  return { state, speed: snapshot.context.speed, mode: snapshot.context.mode };
}
