import { useApp, usePage, useSession } from '../app-context';
import { FIRST_COMMAND } from '../terminal/suggestions';
import { useTexts } from '../texts/texts';
import { Button } from '../widgets/button';

/** Before the first command: what this is, and one press to see it. */
export function StartHint() {
  const { start: t } = useTexts();
  const { run } = useApp();
  const { shell } = usePage();
  const fresh = useSession((s) => s.commands.length === 0);
  const ready = useSession((s) => s.phase === 'ready');
  if (!fresh) return null;
  return (
    <div className="start">
      <h2>{t.title}</h2>
      <p>{t.about}</p>
      {/* Word by word: a line must not end inside of `--replicas`. */}
      <code className="start-command">{FIRST_COMMAND.split(' ').map((word, i) => [i > 0 && ' ', <span key={word}>{word}</span>])}</code>
      <div className="start-buttons">
        <Button
          look="solid"
          icon="play"
          disabled={!ready}
          onClick={() => {
            run(FIRST_COMMAND);
            shell.ask('focusTerminal', undefined);
          }}
        >
          {ready ? t.run : t.booting}
        </Button>
        <span className="start-or">{t.or}</span>
      </div>
    </div>
  );
}
