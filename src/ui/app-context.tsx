import { createContext, use } from 'react';
import type { App } from '../state/app';
import { useStore } from '../state/use';
import type { SelectionState } from '../state/selection';
import type { SessionState } from '../state/session';
import type { ViewState } from '../state/view';
import type { PlaybackState } from '../state/playback';
import type { Moment, MomentStore } from './moment';
import type { Shell } from './shell/shell-store';

/** The page's App, and what only the page itself needs. */
export interface Page {
  readonly app: App;
  /** The playhead and the log's version as one store: what derived readers depend on. */
  readonly moment: MomentStore;
  readonly shell: Shell;
}

export const PageContext = createContext<Page | undefined>(undefined);

export function usePage(): Page {
  const page = use(PageContext);
  if (page === undefined) throw new Error('no page around this component');
  return page;
}

export const useApp = (): App => usePage().app;
export const useSession = <T,>(select: (state: SessionState) => T): T => useStore(useApp().session.store, select);
export const useSelection = <T,>(select: (state: SelectionState) => T): T => useStore(useApp().selection, select);
export const useView = <T,>(select: (state: ViewState) => T): T => useStore(useApp().view, select);
export const usePlayback = <T,>(select: (state: PlaybackState) => T): T => useStore(useApp().playback.store, select);
/** Something that depends on the playhead or the log. `select` must give the same object while nothing changes. */
export const useMoment = <T,>(select: (moment: Moment) => T): T => useStore(usePage().moment, select);
