import type { Derived } from '../../state/derived';
import { documentsOf, type DocumentRef } from '../../trace/decisions';
import { messageRef, messageView } from '../../trace/rows';
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
  const near = (focus.row?.kind === 'message' ? [...(found?.own ?? []), ...(found?.messages ?? [])] : (found?.messages ?? [])).filter((ref) => ref.row.kind === 'message');
  const refs = [...new Map([...near, ...requestOf(derived, focus)].map((ref) => [ref.row.row, ref])).values()].sort((a, b) => a.row.row - b.row.row);
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

/** Whatever stage of a request one looks at, its question and its answer belong to it. */
function requestOf(derived: Derived, { span }: Focus): readonly DocumentRef[] {
  if (span?.component !== 'kube-apiserver' || !span.machine.endsWith('request')) return [];
  const { requests, trace } = derived.readers();
  const view = requests.of(span.instance, Infinity);
  return [view.message, view.response].flatMap((row) => {
    const message = row === undefined ? undefined : messageView(trace.log, row);
    return message === undefined || message.payload === 0 ? [] : [{ payload: message.payload, row: messageRef(message.row), label: message.label }];
  });
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
