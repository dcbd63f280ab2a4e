import { lazy, Suspense } from 'react';
import { useApp, useMoment, usePage, useSession } from '../app-context';
import { FoldButton } from '../shell/fold-button';
import { PanelHead } from '../shell/panel-head';
import { useTexts } from '../texts/texts';
import { suggestions } from './suggestions';
import './terminal.css';

const TerminalScreen = lazy(() => import('./terminal-screen').then((m) => ({ default: m.TerminalScreen })));

/** Where commands are typed; the terminal itself comes after the page. */
export function TerminalPanel() {
  const { terminal: t, shell } = useTexts();
  const phase = useSession((s) => s.phase);
  return (
    <section className="panel terminal-panel" aria-labelledby="terminal-title" id="terminal-panel">
      <PanelHead title={t.label} id="terminal-title">
        <FoldButton panel="terminal" icon="foldLeft" />
      </PanelHead>
      {phase === 'starting' && <p className="terminal-note">{shell.starting}</p>}
      <div className="terminal-place">
        <Suspense fallback={<p className="terminal-note">{t.loading}</p>}>
          <TerminalScreen />
        </Suspense>
      </div>
      <Suggestions />
    </section>
  );
}

/** Commands worth trying next: one press types and runs them. */
function Suggestions() {
  const { terminal: t } = useTexts();
  const { derived, run } = useApp();
  const { shell } = usePage();
  const lines = useSession((s) => s.commands);
  const busy = useSession((s) => s.phase === 'starting' || s.phase === 'failed');
  const end = useMoment(({ version }) => (version < 0 ? undefined : derived.readers().cluster.at(derived.range().end).pods));
  const offered = suggestions(lines.map((c) => c.line), end === undefined ? undefined : derived.readers().cluster.at(derived.range().end));
  return (
    <div className="suggestions" aria-label={t.try}>
      {offered.map((line) => (
        <button
          key={line}
          type="button"
          className="suggestion"
          disabled={busy}
          title={line}
          onClick={() => {
            run(line);
            shell.ask('focusTerminal', undefined);
          }}
        >
          {line.replace(/^kubectl /, '')}
        </button>
      ))}
    </div>
  );
}
