import { useTexts } from '../../texts/texts';
import { listOf, textOf, type Noted } from './kinds';
import { Plain } from './plain';

/** Which authorizer decided, by which rule, and what those before it said. */
export function Authorization({ document }: { readonly document: Noted }) {
  const { decisions: t } = useTexts();
  const allowed = document['decision'] === 'allow';
  return (
    <>
      <p className={allowed ? 'good' : 'bad'}><b>{allowed ? t.allowed : t.forbidden}</b> {textOf(document['reason'])}</p>
      <ol className="plugins">
        {listOf(document['checked']).map((one, i) => (
          <li key={i} data-verdict={one['decision'] === 'allow' ? 'allowed' : one['decision'] === 'deny' ? 'denied' : 'unchanged'}>
            <span className="plugin-name">{textOf(one['authorizer'])}</span>
            <span className="verdict">{t.opinions[textOf(one['decision'])] ?? textOf(one['decision'])}</span>
          </li>
        ))}
      </ol>
      {document['rule'] !== undefined && <><h4>{t.rule}</h4><Plain value={document['rule']} /></>}
      {document['binding'] !== undefined && <><h4>{t.binding}</h4><Plain value={document['binding']} /></>}
    </>
  );
}
