import type { StoreApi } from 'zustand/vanilla';
import type { Micros } from '../trace/types';
import { readLink, writeLink, type Link } from './address';
import { createDerived, type Derived } from './derived';
import type { Connect } from './engine-connection';
import { createPlayback, type Frames, type Playback } from './playback';
import { createSelection, type SelectionState } from './selection';
import { createSession, type PlannedInput, type Session, type StartOptions } from './session';
import { createView, type TextStorage, type ViewState } from './view';

/** All that the page knows and can do. One a page. */
export interface App {
  readonly session: Session;
  readonly playback: Playback;
  readonly selection: StoreApi<SelectionState>;
  readonly view: StoreApi<ViewState>;
  readonly derived: Derived;
  /** Runs a line at the end of the log and plays from there. Returns the command's id. */
  run(line: string, more?: { readonly stdin?: string | undefined; readonly user?: string | undefined }): number;
  /** Runs a line at the playhead: what had come after it is dropped. */
  runHere(line: string, more?: { readonly stdin?: string | undefined }): number;
  /** Starts anew on another cluster and plays the plan from its first command, or stands still at `at`. What was selected is of another log. */
  start(options: StartOptions, plan: readonly PlannedInput[], at?: Micros): void;
  /** Repeats commands on a second cluster, in a worker of its own, without touching this run. Whoever asks disposes of it. */
  beside(options: StartOptions, plan: readonly PlannedInput[]): Beside;
  /** The present state as the part of an address after `#`. */
  link(): string;
  /** The page was opened by a link, and the log has not come to its playhead yet. */
  arriving(): boolean;
  /** Fields of the link that could not be read. */
  readonly badFields: readonly string[];
  dispose(): void;
}

/** A second run, to be held against the present one. */
export interface Beside {
  readonly session: Session;
  readonly derived: Derived;
}

export interface AppDeps {
  readonly connect: Connect;
  readonly frames: Frames;
  readonly later: (task: () => void, milliseconds: number) => void;
  readonly storage: TextStorage | undefined;
  /** The part of the address after `#`. */
  readonly hash: string;
  /** What the browser prefers. */
  readonly language: 'en' | 'zh';
  /** What a link means that names a scenario and no commands. */
  readonly library?: (scenario: string) => { readonly plan: readonly PlannedInput[]; readonly nodes: number | undefined } | undefined;
}

const DEFAULT_VERSION = '1.35';
const DEFAULT_SEED = 42;

export function createApp(deps: AppDeps): App {
  const { link, bad } = readLink(deps.hash);
  const named = link.scenario !== undefined && link.plan === undefined ? deps.library?.(link.scenario) : undefined;
  const unknown = deps.library !== undefined && link.scenario !== undefined && link.plan === undefined && named === undefined;
  const options = { scenario: link.scenario, version: link.version ?? DEFAULT_VERSION, seed: link.seed ?? DEFAULT_SEED, nodes: link.nodes ?? named?.nodes };
  const session = createSession({ connect: deps.connect, later: deps.later }, options);
  const derived = createDerived(() => session.store.getState());
  const growing = (): boolean => ['starting', 'working', 'restarting'].includes(session.store.getState().phase);
  const playback = createPlayback({ derived, frames: deps.frames, growing }, { ...(link.mode === undefined ? {} : { mode: link.mode }), ...(link.speed === undefined ? {} : { speed: link.speed }) });
  const selection = createSelection();
  selection.getState().select({ row: link.row, subject: link.subject, step: link.step });
  const view = createView(deps.storage, { language: deps.language }, {
    ...(link.language === undefined ? {} : { language: link.language }), ...(link.theme === undefined ? {} : { theme: link.theme }), ...(link.tab === undefined ? {} : { inspectorTab: link.tab }),
    timelineWindow: link.window, camera: link.camera,
  });

  /** A new command is played from its beginning as soon as the engine has taken it. */
  let playFrom: number | undefined;
  let wanted = link.t;
  session.store.subscribe((state, before) => {
    // The stories are told again here, in the task that brought the news, and not by the first view of the next frame.
    if (state.version !== before.version) derived.storyTime();
    if (state.trace !== before.trace && state.session !== before.session && state.phase === 'starting') playback.send({ type: 'SEEK', t: 0 });
    const taken = playFrom === undefined ? undefined : state.commands.find((c) => c.id === playFrom)?.at;
    if (taken !== undefined && state.until >= taken) {
      playFrom = undefined;
      playback.send({ type: 'PLAY_FROM', t: taken });
    }
    // A link's playhead is reached once the log has come so far; without one the page stands at its beginning.
    if (wanted !== undefined && state.readyAt !== undefined && (state.until >= wanted || state.phase === 'ready')) {
      playback.send({ type: 'SEEK', t: wanted });
      wanted = undefined;
    } else if (wanted === undefined && before.readyAt === undefined && state.readyAt !== undefined) playback.send({ type: 'SEEK', t: state.readyAt });
  });
  session.start(options, link.plan ?? named?.plan ?? []);

  return {
    session, playback, selection, view, derived, badFields: unknown ? [...bad, 's'] : bad,
    run(line, more) {
      playFrom = session.execute(line, more);
      return playFrom;
    },
    runHere(line, more) {
      playFrom = session.branch(Math.round(playback.playhead.getState().t), line, more);
      return playFrom;
    },
    start(next, plan, at) {
      playback.send({ type: 'PAUSE' });
      wanted = undefined;
      selection.getState().clear();
      session.start(next, plan);
      // Only now: of the run before it the log may reach there already.
      wanted = at;
      playFrom = at !== undefined ? undefined : plan.flatMap(({ action }) => (action.type === 'execute' ? [action.id] : []))[0];
    },
    beside(next, plan) {
      const second = createSession({ connect: deps.connect, later: deps.later }, next);
      second.start(next, plan);
      return { session: second, derived: createDerived(() => second.store.getState()) };
    },
    link: () => writeLink(linkOf()),
    arriving: () => wanted !== undefined,
    dispose() {
      playback.dispose();
      session.dispose();
    },
  };

  function linkOf(): Link {
    const { options: present } = session.store.getState();
    const { row, subject, step } = selection.getState();
    const { mode, speed } = playback.store.getState();
    const { language, theme, inspectorTab, timelineWindow, camera } = view.getState();
    return {
      ...present, plan: session.plan(), t: wanted ?? playback.playhead.getState().t, mode, ...(speed === 1 ? {} : { speed }), row, subject, step, language, theme,
      tab: inspectorTab, window: timelineWindow, camera,
    };
  }
}
