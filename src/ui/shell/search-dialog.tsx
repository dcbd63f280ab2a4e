import { useId, useMemo, useState } from 'react';
import { search, searchEntries, type SearchEntry } from '../../state/search';
import { useApp, useMoment } from '../app-context';
import { duration } from '../format';
import { useExplanations, useTexts } from '../texts/texts';
import { stepTitle, subjectName } from '../texts/words';
import { Dialog } from '../widgets/dialog';
import './search-dialog.css';

/** Finds commands, steps, objects and machines, and goes there. */
export function SearchDialog({ open, onOpenChange }: { readonly open: boolean; readonly onOpenChange: (open: boolean) => void }) {
  const { shell } = useTexts();
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={shell.search} close={shell.close} className="search">
      <SearchBox onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function SearchBox({ onDone }: { readonly onDone: () => void }) {
  const t = useTexts();
  const explanations = useExplanations();
  const { derived, playback, selection, view } = useApp();
  const version = useMoment((m) => m.version);
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const list = useId();
  const textOf = (entry: SearchEntry): string =>
    entry.kind === 'step' && entry.textKey !== undefined ? stepTitle(explanations, { rule: entry.textKey.slice(5, -6), params: entry.params ?? {} }) : entry.kind === 'object' && entry.subject !== undefined ? subjectName(t, entry.subject) : entry.text;
  const entries = useMemo(() => {
    void version;
    return searchEntries(derived);
  }, [derived, version]);
  const found = query.trim() === '' ? entries.filter((entry) => entry.kind === 'step' || entry.kind === 'command').slice(0, 40) : search(entries, query, textOf, 40);
  const choose = (entry: SearchEntry | undefined): void => {
    if (entry === undefined) return;
    playback.send({ type: 'PAUSE' });
    playback.send({ type: 'SEEK', t: entry.time + 1 });
    selection.getState().select({ row: entry.row, subject: entry.subject, step: entry.step });
    view.getState().set({ inspectorTab: entry.kind === 'object' ? 'object' : entry.kind === 'machine' ? 'machine' : 'explain' });
    onDone();
  };
  const begin = derived.range().begin;
  return (
    <>
      <input
        className="search-input"
        data-first-focus
        role="combobox"
        aria-expanded
        aria-controls={list}
        aria-activedescendant={`${list}-${active}`}
        aria-label={t.shell.search}
        placeholder={t.search.placeholder}
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setActive(0);
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
            event.preventDefault();
            const next = Math.min(found.length - 1, Math.max(0, active + (event.key === 'ArrowDown' ? 1 : -1)));
            setActive(next);
            document.getElementById(`${list}-${next}`)?.scrollIntoView({ block: 'nearest' });
          } else if (event.key === 'Enter') choose(found[active]);
        }}
      />
      <ul className="search-list" role="listbox" id={list} aria-label={t.search.results}>
        {found.map((entry, i) => (
          <li key={i} id={`${list}-${i}`} role="option" aria-selected={i === active} className="search-item" onPointerMove={() => setActive(i)} onClick={() => choose(entry)}>
            <span className="search-kind">{t.search.kinds[entry.kind]}</span>
            <span className={entry.kind === 'command' ? 'mono' : ''}>{textOf(entry)}</span>
            <span className="search-time num">{duration(Math.max(0, entry.time - begin))}</span>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="search-none">{t.search.none}</p>}
    </>
  );
}
