import { useEffect, useMemo, useRef } from 'react';
import { useApp, useMoment, usePage, useSelection } from '../app-context';
import { PanelHead } from '../shell/panel-head';
import { FoldButton } from '../shell/fold-button';
import { useExplanations, useTexts } from '../texts/texts';
import { ChapterPart } from './chapter-part';
import { CommandTabs } from './command-tabs';
import { goToStep } from './go-to-step';
import './journey.css';

/** The story of the command at the playhead: chapters, and in them the steps. */
export function Journey() {
  const { journey: t } = useTexts();
  const page = usePage();
  const { derived } = useApp();
  const journey = useMoment(({ t: now }) => derived.journeyAt(now));
  const present = useMoment(({ t: now }) => derived.stepAt(now)?.id);
  const chosen = useSelection((s) => s.step);
  const list = useRef<HTMLDivElement>(null);
  const current = chosen ?? present;
  const order = useMemo(() => new Map(journey?.steps.map((step, i) => [step.id, i])), [journey]);
  const explanations = useExplanations();
  // A link names a step before the log has come to it, steps come in above it, and the long texts change how tall they are.
  const there = current !== undefined && order.has(current) && explanations;
  const { length } = journey?.steps ?? [];
  useEffect(() => {
    list.current?.querySelector('[aria-current="step"]')?.scrollIntoView({ block: 'nearest' });
  }, [current, there, length]);
  const presentIndex = present === undefined ? -1 : (order.get(present) ?? -1);
  return (
    <section className="panel" aria-labelledby="journey-title" id="journey-panel">
      <PanelHead title={t.title} id="journey-title">
        <FoldButton panel="journey" icon="foldDown" />
      </PanelHead>
      <CommandTabs />
      <div className="journey" ref={list}>
        {journey === undefined ? (
          <p className="journey-empty">{t.none}</p>
        ) : (
          journey.chapters.map((chapter) => (
            <ChapterPart
              key={chapter.id}
              chapter={chapter}
              current={current}
              reached={(id) => (order.get(id) ?? 0) <= presentIndex}
              begin={journey.begin}
              onStep={(step) => goToStep(page, step)}
            />
          ))
        )}
      </div>
    </section>
  );
}
