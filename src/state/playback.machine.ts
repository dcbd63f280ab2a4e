import { assign, setup } from 'xstate';

export type TimeMode = 'story' | 'clock';
/** What next and previous go by: steps of the journey, every span of the traced command, chapters. */
export type StepUnit = 'step' | 'event' | 'chapter';

export const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4, 8, 16] as const;
export const slowest = SPEEDS[0];
export const fastest = SPEEDS[SPEEDS.length - 1] ?? 16;

export type PlaybackEvent =
  | { readonly type: 'PLAY' }
  | { readonly type: 'PAUSE' }
  | { readonly type: 'TOGGLE' }
  /** Something new begins at `t`: go there and play. */
  | { readonly type: 'PLAY_FROM'; readonly t: number }
  | { readonly type: 'SEEK'; readonly t: number }
  | { readonly type: 'STEP'; readonly unit: StepUnit; readonly direction: 1 | -1 }
  /** A hand is on the playhead; it moves until RELEASE. */
  | { readonly type: 'GRAB' }
  | { readonly type: 'MOVE'; readonly t: number }
  | { readonly type: 'RELEASE' }
  /** The playhead is at the end of the log and nothing more comes. */
  | { readonly type: 'END' }
  | { readonly type: 'SPEED'; readonly speed: number }
  | { readonly type: 'MODE'; readonly mode: TimeMode };

export interface PlaybackContext {
  readonly speed: number;
  readonly mode: TimeMode;
}

/**
 * Play and pause. Where the playhead is, is the playhead store's to say; actions ask for it to move.
 *
 *   stopped ⇄ playing      GRAB from either leads to scrubbing, RELEASE back to where one came from
 */
export const playbackMachine = setup({
  types: { events: {} as PlaybackEvent, context: {} as PlaybackContext, input: {} as Partial<PlaybackContext> },
  actions: {
    moveTo: (_, _params: { readonly t: number }) => {},
    step: (_, _params: { readonly unit: StepUnit; readonly direction: 1 | -1 }) => {},
    /** Playing from the end starts over at the command's beginning. */
    rewindAtEnd: () => {},
    setSpeed: assign({ speed: (_, params: { readonly speed: number }) => Math.min(fastest, Math.max(slowest, params.speed)) }),
    setMode: assign({ mode: (_, params: { readonly mode: TimeMode }) => params.mode }),
  },
}).createMachine({
  id: 'playback',
  context: ({ input }) => ({ speed: input.speed ?? 1, mode: input.mode ?? 'story' }),
  initial: 'stopped',
  on: {
    SPEED: { actions: { type: 'setSpeed', params: ({ event }) => ({ speed: event.speed }) } },
    MODE: { actions: { type: 'setMode', params: ({ event }) => ({ mode: event.mode }) } },
    PLAY_FROM: { target: '.playing', actions: { type: 'moveTo', params: ({ event }) => ({ t: event.t }) } },
  },
  states: {
    stopped: {
      on: {
        PLAY: { target: 'playing', actions: 'rewindAtEnd' },
        TOGGLE: { target: 'playing', actions: 'rewindAtEnd' },
        GRAB: 'scrubbing.stopped',
        SEEK: { actions: { type: 'moveTo', params: ({ event }) => ({ t: event.t }) } },
        STEP: { actions: { type: 'step', params: ({ event }) => ({ unit: event.unit, direction: event.direction }) } },
      },
    },
    playing: {
      on: {
        PAUSE: 'stopped',
        TOGGLE: 'stopped',
        END: 'stopped',
        GRAB: 'scrubbing.playing',
        SEEK: { actions: { type: 'moveTo', params: ({ event }) => ({ t: event.t }) } },
        // Who steps wants to look: playing stops.
        STEP: { target: 'stopped', actions: { type: 'step', params: ({ event }) => ({ unit: event.unit, direction: event.direction }) } },
      },
    },
    scrubbing: {
      initial: 'stopped',
      on: { MOVE: { actions: { type: 'moveTo', params: ({ event }) => ({ t: event.t }) } }, PAUSE: '.stopped', PLAY: '.playing' },
      states: {
        stopped: { on: { RELEASE: '#playback.stopped', TOGGLE: 'playing' } },
        playing: { on: { RELEASE: '#playback.playing', TOGGLE: 'stopped' } },
      },
    },
  },
});
