import { useMemo } from 'react';
import { NEAR_VIEW, type MapView } from './view';

/** A handle on the map's camera for buttons beside it; before the map is there it does nothing. */
export interface MapControl {
  /** `touched` hears of each move that a person asked for. */
  attach(view: MapView | undefined, touched?: () => void): void;
  zoomBy(factor: number): void;
  panBy(dx: number, dy: number): void;
  showNode(name: string): void;
  showAll(): void;
}

export function createMapControl(): MapControl {
  let view: MapView | undefined;
  let touched: (() => void) | undefined;
  return {
    attach: (next, heard) => {
      view = next;
      touched = heard;
    },
    zoomBy: (factor) => {
      touched?.();
      view?.camera.zoomBy(factor);
    },
    panBy: (dx, dy) => {
      touched?.();
      view?.camera.panBy(dx, dy);
    },
    showNode: (name) => {
      const box = view?.boxOf(`kubelet:${name}`, 'kubelet');
      if (box === undefined) return;
      touched?.();
      view?.camera.show(box, NEAR_VIEW);
    },
    showAll: () => view?.showAll(false),
  };
}

export const useMapControl = (): MapControl => useMemo(() => createMapControl(), []);
