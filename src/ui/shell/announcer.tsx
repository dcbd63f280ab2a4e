import { useEffect, useState } from 'react';
import { usePage } from '../app-context';

/** Tells people who listen to the page what changed. */
export function Announcer() {
  const { shell } = usePage();
  const [text, setText] = useState('');
  useEffect(() => shell.on('announce', setText), [shell]);
  return (
    <div className="visually-hidden" role="status" aria-live="polite">
      {text}
    </div>
  );
}
