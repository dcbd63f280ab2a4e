import type { ReactNode } from 'react';
import { fill } from '../../i18n/fill';
import { useApp, useMoment } from '../app-context';
import { useExplanations, useTexts } from '../texts/texts';
import { chapterTitle, stepText, stepTitle } from '../texts/words';
import './present.css';

/** For a room: the map as large as it gets, and what happens as a caption. */
export function PresentLayout({ map, transport }: { readonly map: ReactNode; readonly transport: ReactNode }) {
  return (
    <div className="present">
      <div className="present-map">{map}</div>
      <Caption />
      {transport}
    </div>
  );
}

function Caption() {
  const { journey: t } = useTexts();
  const explanations = useExplanations();
  const { derived } = useApp();
  const step = useMoment(({ t: now }) => derived.stepAt(now));
  const journey = useMoment(({ t: now }) => derived.journeyAt(now));
  if (step === undefined || journey === undefined) return null;
  const text = stepText(explanations, step)?.text;
  return (
    <div className="caption" data-component={step.component} aria-live="polite">
      <p className="caption-chapter">
        {chapterTitle(explanations, { id: step.chapter })} <span className="num">· {t.stepOf(journey.steps.indexOf(step) + 1, journey.steps.length)}</span>
      </p>
      <h2>{stepTitle(explanations, step)}</h2>
      {text !== undefined && <p className="caption-text">{fill(text, step.params)}</p>}
    </div>
  );
}
