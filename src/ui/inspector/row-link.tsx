import { componentOf } from '../../trace/components';
import { beginOf, messageView, spanView } from '../../trace/rows';
import type { RowRef } from '../../trace/types';
import { useApp } from '../app-context';
import { packetLabel } from '../map/map-texts';
import { useExplanations, useTexts } from '../texts/texts';
import { actorName, stateName } from '../texts/words';

/** A row of the log as a link to it: moves selection and playhead. */
export function RowLink({ row }: { readonly row: RowRef }) {
  const t = useTexts();
  const explanations = useExplanations();
  const { derived, selection, playback } = useApp();
  const { log } = derived.readers().trace;
  const span = row.kind === 'span' ? spanView(log, row.row) : undefined;
  const message = row.kind === 'message' ? messageView(log, row.row) : undefined;
  const actor = span?.actor ?? message?.from ?? '';
  const what = span !== undefined ? stateName(explanations, span.machine, span.state) : packetLabel({ label: message?.label ?? '', count: 1 });
  const who = message === undefined ? actorName(t, actor) : `${actorName(t, message.from)} → ${actorName(t, message.to)}`;
  return (
    <button
      type="button"
      className="row-link"
      data-component={componentOf(actor)}
      onClick={() => {
        selection.getState().select({ row, actor });
        playback.send({ type: 'PAUSE' });
        playback.send({ type: 'SEEK', t: beginOf(log, row) + 1 });
      }}
    >
      <i aria-hidden="true" data-kind={row.kind} />
      <span className="row-what">{what}</span>
      <span className="row-who">{who}</span>
    </button>
  );
}
