import { useEffect, useState } from 'react';
import { useApp, usePage, useSession } from '../app-context';
import { useTexts } from '../texts/texts';
import { Button, IconButton } from '../widgets/button';
import { Icon } from '../widgets/icon';
import type { Told } from './shell-store';
import './notices.css';

const FIELD_NAMES: Readonly<Record<string, string>> = {
  v: 'link version', s: 'scenario', k: 'Kubernetes version', n: 'seed', d: 'nodes', c: 'commands', t: 'playhead', m: 'time scale', x: 'speed', r: 'selection', o: 'object', p: 'step', i: 'tab', w: 'timeline window', z: 'camera', l: 'language', h: 'theme',
};

/** What a person should know of the page itself: bad parts of a link, an engine that stopped. */
export function Notices() {
  const { shell } = useTexts();
  const app = useApp();
  const { shell: wishes } = usePage();
  const phase = useSession((s) => s.phase);
  const error = useSession((s) => s.error);
  const [seen, setSeen] = useState(false);
  const [told, setTold] = useState<Told>();
  useEffect(() => wishes.on('tell', setTold), [wishes]);
  return (
    <>
      {app.badFields.length > 0 && !seen && (
        <div className="notice" role="status">
          <Icon name="warning" />
          <p>{shell.badLink([...new Set(app.badFields)].map((f) => FIELD_NAMES[f] ?? f).join(', '))}</p>
          <IconButton icon="close" label={shell.dismiss} onClick={() => setSeen(true)} />
        </div>
      )}
      {told !== undefined && (
        <div className={`notice ${told.bad ? 'is-bad' : 'is-said'}`} role={told.bad ? 'alert' : 'status'}>
          <Icon name={told.bad ? 'warning' : 'check'} />
          <p>{told.text}</p>
          {told.action !== undefined && (
            <Button
              onClick={() => {
                setTold(undefined);
                told.action?.run();
              }}
            >
              {told.action.label}
            </Button>
          )}
          <IconButton icon="close" label={shell.dismiss} onClick={() => setTold(undefined)} />
        </div>
      )}
      {phase === 'restarting' && (
        <div className="notice" role="status">
          <Icon name="restart" />
          <p>{shell.restarting}</p>
        </div>
      )}
      {phase === 'failed' && (
        <div className="notice is-bad" role="alert">
          <Icon name="warning" />
          <p>
            <b>{shell.failedTitle}</b> {shell.failedAbout} <code>{error}</code>
          </p>
          <Button look="solid" onClick={() => app.session.restart()}>{shell.restart}</Button>
        </div>
      )}
    </>
  );
}
