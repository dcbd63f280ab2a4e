import type { KeyboardEvent } from 'react';
import type { Page } from '../app-context';
import type { TimelineController } from './controller';

/** Keys while the timeline has focus. True when the key meant something. */
export function timelineKeys(controller: TimelineController, { app }: Page, event: KeyboardEvent): boolean {
  if (event.metaKey || event.ctrlKey || event.altKey) return false;
  const { begin, end } = app.derived.range();
  switch (event.key) {
    case 'w': case 'W': controller.zoom(0.7); return true;
    case 's': case 'S': controller.zoom(1 / 0.7); return true;
    case 'a': case 'A': controller.pan(-0.15); return true;
    case 'd': case 'D': controller.pan(0.15); return true;
    case 'Home': app.playback.send({ type: 'SEEK', t: begin }); return true;
    case 'End': app.playback.send({ type: 'SEEK', t: end }); return true;
    case 'ArrowLeft': if (event.shiftKey) return false; controller.moveSelection(-1, 0); return true;
    case 'ArrowRight': if (event.shiftKey) return false; controller.moveSelection(1, 0); return true;
    case 'ArrowUp': controller.moveSelection(0, -1); return true;
    case 'ArrowDown': controller.moveSelection(0, 1); return true;
    case 'Escape': app.selection.getState().clear(); return true;
    default: return false;
  }
}
