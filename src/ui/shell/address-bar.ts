import type { App } from '../../state/app';

/** Browsers complain when the address changes too often (ms). */
const CALM = 600;

/** Keeps the present state in the address, so that reload brings it back: at once, but not again too soon. */
export function keepAddress(app: App): void {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let written = -CALM;
  const write = (): void => {
    waiting = undefined;
    written = performance.now();
    if (app.playback.store.getState().state === 'playing') {
      soon();
      return;
    }
    const hash = `#${app.link()}`;
    if (hash !== location.hash) history.replaceState(history.state, '', hash);
  };
  const soon = (): void => {
    waiting ??= setTimeout(write, Math.max(0, written + CALM - performance.now()));
  };
  for (const store of [app.session.store, app.playback.playhead, app.selection, app.view]) store.subscribe(soon);
  let leaving = false;
  addEventListener('pagehide', () => {
    if (waiting !== undefined) clearTimeout(waiting);
    if (!leaving) history.replaceState(history.state, '', `#${app.link()}`);
  });
  // Somebody put another link into the address of the open page. What has no fields is a place in the page.
  addEventListener('hashchange', () => {
    if (!location.hash.includes('=')) {
      soon();
      return;
    }
    leaving = true;
    location.reload();
  });
}
