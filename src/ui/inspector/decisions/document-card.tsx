import type { RowRef } from '../../../trace/types';
import { useApp } from '../../app-context';
import { readableState } from '../../map/map-texts';
import { Admission } from './admission';
import { Authorization } from './authorization';
import { Plain } from './plain';
import { Scheduling } from './scheduling';
import type { Noted } from './kinds';

/** One noted document, drawn as its kind deserves. */
export function DocumentCard({ document, label, row, own }: { readonly document: Noted; readonly label: string; readonly row: RowRef; readonly own: boolean }) {
  const { selection } = useApp();
  return (
    <article className={`decision ${own ? 'is-own' : ''}`}>
      <h3>
        {own ? readableState(label) : <button type="button" className="link" onClick={() => selection.getState().select({ row })}>{readableState(label)}</button>}
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
    default: return <Plain value={document} skip={['type']} />;
  }
}
