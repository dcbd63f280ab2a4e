import { useTexts } from '../../texts/texts';
import { listOf, recordOf, textOf, textsOf, type Noted } from './kinds';

interface Score {
  readonly raw: number;
  readonly normalized: number;
  readonly weight: number;
}

/** The scheduler's table: a column a node, a row a plugin; the chosen column is lit. */
export function Scheduling({ document }: { readonly document: Noted }) {
  const { decisions: t } = useTexts();
  const nodes = listOf(document['nodes']);
  const fit = nodes.filter((node) => node['filter'] === 'ok');
  const rejected = nodes.filter((node) => node['filter'] !== 'ok');
  const selected = textOf(document['selected']);
  const shown = [...fit].sort((a, b) => Number(b['total'] ?? 0) - Number(a['total'] ?? 0)).slice(0, 6).sort((a, b) => nodes.indexOf(a) - nodes.indexOf(b));
  const plugins = [...new Set(shown.flatMap((node) => Object.keys(recordOf(node['scores']))))];
  const ties = textsOf(document['tieBreak']);
  return (
    <div className="scheduling">
      {plugins.length > 0 && (
        <div className="table-scroll" tabIndex={0} role="group" aria-label={t.scores}>
          <table className="scores">
            <caption className="visually-hidden">{t.scores}</caption>
            <thead>
              <tr>
                <th scope="col">{t.plugin}</th>
                {shown.map((node) => <th key={textOf(node['name'])} scope="col" className={node['name'] === selected ? 'is-chosen' : ''}>{textOf(node['name'])}</th>)}
              </tr>
            </thead>
            <tbody>
              {plugins.map((plugin) => (
                <tr key={plugin}>
                  <th scope="row">{plugin.replace(/^NodeResources(?=Balanced)|^Node(?=Resources)/, '')}<Weight score={scoreOf(shown[0], plugin)} /></th>
                  {shown.map((node) => {
                    const score = scoreOf(node, plugin);
                    return <td key={textOf(node['name'])} className={`num ${node['name'] === selected ? 'is-chosen' : ''}`} title={score === undefined ? '' : t.scoreOf(score.raw, score.normalized, score.weight)}>{score === undefined ? '–' : score.normalized * score.weight}</td>;
                  })}
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">{t.total}</th>
                {shown.map((node) => <td key={textOf(node['name'])} className={`num ${node['name'] === selected ? 'is-chosen' : ''}`}>{textOf(node['total'])}</td>)}
              </tr>
            </tfoot>
          </table>
        </div>
      )}
      {plugins.length === 0 && fit.length === 1 && <p>{t.onlyOne(textOf(fit[0]?.['name']))}</p>}
      {ties.length > 1 && <p>{t.tie(ties.join(', '))}</p>}
      {rejected.length > 0 && (
        <>
          <h4>{t.rejected}</h4>
          <ul className="rejections">
            {rejected.slice(0, 20).map((node) => {
              const why = recordOf(node['filter']);
              return <li key={textOf(node['name'])}><b>{textOf(node['name'])}</b> <span className="bad">{textsOf(why['reasons']).join(', ') || textOf(why['reason'] ?? why['message'])}</span> <span className="quiet">{textOf(why['plugin'])}</span></li>;
            })}
          </ul>
        </>
      )}
      {textOf(document['message']) !== '' && <p className="bad">{textOf(document['message'])}</p>}
      <p className="quiet">{t.filtersAsked(textsOf(document['filters']).join(', '))}</p>
      {textsOf(document['skippedFilters']).length > 0 && <p className="quiet">{t.filtersSkipped(textsOf(document['skippedFilters']).join(', '))}</p>}
    </div>
  );
}

function Weight({ score }: { readonly score: Score | undefined }) {
  return score === undefined || score.weight === 1 ? null : <small className="quiet"> ×{score.weight}</small>;
}

function scoreOf(node: Readonly<Record<string, unknown>> | undefined, plugin: string): Score | undefined {
  const entry = recordOf(recordOf(node?.['scores'])[plugin]);
  return typeof entry['normalized'] === 'number' ? { raw: Number(entry['raw']), normalized: entry['normalized'], weight: Number(entry['weight']) } : undefined;
}
