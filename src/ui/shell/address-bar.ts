import type { App } from '../../state/app';

/** Browsers complain when the address changes too often. */
const CALM = 600;

/** Keeps the present state in the address, a moment after it last changed; reload brings it back. */
export function keepAddress(app: App): void {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const write = (): void => {
    waiting = undefined;
    if (app.playback.store.getState().state === 'playing') {
      soon();
      return;
    }
    const hash = `#${app.link()}`;
    if (hash !== location.hash) history.replaceState(history.state, '', hash);
  };
  const soon = (): void => {
    waiting ??= setTimeout(write, CALM);
  };
  for (const store of [app.session.store, app.playback.playhead, app.selection, app.view]) store.subscribe(soon);
  addEventListener('pagehide', () => {
    if (waiting !== undefined) clearTimeout(waiting);
    history.replaceState(history.state, '', `#${app.link()}`);
  });
}
