import { useApp, useMoment } from '../app-context';
import { duration } from '../format';
import { useTexts } from '../texts/texts';
import { Tip } from '../widgets/tip';

/** Where the time went on the critical path: the three components with most of it. */
export function PathSums() {
  const t = useTexts();
  const { derived } = useApp();
  const path = useMoment(({ t: now }) => {
    const command = derived.commandAt(now);
    return command === undefined ? undefined : derived.path(command);
  });
  if (path === undefined || path.end <= path.begin) return null;
  const parts = [...path.byComponent].sort((a, b) => b[1] - a[1]).slice(0, 3);
  const kinds = [...path.byKind].sort((a, b) => b[1] - a[1]).map(([kind, time]) => `${t.timeline.kinds[kind]} ${duration(time)}`).join(' · ');
  return (
    <Tip text={`${t.timeline.criticalAbout} ${kinds}`} side="top">
      <span className="path-sums not-narrow" tabIndex={0}>
        <b>{t.timeline.criticalPath}</b> <span className="num">{duration(path.end - path.begin)}</span>
        {parts.map(([component, time]) => (
          <span key={component} className="path-sum num" data-component={component}>
            {t.components[component]} {duration(time)}
          </span>
        ))}
      </span>
    </Tip>
  );
}
