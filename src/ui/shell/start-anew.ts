import type { Texts } from '../../i18n/en';
import { libraryScenario } from '../../scenarios/library/library';
import type { App } from '../../state/app';
import type { PlannedInput, StartOptions } from '../../state/session';
import type { Shell } from './shell-store';
import { storyOf } from './stories';

/**
 * Starts another run in the place of the present one. What somebody typed is not lost: a notice offers the way back to it.
 * `said` stands before it.
 */
export function startAnew(app: App, shell: Shell, t: Texts, options: StartOptions, plan: readonly PlannedInput[], said?: string): void {
  const before = { options: app.session.store.getState().options, plan: app.session.plan(), t: app.playback.playhead.getState().t };
  const typed = app.session.store.getState().commands.map((c) => c.line);
  app.start(options, plan);
  const story = storyOf(before.options, typed);
  const known = story === 'own' || (story !== undefined && libraryScenario(story)?.steps.filter((step) => 'line' in step).length === typed.length);
  if (known && said === undefined) {
    shell.ask('tell', undefined);
    return;
  }
  const back = { label: t.files.back, run: () => app.start(before.options, before.plan, before.t) };
  const text = [said, before.plan.length === 0 ? undefined : t.files.kept].filter((part) => part !== undefined).join(' ');
  shell.ask('tell', { text, bad: false, ...(before.plan.length === 0 ? {} : { action: back }) });
}
