import { fill } from '../../i18n/fill';
import { causesOf } from '../../trace/causes';
import { effectsAtOnce } from '../../trace/effects';
import { endOf, beginOf, messageView, spanView } from '../../trace/rows';
import type { RowRef } from '../../trace/types';
import { useApp, usePage } from '../app-context';
import { duration } from '../format';
import { goToStep } from '../journey/go-to-step';
import { useExplanations, useTexts } from '../texts/texts';
import { kindName, stepText, stepTitle, subjectName } from '../texts/words';
import { Button } from '../widgets/button';
import type { Focus } from './focus';
import { Markup } from './markup';
import { RowLink } from './row-link';

/** What happens, why, and what would happen otherwise; then the facts of this very run. */
export function ExplainTab({ focus }: { readonly focus: Focus }) {
  const t = useTexts();
  const explanations = useExplanations();
  const page = usePage();
  const { derived, selection, view } = useApp();
  const { trace } = derived.readers();
  const { step, span, row, journey, subject, place } = focus;
  const stateText = span === undefined ? undefined : (explanations?.states[`${span.machine}.${span.state}`]?.text ?? trace.log.machines.get(span.machine)?.states.find((s) => s.path === span.state)?.description);
  const chapter = step === undefined ? undefined : explanations?.chapters[step.chapter];
  const text = step === undefined ? stateText : stepText(explanations, step)?.text;
  const next = step === undefined || journey === undefined ? undefined : journey.steps[journey.steps.indexOf(step) + 1];
  const cause = row === undefined ? undefined : causesOf(trace, row)[1]?.ref;
  const effects = row === undefined ? [] : effectsOf(row);
  return (
    <div className="explain">
      {text === undefined && row === undefined && subject === undefined && <p className="quiet">{t.inspector.nothingAbout}</p>}
      {text !== undefined && <p className="explain-text"><Markup text={fill(text, step?.params ?? {})} /></p>}
      {step !== undefined && stateText !== undefined && span !== undefined && (
        <p className="explain-state"><code>{span.state.slice(span.state.lastIndexOf('.') + 1)}</code> {stateText}</p>
      )}
      {row !== undefined && (
        <dl className="facts">
          {subject !== undefined && (
            <div>
              <dt>{t.inspector.about}</dt>
              <dd>
                <button type="button" className="link" onClick={() => { selection.getState().refine({ subject }); view.getState().set({ inspectorTab: 'object' }); }}>{subjectName(t, subject)}</button>
              </dd>
            </div>
          )}
          {place !== undefined && (
            <div>
              <dt>{t.inspector.about}</dt>
              <dd>{(place.creates ? t.inspector.newIn : t.inspector.allIn)(kindName(t, place.resource), place.namespace)}</dd>
            </div>
          )}
          <div>
            <dt>{t.inspector.at}</dt>
            <dd className="num">{duration(beginOf(trace.log, row) - (journey?.begin ?? derived.range().begin))}</dd>
          </div>
          <div>
            <dt>{t.inspector.took}</dt>
            <dd className="num">{duration(endOf(trace.log, row, trace.until) - beginOf(trace.log, row))}</dd>
          </div>
          {cause !== undefined && <div><dt>{t.inspector.causedBy}</dt><dd><RowLink row={cause} /></dd></div>}
          {effects.length > 0 && <div><dt>{t.inspector.ledTo}</dt><dd>{effects.map((effect) => <RowLink key={`${effect.kind}${effect.row}`} row={effect} />)}</dd></div>}
          {step !== undefined && step.count > 1 && <div><dt>{t.inspector.happened}</dt><dd className="num">{t.journey.times(step.count)}</dd></div>}
        </dl>
      )}
      {chapter !== undefined && (
        <details className="explain-chapter" data-component={step?.component}>
          <summary>{chapter.title}</summary>
          <p>{chapter.text}</p>
        </details>
      )}
      {next !== undefined && (
        <div className="explain-next">
          <Button icon="next" onClick={() => goToStep(page, next)}>{t.inspector.next(stepTitle(explanations, next))}</Button>
        </div>
      )}
    </div>
  );

  /** What followed at once, a few of each: messages of a span, states that a message led to. */
  function effectsOf(of: RowRef): readonly RowRef[] {
    const found: RowRef[] = [];
    for (const effect of effectsAtOnce(trace, of)) {
      if (found.length >= 5) break;
      const about = effect.kind === 'span' ? spanView(trace.log, effect.row).state : messageView(trace.log, effect.row).label;
      if (about !== '') found.push(effect);
    }
    return found;
  }
}
