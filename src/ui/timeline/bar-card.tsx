import { spanView } from '../../trace/rows';
import { useApp } from '../app-context';
import { duration } from '../format';
import { useExplanations, useTexts } from '../texts/texts';
import { actorName, stateName, subjectName } from '../texts/words';
import type { TimelineHover } from './controller';

/** A card beside the pointer: which machine was in which state, about what, how long. */
export function BarCard({ hover }: { readonly hover: TimelineHover }) {
  const t = useTexts();
  const { derived } = useApp();
  const explanations = useExplanations();
  const { trace } = derived.readers();
  const span = spanView(trace.log, hover.span);
  const flip = hover.x > innerWidth - 320;
  return (
    <div className="hover-card" aria-hidden="true" style={{ left: hover.x + (flip ? -12 : 12), top: hover.y - 12, translate: `${flip ? '-100%' : '0'} -100%` }}>
      <b>{hover.count > 1 ? t.timeline.merged(hover.count) : stateName(explanations, span.machine, span.state)}</b>
      <span>{actorName(t, span.actor)} · {span.machine}</span>
      {span.subject !== undefined && <span>{subjectName(t, span.subject)}</span>}
      <span className="num">{duration((span.end ?? trace.until) - span.begin)}</span>
    </div>
  );
}
