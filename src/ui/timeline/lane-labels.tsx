import { useApp, useView } from '../app-context';
import { useTexts } from '../texts/texts';
import { Icon } from '../widgets/icon';
import type { LaneLayout } from './model-at';
import { TOP } from './model';

/** Inside of its component's lane an actor needs less of its name: `kubelet:node-1` is `node-1`, `deployment-controller` is `deployment`. */
const shortLane = (label: string): string => label.replace(/^(kubelet|containerd|cni):/, '').replace(/-controller$/, '');

/** The lanes' names; those that open are buttons. */
export function LaneLabels({ layout }: { readonly layout: LaneLayout }) {
  const t = useTexts();
  const { view } = useApp();
  const open = useView((v) => v.openLanes);
  return (
    <div className="lane-labels" style={{ height: layout.height + TOP }}>
      <div className="lane-head" title={t.timeline.criticalAbout}>{t.timeline.criticalPath}</div>
      {layout.lanes.map(({ lane, y, height }) => {
        const name = lane.label === '' ? t.components[lane.component] : shortLane(lane.label);
        const style = { top: y + TOP, height, paddingInlineStart: 14 + lane.depth * 14 };
        return lane.openable ? (
          <button key={lane.id} type="button" className="lane-label" data-component={lane.component} data-depth={lane.depth} style={style} aria-expanded={open.includes(lane.id)} aria-label={open.includes(lane.id) ? t.timeline.closeLane(name) : t.timeline.openLane(name)} onClick={() => view.getState().toggleLane(lane.id)}>
            <Icon name={open.includes(lane.id) ? 'chevronDown' : 'chevronRight'} size={12} />
            <span>{name}</span>
          </button>
        ) : (
          <span key={lane.id} className="lane-label" data-component={lane.component} data-depth={lane.depth} style={style}>
            <span>{name}</span>
          </span>
        );
      })}
    </div>
  );
}
