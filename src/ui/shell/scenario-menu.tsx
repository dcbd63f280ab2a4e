import { DropdownMenu } from 'radix-ui';
import { LIBRARY, libraryScenario, type GroupId } from '../../scenarios/library/library';
import { useApp, usePage, useSession } from '../app-context';
import { useTexts } from '../texts/texts';
import { Icon } from '../widgets/icon';
import { useLayer } from '../widgets/layer';
import { startAnew } from './start-anew';
import { planOf, storyOf, type StoryId } from './stories';
import './scenario-menu.css';

/** Groups that stand at the head of a column, where there is room for three. */
const COLUMN_STARTS: ReadonlySet<GroupId> = new Set(['rollouts', 'failures']);

/** The scenario library: a fresh cluster and the commands that tell something, in groups. */
export function ScenarioMenu() {
  const t = useTexts();
  const app = useApp();
  const { shell } = usePage();
  const layer = useLayer();
  const options = useSession((s) => s.options);
  const present = useSession((s) => storyOf(s.options, s.commands.map((c) => c.line)));
  const start = (id: string): void => {
    const scenario = libraryScenario(id);
    if (scenario === undefined && id !== 'own') return;
    startAnew(app, shell, t, { ...options, scenario: scenario?.id, nodes: scenario?.nodes }, scenario === undefined ? [] : planOf(scenario));
  };
  const item = (id: StoryId) => (
    <DropdownMenu.RadioItem key={id} value={id} className="menu-item" textValue={t.stories[id].title}>
      <span className="menu-text">
        <span>{t.stories[id].title}</span>
        <small>{t.stories[id].about}</small>
      </span>
      <DropdownMenu.ItemIndicator>
        <Icon name="check" size={15} />
      </DropdownMenu.ItemIndicator>
    </DropdownMenu.RadioItem>
  );
  // A scenario file's own name, when it tells none of the library's.
  const title = present === undefined ? (libraryScenario(options.scenario) === undefined ? options.scenario : undefined) ?? t.shell.ownCluster : t.stories[present].title;
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <button type="button" className="button button-quiet scenario-trigger" aria-label={`${t.shell.scenario}: ${title}`}>
          <span>{title}</span>
          <Icon name="chevronDown" size={14} />
        </button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={layer}>
        <DropdownMenu.Content className="menu library" align="start" sideOffset={6} collisionPadding={8} aria-label={t.shell.scenario}>
          <DropdownMenu.RadioGroup value={present ?? ''} onValueChange={start} className="library-groups">
            <div className="library-group library-own">{item('own')}</div>
            {LIBRARY.map((group) => (
              <DropdownMenu.Group key={group.id} className="library-group" data-column={COLUMN_STARTS.has(group.id) ? 'start' : undefined} aria-labelledby={`library-${group.id}`}>
                <DropdownMenu.Label className="menu-label" id={`library-${group.id}`}>{t.shell.scenarioGroups[group.id]}</DropdownMenu.Label>
                {group.scenarios.map(({ id }) => item(id))}
              </DropdownMenu.Group>
            ))}
          </DropdownMenu.RadioGroup>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
