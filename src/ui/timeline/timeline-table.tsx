import { useMemo } from 'react';
import { isResting } from '../../trace/resting';
import { spanView } from '../../trace/rows';
import { useApp, useMoment, useView } from '../app-context';
import { playScale } from '../../state/derived';
import { duration } from '../format';
import { useExplanations, useTexts } from '../texts/texts';
import { actorName, stateName, subjectName } from '../texts/words';
import { Button } from '../widgets/button';
import '../widgets/table.css';

const MOST = 400;

/** The window in sight as rows. */
export function TimelineTable({ onChart }: { readonly onChart: () => void }) {
  const t = useTexts();
  const explanations = useExplanations();
  const { derived, playback, selection } = useApp();
  const window = useView((v) => v.timelineWindow);
  const journey = useMoment(({ t: now }) => derived.journeyAt(now));
  const version = useMoment((m) => m.version);
  const rows = useMemo(() => {
    void version;
    const { trace } = derived.readers();
    const play = playScale(derived, playback.store.getState().mode);
    const from = window === undefined ? (journey?.begin ?? 0) : play.toMicros(window[0]);
    const to = window === undefined ? (journey?.end ?? trace.until) : play.toMicros(window[1]);
    const found = [];
    const count = trace.index.spansBegunBy(to);
    for (let row = 0; row < count; row++) {
      if (trace.log.spans.begin.get(row) < from || isResting(trace.log, row)) continue;
      if (journey !== undefined && trace.index.commandOfSpan(row) !== journey.command.row) continue;
      found.push(row);
    }
    return found;
  }, [derived, journey, playback, version, window]);
  const { trace } = derived.readers();
  const begin = derived.range().begin;
  return (
    <div className="timeline-table" tabIndex={0} role="group" aria-label={t.timeline.table.caption}>
      <table className="table">
        <caption>{t.timeline.table.caption} <Button onClick={onChart}>{t.timeline.asChart}</Button></caption>
        <thead>
          <tr>
            <th scope="col">{t.timeline.table.begin}</th><th scope="col">{t.timeline.table.duration}</th><th scope="col">{t.timeline.table.component}</th><th scope="col">{t.timeline.table.state}</th><th scope="col">{t.timeline.table.subject}</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MOST).map((row) => {
            const span = spanView(trace.log, row);
            return (
              <tr key={row}>
                <td className="num">{duration(span.begin - begin)}</td>
                <td className="num">{duration((span.end ?? trace.until) - span.begin)}</td>
                <th scope="row">{actorName(t, span.actor)}</th>
                <td>
                  <button
                    type="button"
                    className="link"
                    onClick={() => {
                      selection.getState().select({ row: { kind: 'span', row }, actor: span.actor, component: span.component });
                      playback.send({ type: 'SEEK', t: span.begin + 1 });
                    }}
                  >
                    {stateName(explanations, span.machine, span.state)}
                  </button>
                </td>
                <td>{span.subject === undefined ? '' : subjectName(t, span.subject)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {rows.length > MOST && <p>{t.timeline.table.more(rows.length - MOST)}</p>}
    </div>
  );
}
