import { useApp, usePage, useSession } from '../app-context';
import { useTexts } from '../texts/texts';
import { ActionMenu, type MenuAction } from '../widgets/action-menu';
import { Button, IconButton } from '../widgets/button';
import { Tip } from '../widgets/tip';

const TEN_SECONDS = 10_000_000;

/** What can be done with the run as a whole: buttons as far as there is room, a menu with everything where there is not. */
export function RunActions() {
  const { transport: t, terminal, files, compare, shell: words } = useTexts();
  const { shell } = usePage();
  const { session } = useApp();
  const idle = useSession((s) => s.phase === 'ready');
  const empty = useSession((s) => s.commands.length === 0);
  const failed = useSession((s) => s.phase === 'failed');
  const branch: MenuAction = { id: 'branch', label: terminal.branch, about: terminal.branchAbout, icon: 'branch', disabled: !idle || empty, run: () => shell.ask('branch', undefined) };
  const advance: MenuAction = { id: 'advance', label: t.advance, icon: 'clock', disabled: !idle, run: () => session.advance(TEN_SECONDS) };
  const other: MenuAction = { id: 'compare', label: compare.open, icon: 'compare', disabled: failed, run: () => shell.ask('openCompare', undefined) };
  const saving: readonly MenuAction[] = [
    { id: 'scenario', label: files.saveScenario, about: files.saveScenarioAbout, icon: 'save', disabled: empty, run: () => shell.ask('save', 'scenario') },
    { id: 'log', label: files.saveLog, about: files.saveLogAbout, icon: 'save', disabled: !idle, run: () => shell.ask('save', 'log') },
    { id: 'map', label: files.saveMap, about: files.saveMapAbout, icon: 'picture', run: () => shell.ask('save', 'map') },
  ];
  const opening: readonly MenuAction[] = [{ id: 'open', label: files.open, about: files.openAbout, icon: 'open', run: () => shell.ask('openFile', undefined) }];
  return (
    <>
      <div className="run-actions">
        <Tip text={terminal.branchAbout} side="top">
          <Button className="is-rare" onClick={branch.run} disabled={branch.disabled}>{branch.label}</Button>
        </Tip>
        <Button className="is-rare" onClick={advance.run} disabled={advance.disabled}>{advance.label}</Button>
        <Button onClick={other.run} disabled={other.disabled}>{other.label}</Button>
        <ActionMenu label={files.menu} groups={[saving, opening]} trigger={<Button icon="save" aria-label={files.menu}>{files.short}</Button>} />
      </div>
      <div className="run-actions-folded">
        <ActionMenu label={words.more} groups={[[branch, advance, other], saving, opening]} trigger={<IconButton look="outline" icon="more" label={words.more} />} />
      </div>
    </>
  );
}
