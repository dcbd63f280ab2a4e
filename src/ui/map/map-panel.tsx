import { useState } from 'react';
import { useApp, usePage, useView } from '../app-context';
import { useTexts } from '../texts/texts';
import { IconButton } from '../widgets/button';
import { Legend } from './legend';
import { MapCanvas } from './map-canvas';
import { MapTable } from './map-table';
import { StartHint } from './start-hint';
import { useMapControl } from './map-control';
import './map.css';
import './map-panel.css';

/** The map with its buttons; for those who cannot see it, the same as tables. */
export function MapPanel() {
  const { map: t, shell } = useTexts();
  const { view } = useApp();
  const { shell: wishes } = usePage();
  const [asTable, setAsTable] = useState(false);
  const control = useMapControl();
  const following = useView((v) => v.mode === 'walkthrough');
  const folded = useView((v) => v.folded);
  return (
    <section
      className="map"
      id="map"
      aria-label={t.label}
      tabIndex={-1}
      onKeyDown={(event) => {
        const factor = event.key === '+' || event.key === '=' ? 1.5 : event.key === '-' ? 1 / 1.5 : undefined;
        if (factor === undefined || event.metaKey || event.ctrlKey) return;
        event.preventDefault();
        control.zoomBy(factor);
      }}
    >
      {asTable ? <MapTable /> : <MapCanvas control={control} />}
      <div className="map-foot">
        <div className="map-tools" role="toolbar" aria-label={t.label}>
          {(['terminal', 'journey'] as const).map((panel) => folded.includes('terminal') && folded.includes('journey') && (
            <IconButton key={panel} icon={panel === 'terminal' ? 'terminal' : 'list'} label={shell.unfold(shell.panels[panel])} onClick={() => view.getState().toggleFold(panel)} />
          ))}
          {!asTable && (
            <>
              <IconButton icon="fit" label={t.fitAll} keys="0" onClick={() => wishes.ask('fitMap', undefined)} />
              <IconButton icon="plus" label={t.zoomIn} keys="+" onClick={() => control.zoomBy(1.5)} />
              <IconButton icon="minus" label={t.zoomOut} keys="−" onClick={() => control.zoomBy(1 / 1.5)} />
              <IconButton icon="follow" label={t.follow} aria-pressed={following} onClick={() => view.getState().set({ mode: following ? 'explore' : 'walkthrough' })} />
            </>
          )}
          <IconButton icon={asTable ? 'map' : 'table'} label={asTable ? t.asMap : t.asTable} aria-pressed={asTable} onClick={() => setAsTable(!asTable)} />
        </div>
        {!asTable && <Legend />}
      </div>
      {!asTable && <StartHint />}
      <div className="map-unfold">
        {folded.includes('inspector') && <IconButton look="outline" icon="foldRight" label={shell.unfold(shell.panels.inspector)} onClick={() => view.getState().toggleFold('inspector')} />}
      </div>
    </section>
  );
}
