import '@fontsource-variable/inter';
import '@fontsource-variable/jetbrains-mono';
// Before the components, whose own styles build on these.
import './styles/index.css';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createApp } from '../state/app';
import { connectWorker } from '../state/engine-connection';
import { Root } from './app';
import { createMoment } from './moment';
import { createShell } from './shell/shell-store';
import { planOf } from './shell/stories';
import { libraryScenario } from '../scenarios/library/library';
import { followTheme } from './shell/theme';
import { keepAddress } from './shell/address-bar';
import { loadTexts } from './texts/texts';

const place = document.getElementById('root');
if (place === null) throw new Error('index.html has no #root');

const app = createApp({
  connect: connectWorker,
  frames: { request: (callback) => requestAnimationFrame(callback), cancel: (id) => cancelAnimationFrame(id) },
  later: (task, milliseconds) => void setTimeout(task, milliseconds),
  storage: storageOf(),
  hash: location.hash,
  library: (id) => {
    const scenario = libraryScenario(id);
    return scenario === undefined ? undefined : { plan: planOf(scenario), nodes: scenario.nodes };
  },
  language: navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en',
});
followTheme(app.view);
keepAddress(app);

// For the console, and for those who hold two runs against each other: `await podyssey.hash()`, `await podyssey.save()`.
Object.assign(window, { podyssey: { hash: () => app.session.hash(), save: () => app.session.save() } });

const page = { app, moment: createMoment(app), shell: createShell() };
const { language } = app.view.getState();
void loadTexts(language).then((t) => {
  const root = createRoot(place);
  // As a transition the first picture is made in slices: nothing else waits for it.
  startTransition(() => root.render(
    <StrictMode>
      <Root page={page} first={{ locale: language, t }} />
    </StrictMode>,
  ));
});

/** Some browsers forbid storage altogether; the page works without. */
function storageOf(): Storage | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}
