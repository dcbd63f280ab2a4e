import type { Chapter, Step } from '../../trace/views';
import { duration } from '../format';
import { useExplanations, useTexts } from '../texts/texts';
import { chapterTitle, stepTitle } from '../texts/words';

interface Props {
  readonly chapter: Chapter;
  readonly current: string | undefined;
  readonly begin: number;
  readonly reached: (step: string) => boolean;
  readonly onStep: (step: Step) => void;
}

/** One chapter with its steps. Dots are filled as far as the playhead has come. */
export function ChapterPart({ chapter, current, begin, reached, onStep }: Props) {
  const { journey: t } = useTexts();
  const explanations = useExplanations();
  return (
    <section className="chapter" data-component={chapter.component}>
      <h3>{chapterTitle(explanations, chapter)}</h3>
      <ol>
        {chapter.steps.map((step) => {
          const done = reached(step.id);
          return (
            <li key={step.id} data-component={step.component}>
              <button type="button" className={`step ${done ? 'is-done' : ''} ${step.bad ? 'is-bad' : ''}`} aria-current={step.id === current ? 'step' : undefined} onClick={() => onStep(step)}>
                <i aria-hidden="true" />
                <span className="step-title">
                  {stepTitle(explanations, step)}
                  {step.count > 1 && <small className="step-count num">{t.times(step.count)}</small>}
                </span>
                <span className="step-time num">{duration(step.begin - begin)}</span>
              </button>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
