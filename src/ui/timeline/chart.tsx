import { useEffect, useRef, useState } from 'react';
import { spanView } from '../../trace/rows';
import { useApp, usePage } from '../app-context';
import { useExplanations, useTexts } from '../texts/texts';
import { chapterShort, chapterTitle, stateName } from '../texts/words';
import { IconButton } from '../widgets/button';
import { BarCard } from './bar-card';
import { TimelineController, type TimelineHover } from './controller';
import { LaneLabels } from './lane-labels';
import type { LaneLayout } from './model-at';
import { timelineKeys } from './keys';

/** Lane names beside a canvas, and the overview below. */
export function Chart({ onTable }: { readonly onTable: () => void }) {
  const page = usePage();
  const { derived } = useApp();
  const { timeline: t } = useTexts();
  const explanations = useExplanations();
  const chart = useRef<HTMLCanvasElement>(null);
  const overview = useRef<HTMLCanvasElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const playhead = useRef<HTMLDivElement>(null);
  const overviewPlayhead = useRef<HTMLDivElement>(null);
  const [controller, setController] = useState<TimelineController>();
  const [hover, setHover] = useState<TimelineHover>();
  const [layout, setLayout] = useState<LaneLayout>({ lanes: [], height: 0 });
  const [pathOnly, setPathOnly] = useState(false);
  useEffect(() => {
    if (chart.current === null || overview.current === null || scroller.current === null || playhead.current === null || overviewPlayhead.current === null) return;
    const made = new TimelineController(page, { chart: chart.current, overview: overview.current, scroller: scroller.current, playhead: playhead.current, overviewPlayhead: overviewPlayhead.current }, setHover, setLayout);
    setController(made);
    return () => made.destroy();
  }, [page]);
  useEffect(() => {
    controller?.setWords({
      chapterTitles: (id) => [chapterTitle(explanations, { id }), chapterShort(explanations, { id })],
      label: (bar) => {
        if (bar.count > 1) return [t.merged(bar.count), `×${bar.count}`];
        const span = spanView(derived.readers().trace.log, bar.span);
        return [stateName(explanations, span.machine, span.state)];
      },
    });
  }, [controller, derived, explanations, t]);
  useEffect(() => controller?.setPathOnly(pathOnly), [controller, pathOnly]);
  return (
    <>
      <div className="timeline-scroller" ref={scroller}>
        <LaneLabels layout={layout} />
        <canvas
          ref={chart}
          className="timeline-canvas"
          role="slider"
          tabIndex={0}
          aria-label={`${t.label}. ${t.about}`}
          onKeyDown={(event) => {
            if (controller !== undefined && timelineKeys(controller, page, event)) {
              event.preventDefault();
              event.stopPropagation();
            }
          }}
        />
      </div>
      <div className="timeline-playheads" aria-hidden="true"><div ref={playhead} className="playhead" /></div>
      <div className="timeline-foot">
        <div className="timeline-tools">
          <IconButton icon="fit" size={14} label={t.whole} onClick={() => controller?.setWindow(controller.whole())} />
          <IconButton icon="target" size={14} label={t.story} onClick={() => controller?.setWindow(undefined)} />
          <IconButton icon="follow" size={14} label={t.onlyPath} aria-pressed={pathOnly} onClick={() => setPathOnly(!pathOnly)} />
          <IconButton icon="table" size={14} label={t.asTable} onClick={onTable} />
        </div>
        <div className="timeline-over">
          <canvas ref={overview} className="timeline-overview" aria-label={t.overview} role="img" />
          <div ref={overviewPlayhead} className="playhead is-small" aria-hidden="true" />
        </div>
      </div>
      {hover !== undefined && <BarCard hover={hover} />}
    </>
  );
}
