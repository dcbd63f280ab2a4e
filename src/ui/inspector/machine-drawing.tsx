import { curveBasis, line } from 'd3';
import { useEffect, useId, useRef } from 'react';
import type { MachineLayout, TransitionArrow } from '../../trace/layout/machine-layout';

interface Props {
  readonly name: string;
  readonly layout: MachineLayout;
  readonly present: readonly string[];
  readonly visits: ReadonlyMap<string, number>;
  readonly passages: ReadonlyMap<string, number>;
  readonly nameOf: (state: string) => string;
  /** Smallest scale: below it the drawing scrolls instead. */
  readonly least: number;
}

const curve = line<{ readonly x: number; readonly y: number }>().x((p) => p.x).y((p) => p.y).curve(curveBasis);

/** States as boxes, transitions as arrows; visited ones are drawn stronger, the present one is filled and kept in sight. */
export function MachineDrawing({ name, layout, present, visits, passages, nameOf, least }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const head = useId();
  const shown = present[0];
  useEffect(() => {
    const box = place.current;
    const state = box?.querySelector('.is-present');
    if (box === null || state === null || state === undefined) return;
    const [outer, inner] = [box.getBoundingClientRect(), state.getBoundingClientRect()];
    box.scrollLeft += inner.left + inner.width / 2 - outer.left - outer.width / 2;
    box.scrollTop += inner.top + inner.height / 2 - outer.top - outer.height / 2;
  }, [shown, layout]);
  return (
    <div className="machine-scroll" tabIndex={0} role="group" ref={place}>
      <svg className="machine-svg" viewBox={`0 0 ${layout.width} ${layout.height}`} style={{ maxWidth: layout.width * 1.1, minWidth: layout.width * least }} role="img" aria-label={[name, ...present.map(nameOf)].join(', ')}>
        <defs>
          <marker id={head} viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z" /></marker>
        </defs>
        {layout.arrows.map((arrow) => <path key={`${arrow.from}→${arrow.to}`} className={`arrow ${passages.has(`${arrow.from}→${arrow.to}`) ? 'is-passed' : ''}`} d={pathOf(arrow)} markerEnd={`url(#${head})`}><title>{arrow.events.join(', ')}</title></path>)}
        {layout.states.map((state) => (
          <g key={state.path} className={`state ${visits.has(state.path) ? 'is-visited' : ''} ${present.includes(state.path) ? 'is-present' : ''}`} transform={`translate(${state.x} ${state.y})`}>
            {state.description !== undefined && <title>{state.description}</title>}
            <rect x={-state.w / 2} y={-state.h / 2} width={state.w} height={state.h} rx={8} className={state.kind === 'final' ? 'is-final' : ''} />
            <text>{state.label}</text>
            {(visits.get(state.path) ?? 0) > 1 && <text className="visits" x={state.w / 2 - 3} y={-state.h / 2 - 5}>{visits.get(state.path)}</text>}
          </g>
        ))}
      </svg>
    </div>
  );
}

const pathOf = (arrow: TransitionArrow): string => curve(arrow.points) ?? '';
