import { useTexts } from '../texts/texts';
import { Dialog } from '../widgets/dialog';
import { Kbd } from '../widgets/kbd';
import { isMac } from './platform';
import './help-dialog.css';

/** Every key that does something. */
export function HelpDialog({ open, onOpenChange }: { readonly open: boolean; readonly onOpenChange: (open: boolean) => void }) {
  const { keys: t, shell } = useTexts();
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={shell.help} close={shell.close} className="help">
      <div className="help-groups" tabIndex={0} role="group" aria-label={shell.help}>
        {t.groups.map((group) => (
          <section key={group.title}>
            <h3>{group.title}</h3>
            <dl>
              {group.keys.map(([keys, what]) => (
                <div key={keys} className="help-row">
                  <dt><span className="visually-hidden">{keys}</span>{keys.split(' / ').map((combination) => <Kbd key={combination} keys={combination.replace('Mod', isMac() ? '⌘' : 'Ctrl')} />)}</dt>
                  <dd>{what}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
