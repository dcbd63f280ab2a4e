import { useMemo } from 'react';
import { NEAR_VIEW, type MapView } from './view';

/** A handle on the map's camera for buttons beside it; before the map is there it does nothing. */
export interface MapControl {
  attach(view: MapView | undefined): void;
  zoomBy(factor: number): void;
  panBy(dx: number, dy: number): void;
  showNode(name: string): void;
  showAll(): void;
}

export function createMapControl(): MapControl {
  let view: MapView | undefined;
  return {
    attach: (next) => {
      view = next;
    },
    zoomBy: (factor) => view?.camera.zoomBy(factor),
    panBy: (dx, dy) => view?.camera.panBy(dx, dy),
    showNode: (name) => {
      const box = view?.boxOf(`kubelet:${name}`, 'kubelet');
      if (box !== undefined) view?.camera.show(box, NEAR_VIEW);
    },
    showAll: () => view?.showAll(false),
  };
}

export const useMapControl = (): MapControl => useMemo(() => createMapControl(), []);
