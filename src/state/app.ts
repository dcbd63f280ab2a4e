import type { StoreApi } from 'zustand/vanilla';
import { readLink, writeLink, type Link } from './address';
import { createDerived, type Derived } from './derived';
import type { Connect } from './engine-connection';
import { createPlayback, type Frames, type Playback } from './playback';
import { createSelection, type SelectionState } from './selection';
import { createSession, type Session } from './session';
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
  runHere(line: string): number;
  /** The present state as the part of an address after `#`. */
  link(): string;
  /** The page was opened by a link, and the log has not come to its playhead yet. */
  arriving(): boolean;
  /** Fields of the link that could not be read. */
  readonly badFields: readonly string[];
  dispose(): void;
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
}

const DEFAULT_VERSION = '1.35';
const DEFAULT_SEED = 42;

export function createApp(deps: AppDeps): App {
  const { link, bad } = readLink(deps.hash);
  const options = { scenario: link.scenario, version: link.version ?? DEFAULT_VERSION, seed: link.seed ?? DEFAULT_SEED };
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
  session.start(options, link.plan ?? []);

  return {
    session, playback, selection, view, derived, badFields: bad,
    run(line, more) {
      playFrom = session.execute(line, more);
      return playFrom;
    },
    runHere(line) {
      playFrom = session.branch(Math.round(playback.playhead.getState().t), line);
      return playFrom;
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
