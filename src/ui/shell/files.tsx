import { useCallback, useEffect, useRef, useState } from 'react';
import type { Texts } from '../../i18n/en';
import { usePage, type Page } from '../app-context';
import { useTexts } from '../texts/texts';
import { download } from './download';
import { mapPicture } from './map-picture';
import { openScenario, scenarioOf, scenarioText, type Opened } from './scenario-file';
import { startAnew } from './start-anew';
import { storyOf } from './stories';
import './files.css';

/** Saves the run, and opens scenario files: chosen, or dropped onto the page. */
export function Files() {
  const page = usePage();
  const { shell } = page;
  const t = useTexts();
  const input = useRef<HTMLInputElement>(null);
  const open = useCallback((files: readonly File[]) => void openFiles(page, t, files), [page, t]);
  const dragging = useDrop(open);
  useEffect(() => {
    const stops = [shell.on('openFile', () => input.current?.click()), shell.on('save', (what) => void save(page, t, what))];
    return () => stops.forEach((stop) => stop());
  }, [page, shell, t]);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".yaml,.yml,application/yaml,text/yaml"
        hidden
        onChange={(event) => {
          open([...(event.target.files ?? [])]);
          // The same file can be chosen again.
          event.target.value = '';
        }}
      />
      {dragging && <div className="drop" aria-hidden="true"><p>{t.files.drop}</p></div>}
    </>
  );
}

/** Whether a file is held over the page; `dropped` gets what is let go. */
function useDrop(dropped: (files: readonly File[]) => void): boolean {
  const [dragging, setDragging] = useState(false);
  useEffect(() => {
    const holdsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true;
    const over = (event: DragEvent): void => {
      if (!holdsFiles(event)) return;
      // Without this the browser would leave the page for the file.
      event.preventDefault();
      setDragging(true);
    };
    const left = (event: DragEvent): void => {
      if (event.relatedTarget === null) setDragging(false);
    };
    const drop = (event: DragEvent): void => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setDragging(false);
      dropped([...(event.dataTransfer?.files ?? [])]);
    };
    addEventListener('dragenter', over);
    addEventListener('dragover', over);
    addEventListener('dragleave', left);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragenter', over);
      removeEventListener('dragover', over);
      removeEventListener('dragleave', left);
      removeEventListener('drop', drop);
    };
  }, [dropped]);
  return dragging;
}

async function openFiles({ app, shell }: Page, t: Texts, files: readonly File[]): Promise<void> {
  const [file, more] = files;
  if (file === undefined) return;
  if (more !== undefined) {
    shell.ask('tell', { text: t.files.oneFile, bad: true });
    return;
  }
  const opened = await openScenario(file, app.session.store.getState().options);
  if (opened.ok) startAnew(app, shell, t, opened.options, opened.plan, t.files.opened(opened.title));
  else shell.ask('tell', { text: `${t.files.notOpened(file.name)} ${problemOf(t, opened)}`, bad: true });
}

function problemOf(t: Texts, opened: Exclude<Opened, { readonly ok: true }>): string {
  return opened.problem === 'mistake' ? t.files.line(opened.line, opened.message) : t.files[opened.problem];
}

async function save({ app, shell }: Page, t: Texts, what: 'scenario' | 'log' | 'map'): Promise<void> {
  const state = app.session.store.getState();
  const story = storyOf(state.options, state.commands.map((c) => c.line));
  const id = state.options.scenario ?? (story === undefined || story === 'own' ? 'my-cluster' : story);
  const said = (name: string): void => shell.ask('announce', t.files.saved(name));
  switch (what) {
    case 'scenario': {
      const title = story === undefined ? id : t.stories[story].title;
      const scenario = scenarioOf(state, app.session.plan().slice(state.inputs.length), id, title);
      download(`${id}.yaml`, scenarioText(scenario, t.files.comment), 'application/yaml');
      said(`${id}.yaml`);
      break;
    }
    case 'log':
      download(`${id}.log.json`, await app.session.save(), 'application/json');
      said(`${id}.log.json`);
      break;
    case 'map': {
      const picture = mapPicture();
      if (picture === undefined) return;
      download(`${id}.svg`, picture, 'image/svg+xml');
      said(`${id}.svg`);
      break;
    }
  }
}
