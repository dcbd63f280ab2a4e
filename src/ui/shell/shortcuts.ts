import { useEffect } from 'react';
import { SPEEDS } from '../../state/playback.machine';
import { usePage, type Page } from '../app-context';

/** Keys that work everywhere but where text is typed. The help dialog lists them: `keys` of the texts. */
export function useShortcuts(): void {
  const page = usePage();
  useEffect(() => {
    const heard = (event: KeyboardEvent): void => {
      if (event.defaultPrevented) return;
      if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        page.shell.ask('openSearch', undefined);
        return;
      }
      if (event.metaKey || event.ctrlKey || event.altKey || typesText(event.target)) return;
      if (act(page, event)) event.preventDefault();
    };
    addEventListener('keydown', heard);
    return () => removeEventListener('keydown', heard);
  }, [page]);
}

/** True when the key meant something. */
function act({ app, shell }: Page, event: KeyboardEvent): boolean {
  const { playback, derived, session } = app;
  const { speed, mode } = playback.store.getState();
  if (event.key === '?') shell.ask('openHelp', undefined);
  else if (event.key === '/') shell.ask('openSearch', undefined);
  else if (event.key === '`') shell.ask('focusTerminal', undefined);
  else if (session.store.getState().commands.length === 0) return false;
  else {
    switch (event.key) {
      case ' ':
        // On a button the space bar presses it.
        if (event.target instanceof HTMLElement && event.target.closest('button, a, summary, [role="button"]') !== null) return false;
        playback.send({ type: 'TOGGLE' });
        break;
      case 'k': playback.send({ type: 'TOGGLE' }); break;
      case 'ArrowRight': case 'ArrowLeft': {
        if (insideWidget(event.target)) return false;
        const direction = event.key === 'ArrowRight' ? 1 : -1;
        stepped(app, event.shiftKey ? 'chapter' : 'step', direction);
        break;
      }
      case 'n': stepped(app, 'step', 1); break;
      case 'p': stepped(app, 'step', -1); break;
      case '.': stepped(app, 'event', 1); break;
      case ',': stepped(app, 'event', -1); break;
      case 'Home': playback.send({ type: 'SEEK', t: derived.range().begin }); break;
      case 'End': playback.send({ type: 'SEEK', t: derived.range().end }); break;
      case '[': playback.send({ type: 'SPEED', speed: [...SPEEDS].reverse().find((s) => s < speed) ?? speed }); break;
      case ']': playback.send({ type: 'SPEED', speed: SPEEDS.find((s) => s > speed) ?? speed }); break;
      case 't': playback.send({ type: 'MODE', mode: mode === 'story' ? 'clock' : 'story' }); break;
      case '0': shell.ask('fitMap', undefined); break;
      case 'f': shell.ask('fitTimeline', undefined); break;
      case 'Escape': app.selection.getState().clear(); break;
      default: return false;
    }
  }
  return true;
}

/** Steps, and lets the text follow the story instead of what was selected before. */
export function stepped(app: Page['app'], unit: 'step' | 'event' | 'chapter', direction: 1 | -1): void {
  app.playback.send({ type: 'STEP', unit, direction });
  app.selection.getState().clear();
}

function typesText(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}

/** Tabs, menus, toolbars and sliders use arrow keys themselves. */
function insideWidget(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('[role="tablist"], [role="menu"], [role="radiogroup"], [role="group"].segmented, [role="separator"], .segmented') !== null;
}
