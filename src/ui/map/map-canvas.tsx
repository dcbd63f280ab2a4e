import { useEffect, useRef, useState } from 'react';
import { messageRef } from '../../trace/rows';
import { usePage } from '../app-context';
import { useExplanations, useTexts } from '../texts/texts';
import { stateName } from '../texts/words';
import { HoverCard, type Hover } from './hover-card';
import type { MapControl } from './map-control';
import { startMap } from './map-driver';
import { createMapView, type Picked } from './view';

/** The SVG, drawn by D3 and driven by the playhead; React only makes the element and the card beside the pointer. */
export function MapCanvas({ control }: { readonly control: MapControl }) {
  const page = usePage();
  const { app } = page;
  const { selection } = app;
  const t = useTexts();
  const explanations = useExplanations();
  // The long texts come after the page; the map is not made anew for them.
  const long = useRef(explanations);
  useEffect(() => {
    long.current = explanations;
  }, [explanations]);
  const place = useRef<SVGSVGElement>(null);
  const above = useRef<SVGSVGElement>(null);
  const [hover, setHover] = useState<Hover>();
  useEffect(() => {
    const svg = place.current;
    const moving = above.current;
    if (svg === null || moving === null) return;
    const pick = (picked: Picked): void => {
      const { select } = selection.getState();
      switch (picked.kind) {
        case 'actor':
          select({ actor: picked.actor, component: picked.component });
          app.view.getState().set({ inspectorTab: 'machine' });
          if (picked.node !== undefined && picked.component === 'kubelet') control.showNode(picked.node);
          break;
        case 'object':
          select({ subject: picked.subject });
          app.view.getState().set({ inspectorTab: 'object' });
          break;
        case 'packet':
          select({ row: messageRef(picked.row) });
          app.view.getState().set({ inspectorTab: 'request' });
          break;
      }
    };
    const view = createMapView(svg, moving, t, (machine, state) => stateName(long.current, machine, state), {
      picked: pick,
      hovered: (picked, at) => setHover(picked === undefined ? undefined : { picked, ...at }),
      grabbed: () => {
        setHover(undefined);
        driver.touched();
      },
    });
    const driver = startMap(page, svg, view);
    control.attach(view, driver.touched);
    return () => {
      control.attach(undefined);
      driver.stop();
      view.destroy();
    };
  }, [app, control, page, selection, t]);
  return (
    <>
      <svg ref={place} className="map-svg" role="group" aria-label={t.map.label} />
      <svg ref={above} className="map-svg map-moving" aria-hidden="true" />
      {hover !== undefined && <HoverCard hover={hover} />}
    </>
  );
}
