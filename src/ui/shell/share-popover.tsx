import { Popover } from 'radix-ui';
import { useState } from 'react';
import { useApp, usePage } from '../app-context';
import { useTexts } from '../texts/texts';
import { Button } from '../widgets/button';
import { useLayer } from '../widgets/layer';
import './popover.css';

/** The present moment as a link. */
export function SharePopover() {
  const { shell } = useTexts();
  const app = useApp();
  const { shell: wishes } = usePage();
  const layer = useLayer();
  const [copied, setCopied] = useState(false);
  const [link, setLink] = useState('');
  const copy = (): void => {
    void navigator.clipboard.writeText(link).then(() => {
      setCopied(true);
      wishes.ask('announce', shell.copied);
    });
  };
  return (
    <Popover.Root
      onOpenChange={(open) => {
        if (open) setLink(`${location.href.split('#')[0] ?? ''}#${app.link()}`);
        setCopied(false);
      }}
    >
      <Popover.Trigger asChild>
        <Button icon="share" aria-label={shell.share}><span className="share-word">{shell.share}</span></Button>
      </Popover.Trigger>
      <Popover.Portal container={layer}>
        <Popover.Content className="popover" aria-label={shell.shareTitle} align="end" sideOffset={6} collisionPadding={8}>
          <h2>{shell.shareTitle}</h2>
          <p className="popover-about">{shell.shareAbout}</p>
          <div className="field">
            <input className="input mono" readOnly value={link} aria-label={shell.copyLink} onFocus={(event) => event.target.select()} />
            <Button look="solid" icon={copied ? 'check' : 'copy'} onClick={copy}>{copied ? shell.copied : shell.copyLink}</Button>
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
