import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { Group, Panel, Separator, type PanelImperativeHandle } from 'react-resizable-panels';
import { useApp, usePage, useView } from '../app-context';
import { useTexts } from '../texts/texts';
import type { PanelId } from '../../state/view';
import { FoldButton } from './fold-button';
import './workspace.css';

interface Props {
  readonly terminal: ReactNode;
  readonly journey: ReactNode;
  readonly map: ReactNode;
  readonly inspector: ReactNode;
  readonly transport: ReactNode;
  readonly timeline: ReactNode;
}

const TRANSPORT_HEIGHT = 47;

/** Panels around the map. They can be resized and folded; sizes are kept with the view. */
export function Workspace({ terminal, journey, map, inspector, transport, timeline }: Props) {
  const { shell } = useTexts();
  const [sizes] = useState(firstSizes);
  const vertical = useKeptLayout('page', ['upper', 'timeline']);
  const horizontal = useKeptLayout('upper', ['left', 'centre', 'inspector']);
  const left = useKeptLayout('left', ['terminal', 'journey']);
  const folded = useView((v) => v.folded);
  const is = (panel: PanelId): boolean => folded.includes(panel);
  const leftFolded = is('terminal') && is('journey');
  const leftRef = useFold(leftFolded);
  useWideTerminal(leftRef);
  const inspectorRef = useFold(is('inspector'));
  const timelineRef = useFold(is('timeline'));
  const terminalRef = useFold(is('terminal') && !is('journey'));
  const journeyRef = useFold(is('journey') && !is('terminal'));
  // What is folded away is there for nobody: neither for the eye nor for Tab.
  const gone = (hidden: boolean) => (hidden ? { className: 'is-gone' } : {});
  const onlyHead = (hidden: boolean) => (hidden ? { className: 'is-folded' } : {});
  return (
    <Group orientation="vertical" id="page" className="workspace" {...vertical}>
      <Panel id="upper" minSize={220}>
        <Group orientation="horizontal" id="upper-group" {...horizontal}>
          <Panel id="left" {...gone(leftFolded)} panelRef={leftRef} defaultSize={sizes.left} minSize={220} maxSize="50%" collapsible groupResizeBehavior="preserve-pixel-size">
            <Group orientation="vertical" id="left-group" {...left}>
              <Panel id="terminal" {...onlyHead(is('terminal'))} panelRef={terminalRef} defaultSize="38%" minSize={90} collapsible collapsedSize={38}>{terminal}</Panel>
              <Separator className="split split-y" aria-label={shell.resize(shell.panels.terminal)} />
              <Panel id="journey" {...onlyHead(is('journey'))} panelRef={journeyRef} minSize={90} collapsible collapsedSize={38}>{journey}</Panel>
            </Group>
          </Panel>
          <Separator className="split split-x" aria-label={shell.resize(shell.panels.terminal)} />
          <Panel id="centre" minSize={260}>{map}</Panel>
          <Separator className="split split-x" aria-label={shell.resize(shell.panels.inspector)} />
          <Panel id="inspector" {...gone(is('inspector'))} panelRef={inspectorRef} defaultSize={sizes.right} minSize={260} maxSize="48%" collapsible groupResizeBehavior="preserve-pixel-size">{inspector}</Panel>
        </Group>
      </Panel>
      <Separator className="split split-y" aria-label={shell.resize(shell.panels.timeline)} />
      <Panel id="timeline" {...onlyHead(is('timeline'))} panelRef={timelineRef} defaultSize={sizes.bottom} minSize={150} maxSize="70%" collapsible collapsedSize={TRANSPORT_HEIGHT} groupResizeBehavior="preserve-pixel-size">
        <div className="panel">
          <div className="transport-head">
            {transport}
            <FoldButton panel="timeline" icon="foldDown" />
          </div>
          {timeline}
        </div>
      </Panel>
    </Group>
  );
}

const between = (least: number, value: number, most: number): number => Math.round(Math.min(most, Math.max(least, value)));

/** Pixels that fit the window when nobody has chosen yet: the map gets what is left. */
const firstSizes = () => ({ left: between(240, innerWidth * 0.215, 360), right: between(304, innerWidth * 0.255, 440), bottom: between(210, innerHeight * 0.365, 420) });

/** Sizes (percent, in the panels' order) as the view keeps them. */
function useKeptLayout(name: string, panels: readonly string[]) {
  const app = useApp();
  // Read once: later changes are the person's own.
  const [sizes] = useState(() => app.view.getState().panelSizes[name]);
  const defaultLayout = sizes?.length === panels.length ? Object.fromEntries(panels.map((id, i) => [id, sizes[i] ?? 0])) : undefined;
  const onLayoutChanged = (layout: Readonly<Record<string, number>>, meta: { readonly isUserInteraction: boolean }): void => {
    if (!meta.isUserInteraction) return;
    const { panelSizes, set } = app.view.getState();
    set({ panelSizes: { ...panelSizes, [name]: panels.map((id) => layout[id] ?? 0) } });
  };
  return { onLayoutChanged, ...(defaultLayout === undefined ? {} : { defaultLayout }) };
}

/** Columns for the tables of kubectl, until the person takes them back. */
const WIDE = '48%';

function useWideTerminal(left: RefObject<PanelImperativeHandle | null>): void {
  const { shell } = usePage();
  useEffect(() => {
    let before: number | undefined;
    return shell.on('widenTerminal', (wide) => {
      const panel = left.current;
      if (panel === null) return;
      if (wide) {
        before = panel.getSize().inPixels;
        panel.resize(WIDE);
      } else if (before !== undefined) panel.resize(before);
    });
  }, [left, shell]);
}

/** Folds and unfolds a panel as the view says. */
function useFold(folded: boolean) {
  const ref = useRef<PanelImperativeHandle | null>(null);
  useEffect(() => {
    const panel = ref.current;
    if (panel === null || panel.isCollapsed() === folded) return;
    if (folded) panel.collapse();
    else panel.expand();
  }, [folded]);
  return ref;
}
