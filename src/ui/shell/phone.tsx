import { Tabs } from 'radix-ui';
import { useEffect, useState, type ReactNode } from 'react';
import { usePage } from '../app-context';
import { useTexts } from '../texts/texts';
import { Icon, type IconName } from '../widgets/icon';
import './phone.css';

interface Props {
  readonly terminal: ReactNode;
  readonly journey: ReactNode;
  readonly map: ReactNode;
  readonly inspector: ReactNode;
  readonly transport: ReactNode;
  readonly timeline: ReactNode;
}

const TABS = ['map', 'terminal', 'journey', 'inspector', 'timeline'] as const;
type Tab = (typeof TABS)[number];
const ICONS: Readonly<Record<Tab, IconName>> = { map: 'map', terminal: 'terminal', journey: 'list', inspector: 'inspect', timeline: 'timeline' };

/** One panel at a time, with the playback always at hand. */
export function PhoneLayout(parts: Props) {
  const { shell } = useTexts();
  const { shell: wishes } = usePage();
  const [tab, setTab] = useState<Tab>('map');
  useEffect(() => wishes.on('reveal', setTab), [wishes]);
  return (
    <Tabs.Root className="phone" value={tab} onValueChange={(next) => setTab(TABS.find((id) => id === next) ?? 'map')}>
      {TABS.map((id) => (
        <Tabs.Content key={id} value={id} className="phone-panel" tabIndex={-1}>
          {parts[id]}
        </Tabs.Content>
      ))}
      {parts.transport}
      <Tabs.List className="phone-tabs" aria-label={shell.more}>
        {TABS.map((id) => (
          <Tabs.Trigger key={id} value={id} className="phone-tab">
            <Icon name={ICONS[id]} size={19} />
            {shell.panels[id]}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
    </Tabs.Root>
  );
}
