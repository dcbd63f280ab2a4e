import type { ReactNode } from 'react';
import { useExplanations, useTexts } from '../texts/texts';
import { actorName, stateName, stepTitle, subjectName } from '../texts/words';
import type { Focus } from './focus';

/** Who, and what: the component's tag and the step's title. */
export function Heading({ focus, children }: { readonly focus: Focus; readonly children: ReactNode }) {
  const t = useTexts();
  const explanations = useExplanations();
  const { step, journey, span, message, subject, component, actor } = focus;
  const title =
    step !== undefined ? stepTitle(explanations, step)
    : span !== undefined ? stateName(explanations, span.machine, span.state)
    : message !== undefined ? message.label
    : subject !== undefined ? subjectName(t, subject)
    : t.inspector.nothing;
  const index = step === undefined ? -1 : (journey?.steps.indexOf(step) ?? -1);
  return (
    <header className="inspector-head" data-component={component}>
      <div className="inspector-line">
        {actor !== undefined && <span className="tag">{actorName(t, actor)}</span>}
        {index >= 0 && journey !== undefined && <span className="quiet num">{t.journey.stepOf(index + 1, journey.steps.length)}</span>}
        <span className="spacer" />
        {children}
      </div>
      <h2>{title}</h2>
    </header>
  );
}
