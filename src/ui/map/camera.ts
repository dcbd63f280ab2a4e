import { easeCubicInOut, interpolateZoom, select, zoom, zoomIdentity, zoomTransform, type ZoomBehavior } from 'd3';
import type { Box } from './geometry';

/** Part of the world in sight: its centre and how large it is drawn. */
export interface CameraState {
  readonly x: number;
  readonly y: number;
  readonly k: number;
}

export interface Camera {
  readonly state: () => CameraState;
  readonly size: () => { readonly w: number; readonly h: number };
  /** The element has another size now. */
  resized(): void;
  /** Shows a box as large as it fits, at most at zoom `most`; margins in pixels. */
  show(box: Box, options?: { readonly most?: number; readonly margin?: number; readonly top?: number; readonly bottom?: number; readonly instantly?: boolean }): void;
  set(state: CameraState): void;
  zoomBy(factor: number): void;
  panBy(dx: number, dy: number): void;
  destroy(): void;
}

const MIN_ZOOM = 0.15;
export const MAX_ZOOM = 9;

interface Handlers {
  readonly moved: (transform: string, state: CameraState) => void;
  /** A person moved it: following stops. */
  readonly grabbed: () => void;
  readonly still: () => boolean;
}

/** Pan and zoom of an SVG: wheel, pinch and drag by a person, flights by the page. */
export function createCamera(svg: SVGSVGElement, handlers: Handlers): Camera {
  const root = select<SVGSVGElement, unknown>(svg);
  // Asking the element for its size in the middle of drawing would make the browser lay the page out.
  let known = { w: svg.clientWidth || 1, h: svg.clientHeight || 1 };
  const size = () => known;
  const behavior: ZoomBehavior<SVGSVGElement, unknown> = zoom<SVGSVGElement, unknown>()
    .scaleExtent([MIN_ZOOM, MAX_ZOOM])
    .extent(() => [[0, 0], [size().w, size().h]])
    .interpolate(interpolateZoom)
    .filter((event: MouseEvent) => (event.type === 'wheel' || !event.ctrlKey) && event.button === 0)
    .on('zoom', (event: { readonly transform: { toString(): string }; readonly sourceEvent: unknown }) => {
      handlers.moved(event.transform.toString(), stateOf());
      if (event.sourceEvent instanceof Event) handlers.grabbed();
    });
  root.call(behavior).on('dblclick.zoom', null);

  function stateOf(): CameraState {
    const { w, h } = size();
    const t = zoomTransform(svg);
    const [x, y] = t.invert([w / 2, h / 2]);
    return { x, y, k: t.k };
  }
  function go({ x, y, k }: CameraState, instantly: boolean): void {
    const { w, h } = size();
    const transform = zoomIdentity.translate(w / 2, h / 2).scale(k).translate(-x, -y);
    root.interrupt();
    if (instantly || handlers.still()) root.call(behavior.transform, transform);
    else root.transition().duration(620).ease(easeCubicInOut).call(behavior.transform, transform);
  }
  return {
    state: stateOf,
    size,
    resized() {
      known = { w: svg.clientWidth || 1, h: svg.clientHeight || 1 };
    },
    set: (state) => go(state, true),
    show(box, { most = 1.6, margin = 12, top = margin, bottom = margin, instantly = false } = {}) {
      const { w, h } = size();
      const k = Math.max(MIN_ZOOM, Math.min(most, (w - 2 * margin) / box.w, (h - top - bottom) / box.h));
      go({ x: box.x + box.w / 2, y: box.y + box.h / 2 + (bottom - top) / 2 / k, k }, instantly);
    },
    zoomBy(factor) {
      const { x, y, k } = stateOf();
      go({ x, y, k: Math.max(MIN_ZOOM, Math.min(MAX_ZOOM, k * factor)) }, false);
    },
    panBy(dx, dy) {
      const { x, y, k } = stateOf();
      go({ x: x + dx / k, y: y + dy / k, k }, true);
    },
    destroy() {
      root.interrupt().on('.zoom', null);
    },
  };
}
