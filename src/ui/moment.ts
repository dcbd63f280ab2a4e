import type { App } from '../state/app';
import type { Readable } from '../state/readable';
import type { Micros } from '../trace/types';

/** What all that is drawn is a function of: how far the log goes, and where the playhead is. */
export interface Moment {
  readonly t: Micros;
  readonly version: number;
}

export type MomentStore = Readable<Moment>;

/** Joins the playhead and the log's version; a listener hears of either. */
export function createMoment({ session, playback }: Pick<App, 'session' | 'playback'>): MomentStore {
  let last: Moment = { t: 0, version: -1 };
  const read = (): Moment => {
    const { t } = playback.playhead.getState();
    const { version } = session.store.getState();
    if (last.t !== t || last.version !== version) last = { t, version };
    return last;
  };
  return {
    getState: read,
    getInitialState: read,
    subscribe(listener) {
      let before = read();
      const heard = (): void => {
        const now = read();
        if (now === before) return;
        const was = before;
        before = now;
        listener(now, was);
      };
      const stops = [playback.playhead.subscribe(heard), session.store.subscribe(heard)];
      return () => stops.forEach((stop) => stop());
    },
  };
}
