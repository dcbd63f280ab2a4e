import { MODES, THEMES, type Theme } from '../../state/view';
import { useApp, usePage, useSession, useView } from '../app-context';
import { useTexts } from '../texts/texts';
import { Button, IconButton } from '../widgets/button';
import { Icon, type IconName } from '../widgets/icon';
import { Kbd } from '../widgets/kbd';
import { ChoiceMenu } from '../widgets/menu';
import { Segmented } from '../widgets/segmented';
import { isMac } from './platform';
import { LanguageMenu } from './language-menu';
import { Mark } from './mark';
import { ScenarioMenu } from './scenario-menu';
import { SeedPopover } from './seed-popover';
import { SharePopover } from './share-popover';
import './top-bar.css';

const THEME_ICONS: Readonly<Record<Theme, IconName>> = { system: 'system', light: 'sun', dark: 'moon', contrast: 'contrast' };

/** Which cluster it is, how the page looks, and the ways to search and share. */
export function TopBar() {
  const { shell } = useTexts();
  const { shell: wishes } = usePage();
  const mode = useView((v) => v.mode);
  const theme = useView((v) => v.theme);
  const { view } = useApp();
  return (
    <header className="top-bar" aria-label={shell.topBar}>
      <h1 className="brand">
        <Mark />
        <span>Podyssey</span>
      </h1>
      <span className="rule not-phone" />
      <ScenarioMenu />
      <span className="wide"><VersionMenu /></span>
      <span className="wide"><SeedPopover /></span>
      <span className="push" />
      <Button className="search-trigger not-phone" icon="search" onClick={() => wishes.ask('openSearch', undefined)}>
        <span className="label">{shell.search}</span>
        <Kbd keys={isMac() ? '⌘ K' : 'Ctrl K'} />
      </Button>
      <span className="not-phone">
        <Segmented label={shell.mode} value={mode} segments={MODES.map((value) => ({ value, label: shell.modes[value] }))} onChange={(next) => view.getState().set({ mode: next })} />
      </span>
      <ChoiceMenu
        label={shell.theme}
        value={theme}
        align="end"
        choices={THEMES.map((value) => ({ value, label: shell.themes[value], icon: THEME_ICONS[value] }))}
        onChoose={(next) => view.getState().set({ theme: next })}
        trigger={<button type="button" className="button button-quiet button-icon" aria-label={shell.theme}><Icon name={THEME_ICONS[theme]} size={17} /></button>}
      />
      <LanguageMenu />
      <SharePopover />
      <IconButton className="not-phone" icon="help" label={shell.help} keys="?" onClick={() => wishes.ask('openHelp', undefined)} />
    </header>
  );
}

function VersionMenu() {
  const { shell } = useTexts();
  const { session } = useApp();
  const options = useSession((s) => s.options);
  return (
    <ChoiceMenu
      label={shell.version}
      value={options.version}
      choices={[{ value: '1.35', label: 'v1.35', about: shell.versionAbout['1.35'] }, { value: '1.20', label: 'v1.20', about: shell.versionAbout['1.20'] }]}
      onChoose={(version) => session.start({ ...options, version })}
      trigger={<Button className="chip">{shell.kubernetes(`v${options.version}`)}</Button>}
    />
  );
}
