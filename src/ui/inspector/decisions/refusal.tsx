import { useTexts } from '../../texts/texts';
import { listOf, recordOf, textOf, type Noted } from './kinds';

/** The Status with which the API server refused: its sentence, then what is wrong where. */
export function Refusal({ document }: { readonly document: Noted }) {
  const { decisions: t } = useTexts();
  const status = recordOf(document['status']);
  const causes = listOf(recordOf(status['details'])['causes']);
  return (
    <>
      <p className="bad">{textOf(status['message'])}</p>
      {causes.length > 0 && (
        <ul className="rejections">
          {causes.map((cause, i) => <li key={i}><code>{textOf(cause['field'])}</code> <span className="bad">{textOf(cause['message'])}</span> <span className="quiet">{textOf(cause['reason'])}</span></li>)}
        </ul>
      )}
      <p className="quiet num">{t.answered(textOf(status['code']), textOf(status['reason']))}</p>
    </>
  );
}
