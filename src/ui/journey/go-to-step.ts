import type { Page } from '../app-context';
import type { Step } from '../../trace/views';

/** Moves playhead and selection to a step; camera and text follow from these. */
export function goToStep({ app }: Pick<Page, 'app'>, step: Step): void {
  app.playback.send({ type: 'PAUSE' });
  app.playback.send({ type: 'SEEK', t: step.begin + 1 });
  app.selection.getState().select({ step: step.id, row: step.anchor, actor: step.actor, component: step.component });
}
