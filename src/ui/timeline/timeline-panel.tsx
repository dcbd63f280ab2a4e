import { useState } from 'react';
import { useSession } from '../app-context';
import { useTexts } from '../texts/texts';
import { Chart } from './chart';
import { TimelineTable } from './timeline-table';
import './timeline.css';

/** What everybody did, as lanes over time; for those who cannot see it, as a table. */
export function TimelinePanel() {
  const { timeline: t } = useTexts();
  const [asTable, setAsTable] = useState(false);
  const empty = useSession((s) => s.commands.length === 0);
  return (
    <section className="timeline" data-empty={empty} aria-label={t.label} id="timeline-panel">
      {empty && <p className="timeline-empty">{t.empty}</p>}
      {asTable ? <TimelineTable onChart={() => setAsTable(false)} /> : <Chart onTable={() => setAsTable(true)} />}
    </section>
  );
}
