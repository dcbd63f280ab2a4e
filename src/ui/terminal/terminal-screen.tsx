import { useEffect, useRef, useState } from 'react';
import { useApp, usePage } from '../app-context';
import { useTexts } from '../texts/texts';
import { completions } from './completion';
import { shellLine, typedText } from './shell-line';
import { FIRST_COMMAND, suggestions } from './suggestions';
import { pieces, runningAt } from './transcript';
import { openTerminal, terminalColors, type TerminalContent } from './xterm-view';

/** The terminal's screen at the playhead, and the line at its end. */
export function TerminalScreen({ branching, onRun }: { readonly branching: boolean; readonly onRun: () => void }) {
  const { terminal: t } = useTexts();
  const app = useApp();
  const { moment, shell } = usePage();
  const place = useRef<HTMLDivElement>(null);
  const label = t.input;
  // Read when a line is entered; the terminal is not opened anew for it.
  const wanted = useRef({ branching, onRun });
  useEffect(() => {
    wanted.current = { branching, onRun };
  }, [branching, onRun]);
  const [fonts, setFonts] = useState(false);
  useEffect(() => {
    // xterm measures a letter once, as it opens: the font has to be there.
    void Promise.allSettled(['400', '600'].map((weight) => document.fonts.load(`${weight} 12px "JetBrains Mono Variable"`))).then(() => setFonts(true));
  }, []);
  useEffect(() => {
    const element = place.current;
    if (element === null || !fonts) return;
    const view = openTerminal(element, label, {
      run: (text) => {
        const { line, stdin } = shellLine(text);
        (wanted.current.branching ? app.runHere : app.run)(line, stdin === undefined ? {} : { stdin });
        wanted.current.onRun();
      },
      interrupt: () => {
        const running = runningAt(app.session.store.getState().commands, app.playback.playhead.getState().t);
        if (running !== undefined && running.exit === undefined) app.session.interrupt(running.id);
      },
      complete: (before) => completions(before, app.derived.readers().cluster.at(app.derived.range().end)),
    });
    let colors = terminalColors(element);
    const show = (): void => view.show(contentOf());
    /** What depends on the session and not on the playhead, made once for each state of it. */
    let made: { readonly from: readonly unknown[]; readonly content: Omit<TerminalContent, 't' | 'running'> } | undefined;
    const contentOf = (): TerminalContent => {
      const { commands, outputs, inputs, readyAt, version } = app.session.store.getState();
      const { t: now } = moment.getState();
      const from = [commands, outputs, colors, version];
      if (made === undefined || made.from.some((x, i) => x !== from[i])) {
        const stdins = new Map(inputs.flatMap(({ action }) => (action.type === 'execute' ? [[action.id, action.stdin]] : [])));
        const typed = commands.map((c) => ({ ...c, line: typedText({ line: c.line, stdin: stdins.get(c.id) }) }));
        const history = typed.map((c) => c.line);
        const same = made !== undefined && made.from[0] === commands && made.from[1] === outputs && made.from[2] === colors;
        made = {
          from,
          content: {
            pieces: same && made !== undefined ? made.content.pieces : pieces(typed, outputs, colors),
            ghost: commands.length === 0 ? FIRST_COMMAND : (suggestions(history, app.derived.readers().cluster.at(app.derived.range().end))[0] ?? ''), ghostRuns: commands.length === 0, history,
          },
        };
      }
      return { ...made.content, t: now, running: readyAt === undefined || runningAt(commands, now) !== undefined };
    };
    const retheme = new MutationObserver(() => {
      view.retheme(element);
      colors = terminalColors(element);
      show();
    });
    retheme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    const resize = new ResizeObserver(() => view.fit());
    resize.observe(element);
    view.fit();
    show();
    const stops = [moment.subscribe(show), app.session.store.subscribe(show), shell.on('type', (text) => view.type(text)), shell.on('focusTerminal', () => view.focus())];
    return () => {
      stops.forEach((stop) => stop());
      retheme.disconnect();
      resize.disconnect();
      view.destroy();
    };
  }, [app, moment, shell, label, fonts]);
  return <div className="terminal-screen" ref={place} />;
}
