import { documentsOf } from '../../trace/decisions';
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
  const found = focus.row === undefined || focus.row.kind === 'message' ? { own: [], nearby: [], messages: [] } : documentsOf(derived.readers().trace, focus.row);
  const refs = [...found.own, ...found.nearby];
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
