import { documentsOf } from '../../trace/decisions';
import { messageView } from '../../trace/rows';
import { useApp } from '../app-context';
import { duration } from '../format';
import { useTexts } from '../texts/texts';
import { actorName } from '../texts/words';
import type { Focus } from './focus';
import { useDocuments } from './use-document';
import { YamlView } from './yaml-view';

/** What was asked and what was answered, headers and bodies. */
export function RequestTab({ focus }: { readonly focus: Focus }) {
  const t = useTexts();
  const { derived } = useApp();
  const { trace } = derived.readers();
  const found = focus.row === undefined ? undefined : documentsOf(trace, focus.row);
  const refs = (focus.row?.kind === 'message' ? [...(found?.own ?? []), ...(found?.messages ?? [])] : (found?.messages ?? [])).filter((ref) => ref.row.kind === 'message');
  const documents = useDocuments(refs.map((ref) => ref.payload));
  if (refs.length === 0) return focus.message === undefined ? <p className="quiet">{t.inspector.noRequest}</p> : <Line row={focus.message.row} />;
  return (
    <div className="requests">
      {refs.map((ref, i) => (
        <article key={`${ref.row.row}`} className="request">
          <Line row={ref.row.row} />
          {documents[i] === undefined ? <p className="quiet">{t.inspector.loading}</p> : <YamlView document={documents[i]} label={ref.label} />}
        </article>
      ))}
    </div>
  );
}

function Line({ row }: { readonly row: number }) {
  const t = useTexts();
  const { derived } = useApp();
  const message = messageView(derived.readers().trace.log, row);
  return (
    <header className="request-line">
      <b className="mono">{message.label}</b>
      <span className="quiet">{actorName(t, message.from)} → {actorName(t, message.to)} · <span className="num">{duration(message.delivered - message.sent)}</span></span>
    </header>
  );
}
