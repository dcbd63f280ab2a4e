import { useState } from 'react';
import { useTexts } from '../../texts/texts';
import { listOf, textOf, type Noted } from './kinds';
import { Plain } from './plain';

/** Every plugin of one pass: what it said, and what it changed. Those that were not concerned are folded away. */
export function Admission({ document }: { readonly document: Noted }) {
  const { decisions: t } = useTexts();
  const [all, setAll] = useState(false);
  const plugins = listOf(document['plugins']);
  const quiet = plugins.filter((plugin) => plugin['verdict'] === 'not concerned');
  const shown = all ? plugins : plugins.filter((plugin) => plugin['verdict'] !== 'not concerned');
  return (
    <>
      <ol className="plugins">
        {shown.map((plugin) => (
          <li key={textOf(plugin['name'])} data-verdict={textOf(plugin['verdict'])}>
            <span className="plugin-name">{textOf(plugin['name'])}</span>
            <span className="verdict">{t.verdicts[textOf(plugin['verdict'])] ?? textOf(plugin['verdict'])}</span>
            {textOf(plugin['message']) !== '' && <p className="bad">{textOf(plugin['message'])}</p>}
            {listOf(plugin['patch']).length > 0 && (
              <pre className="patch">
                {listOf(plugin['patch']).slice(0, 30).map((change) => `${SIGNS[textOf(change['op'])] ?? '±'} ${textOf(change['path'])}${change['value'] === undefined ? '' : `: ${JSON.stringify(change['value'])}`}`).join('\n')}
              </pre>
            )}
            {plugin['detail'] !== undefined && <Plain value={plugin['detail']} />}
          </li>
        ))}
      </ol>
      {quiet.length > 0 && <button type="button" className="link" aria-expanded={all} onClick={() => setAll(!all)}>{all ? t.hideQuiet : t.showQuiet(quiet.length)}</button>}
    </>
  );
}

const SIGNS: Readonly<Record<string, string>> = { add: '+', remove: '−', replace: '~' };
