import type { RowRef } from '../../../trace/types';
import { useApp } from '../../app-context';
import { useTexts } from '../../texts/texts';
import { readableState } from '../../map/map-texts';
import { Admission } from './admission';
import { Authorization } from './authorization';
import { Plain } from './plain';
import { Refusal } from './refusal';
import { Scheduling } from './scheduling';
import type { Noted } from './kinds';

/** One noted document, drawn as its kind deserves. */
export function DocumentCard({ document, label, row, own }: { readonly document: Noted; readonly label: string; readonly row: RowRef; readonly own: boolean }) {
  const { selection } = useApp();
  const { decisions: t } = useTexts();
  const state = readableState(label);
  const title = t.titles[document.type] ?? state;
  return (
    <article className={`decision ${own ? 'is-own' : ''}`}>
      <h3>
        {own ? title : <button type="button" className="link" onClick={() => selection.getState().select({ row })}>{title}</button>}
        {title !== state && <code className="decision-state">{label}</code>}
      </h3>
      <Body document={document} />
    </article>
  );
}

function Body({ document }: { readonly document: Noted }) {
  switch (document.type) {
    case 'scheduling': return <Scheduling document={document} />;
    case 'admission': return <Admission document={document} />;
    case 'authorization': return <Authorization document={document} />;
    case 'refusal': return <Refusal document={document} />;
    default: return <Plain value={document} skip={['type']} />;
  }
}
