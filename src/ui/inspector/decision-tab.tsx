import { documentsOf, type DocumentRef } from '../../trace/decisions';
import { spanView } from '../../trace/rows';
import { useApp } from '../app-context';
import { useTexts } from '../texts/texts';
import { DocumentCard } from './decisions/document-card';
import { isDecision, isVerdict } from './decisions/kinds';
import type { Focus } from './focus';
import { useDocuments } from './use-document';

/** Why it went on as it did: what the machine noted in this state, and in those around it. */
export function DecisionTab({ focus }: { readonly focus: Focus }) {
  const { inspector: t } = useTexts();
  const { derived } = useApp();
  const { trace } = derived.readers();
  const found = focus.row === undefined || focus.row.kind === 'message' ? { own: [], nearby: [], messages: [] } : documentsOf(trace, focus.row);
  // A machine that runs for ever has decided about others too.
  const subjectOf = (ref: DocumentRef): string | undefined => (ref.row.kind === 'span' ? spanView(trace.log, ref.row.row).subject : undefined);
  const nearby = found.nearby.filter((ref) => focus.span?.subject === undefined || (subjectOf(ref) ?? focus.span.subject) === focus.span.subject);
  const refs = [...found.own, ...nearby];
  const documents = useDocuments(refs.map((ref) => ref.payload));
  const shown = refs.flatMap((ref, i) => {
    const document = documents[i];
    return isDecision(document) ? [{ ref, document, own: i < found.own.length }] : [];
  });
  // The table of the whole cycle answers the question that most people have in any of its states.
  shown.sort((a, b) => Number(isVerdict(b.document)) - Number(isVerdict(a.document)));
  if (shown.length === 0) return <p className="quiet">{refs.length > 0 && documents.includes(undefined) ? t.loading : t.noDecision}</p>;
  return (
    <div className="decisions">
      {shown.map(({ ref, document, own }, i) => <DocumentCard key={`${ref.payload}-${i}`} document={document} label={ref.label} row={ref.row} own={own} />)}
    </div>
  );
}
