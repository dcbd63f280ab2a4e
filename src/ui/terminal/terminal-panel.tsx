import { lazy, Suspense, useEffect, useState } from 'react';
import { useApp, useMoment, usePage, useSession } from '../app-context';
import { FoldButton } from '../shell/fold-button';
import { PanelHead } from '../shell/panel-head';
import { useTexts } from '../texts/texts';
import { IconButton } from '../widgets/button';
import { suggestions } from './suggestions';
import './terminal.css';

const TerminalScreen = lazy(() => import('./terminal-screen').then((m) => ({ default: m.TerminalScreen })));

/** Where commands are typed; the terminal itself comes after the page. */
export function TerminalPanel() {
  const { terminal: t, shell } = useTexts();
  const phase = useSession((s) => s.phase);
  const { shell: wishes } = usePage();
  const { playback } = useApp();
  const [branching, setBranching] = useState(false);
  const [wide, setWide] = useState(false);
  useEffect(() => wishes.ask('widenTerminal', wide), [wide, wishes]);
  useEffect(() => wishes.on('branch', () => {
    playback.send({ type: 'PAUSE' });
    setBranching(true);
    wishes.ask('focusTerminal', undefined);
  }), [playback, wishes]);
  return (
    <section className="panel terminal-panel" aria-labelledby="terminal-title" id="terminal-panel">
      <PanelHead title={t.label} id="terminal-title">
        <IconButton className="terminal-widen" icon="widen" label={t.widen} aria-pressed={wide} onClick={() => setWide(!wide)} />
        <FoldButton panel="terminal" icon="foldLeft" />
      </PanelHead>
      {phase === 'starting' && <p className="terminal-note">{shell.starting}</p>}
      {branching && (
        <p className="terminal-branch">
          {t.branching}
          <IconButton icon="close" size={13} label={shell.dismiss} onClick={() => setBranching(false)} />
        </p>
      )}
      <div className="terminal-place">
        <Suspense fallback={<p className="terminal-note">{t.loading}</p>}>
          <TerminalScreen branching={branching} onRun={() => setBranching(false)} />
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
    // It scrolls: while none of its buttons can have focus, it has it itself.
    <div className="suggestions" role="group" aria-label={t.try} tabIndex={busy ? 0 : undefined}>
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
