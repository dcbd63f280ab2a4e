import { useApp, useSession } from '../app-context';
import { useTexts } from '../texts/texts';
import { Icon } from '../widgets/icon';
import { ChoiceMenu } from '../widgets/menu';
import { STORIES, storyOf, type StoryId } from './stories';

/** Ready-made stories: a fresh cluster and the commands that tell something. */
export function ScenarioMenu() {
  const t = useTexts();
  const { session } = useApp();
  const options = useSession((s) => s.options);
  // Which story it is follows from what was typed: the longest one that the session begins with.
  const present = useSession((s) => storyOf(s.commands.map((c) => c.line)));
  const start = (id: StoryId): void => {
    const story = STORIES.find((s) => s.id === id);
    if (story === undefined) return;
    session.start({ ...options, scenario: undefined }, story.lines.map((line, i) => ({ at: undefined, action: { type: 'execute', id: i + 1, line } })));
  };
  const title = present === undefined ? t.shell.ownCluster : t.stories[present].title;
  return (
    <ChoiceMenu
      label={t.shell.scenario}
      value={present}
      choices={STORIES.map(({ id }) => ({ value: id, label: t.stories[id].title, about: t.stories[id].about }))}
      onChoose={start}
      trigger={
        <button type="button" className="button button-quiet scenario-trigger" aria-label={`${t.shell.scenario}: ${title}`}>
          <span>{title}</span>
          <Icon name="chevronDown" size={14} />
        </button>
      }
    />
  );
}
