import { useApp, useMoment } from '../app-context';
import { useTexts } from '../texts/texts';

/** The commands of the session, each with how it came out; choosing one goes to its beginning. */
export function CommandTabs() {
  const { journey: t } = useTexts();
  const { derived, playback, selection } = useApp();
  const journeys = useMoment(() => derived.journeys());
  const present = useMoment(({ t: now }) => derived.commandAt(now));
  if (journeys.length === 0) return null;
  return (
    <nav className="commands" aria-label={t.commands}>
      {journeys.map(({ command, outcome }) => (
        <button
          type="button"
          key={command.row}
          className="command"
          aria-current={command.row === present ? 'true' : undefined}
          title={command.line}
          onClick={() => {
            selection.getState().clear();
            playback.send({ type: 'SEEK', t: command.sent });
          }}
        >
          <code>{command.line.replace(/^kubectl /, '')}</code>
          <span className="outcome" data-outcome={outcome}>{t.outcomes[outcome]}</span>
        </button>
      ))}
    </nav>
  );
}
