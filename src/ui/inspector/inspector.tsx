import { Tabs } from 'radix-ui';
import { lazy, Suspense } from 'react';
import { INSPECTOR_TABS, type InspectorTab } from '../../state/view';
import { useApp, useView } from '../app-context';
import { FoldButton } from '../shell/fold-button';
import { useTexts } from '../texts/texts';
import { CausesTab } from './causes-tab';
import { DecisionTab } from './decision-tab';
import { ExplainTab } from './explain-tab';
import type { Focus } from './focus';
import { Heading } from './heading';
import { useFocus } from './use-focus';
import './inspector.css';

const MachineTab = lazy(() => import('./machine-tab').then((m) => ({ default: m.MachineTab })));
const ObjectTab = lazy(() => import('./object-tab').then((m) => ({ default: m.ObjectTab })));
const RequestTab = lazy(() => import('./request-tab').then((m) => ({ default: m.RequestTab })));

/** Everything about one thing: why it happened, how it was decided, what it wrote, what followed. */
export function Inspector() {
  const { inspector: t } = useTexts();
  const { view } = useApp();
  const tab = useView((v) => v.inspectorTab);
  const focus = useFocus();
  return (
    <section className="panel inspector" aria-label={t.title} id="inspector-panel">
      <Heading focus={focus}>
        <FoldButton panel="inspector" icon="foldRight" />
      </Heading>
      <Tabs.Root className="inspector-tabs" value={tab} onValueChange={(next) => view.getState().set({ inspectorTab: INSPECTOR_TABS.find((id) => id === next) ?? 'explain' })}>
        <Tabs.List className="tabs" aria-label={t.title}>
          {INSPECTOR_TABS.map((id) => <Tabs.Trigger key={id} value={id} className="tab">{t.tabs[id]}</Tabs.Trigger>)}
        </Tabs.List>
        <Tabs.Content value={tab} className="tab-content">
          <Suspense fallback={<p className="quiet">{t.loading}</p>}>
            <Content tab={tab} focus={focus} />
          </Suspense>
        </Tabs.Content>
      </Tabs.Root>
    </section>
  );
}

function Content({ tab, focus }: { readonly tab: InspectorTab; readonly focus: Focus }) {
  switch (tab) {
    case 'explain': return <ExplainTab focus={focus} />;
    case 'decision': return <DecisionTab focus={focus} />;
    case 'machine': return <MachineTab focus={focus} />;
    case 'object': return <ObjectTab focus={focus} />;
    case 'request': return <RequestTab focus={focus} />;
    case 'causes': return <CausesTab focus={focus} />;
  }
}
