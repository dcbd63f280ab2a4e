import { describe, expect, test } from 'vitest';
import { COMPONENTS } from '../../trace/types';
import type { Chapter, Lane, Step } from '../../trace/views';
import { recorder } from '../testing/recorder';
import { bandsOf } from './bands';
import { drawTimeline } from './draw';
import { barAt, layLanes } from './model-at';
import type { TimelineModel } from './model';
import { neighbourOf } from './neighbour';
import { TOP } from './model';
import { inside, panned, scaleOf, ticks, zoomed } from './scale';
import type { CanvasTheme } from './theme';

const theme: CanvasTheme = {
  panel: 'panel', sunk: 'sunk', ink: 'ink', ink2: 'ink2', ink3: 'ink3', line: 'line', line2: 'line2', line3: 'line3', strong: 'strong', onStrong: 'onStrong', onFill: 'onFill', select: 'select', selectLine: 'selectLine', bad: 'bad', font: 'f',
  hues: Object.fromEntries(COMPONENTS.map((c) => [c, { ink: `${c}-ink`, fill: `${c}-fill`, line: `${c}-line`, tint: `${c}-tint`, soft: `${c}-soft` }])) as CanvasTheme['hues'],
};

const model = (over: Partial<TimelineModel> = {}): TimelineModel => ({
  width: 400, height: 200, scale: scaleOf([0, 10], 0, 400), scrollTop: 0, ticks: [], chapters: [], path: [],
  lanes: [{ id: 'etcd', component: 'etcd', depth: 0, y: 0, height: 26, rowHeight: 26, bars: [{ row: 0, x0: 10, x1: 90, span: 1, count: 1, state: 'fsyncing' }, { row: 0, x0: 95, x1: 96, span: 2, count: 1, state: 'x' }] }],
  arrows: [], selected: undefined, hovered: undefined, onPath: new Set(), pathOnly: false, label: (bar) => [bar.state], ...over,
});

describe('drawing', () => {
  test('a bar has its component’s colour, and its label where there is room', () => {
    const { ctx, log } = recorder();
    drawTimeline(ctx, model(), theme);
    expect(log).toContain('fill etcd-fill');
    expect(log.filter((l) => l.startsWith('fillText'))).toEqual(['fillText fsyncing 16 56 onFill']);
  });

  test('the longest form of a label that has room; several visits are not cut, one is, down to six letters', () => {
    const texts = (x1: number, count: number): readonly string[] => {
      const { ctx, log } = recorder();
      const lane = { id: 'etcd', component: 'etcd', depth: 0, y: 0, height: 26, rowHeight: 26, bars: [{ row: 0, x0: 10, x1, span: 1, count, state: 'x' }] } as const;
      drawTimeline(ctx, model({ lanes: [lane], label: (bar) => (bar.count > 1 ? ['12 short visits', '×12'] : ['committing a batch']) }), theme);
      return log.filter((l) => l.startsWith('fillText')).map((l) => l.split(' ').slice(1, -3).join(' '));
    };
    expect([120, 60, 32].map((x1) => texts(x1, 12))).toEqual([['12 short visits'], ['×12'], []]);
    expect([150, 80, 45].map((x1) => texts(x1, 1))).toEqual([['committing a batch'], ['committi…'], []]);
  });

  test('the selected bar has an edge, the others have none', () => {
    const strokes = (over: Partial<TimelineModel>): readonly string[] => {
      const { ctx, log } = recorder();
      drawTimeline(ctx, model(over), theme);
      return log.filter((l) => l === 'stroke ink');
    };
    expect(strokes({}).length).toBe(0);
    expect(strokes({ selected: 1 }).length).toBe(1);
  });

  test('lanes that are scrolled away are not drawn', () => {
    const { ctx, log } = recorder();
    drawTimeline(ctx, model({ scrollTop: 500 }), theme);
    expect(log).not.toContain('fill etcd-fill');
  });

  test('chapters and the critical path stand above the lanes', () => {
    const { ctx, log } = recorder();
    drawTimeline(ctx, model({ chapters: [{ id: 'api', titles: ['The API server', 'API'], component: 'kube-apiserver', x0: 0, x1: 200, current: true }], path: [{ component: 'kubelet', x0: 200, x1: 300, waiting: false }] }), theme);
    expect(log.some((l) => l.startsWith('fillText The API server'))).toBe(true);
    expect(log.some((l) => l.startsWith('fillRect 200') && l.endsWith('kubelet-fill'))).toBe(true);
  });
});

describe('pointing', () => {
  test('finds the bar under the pointer, and a narrow one from a little way off', () => {
    expect(barAt(model(), 50, TOP + 10)?.bar.span).toBe(1);
    expect(barAt(model(), 97.5, TOP + 10)?.bar.span).toBe(2);
    expect(barAt(model(), 200, TOP + 10)).toBeUndefined();
    expect(barAt(model(), 50, TOP + 100)).toBeUndefined();
  });
});

describe('keys', () => {
  const bar = (span: number, x0: number) => ({ row: 0, x0, x1: x0 + 5, span, count: 1, state: '' });
  const lanes = [[bar(1, 10), bar(2, 50)], [], [bar(3, 12), bar(4, 48)]].map((bars, i) => ({ id: String(i), component: 'etcd' as const, depth: 0, y: i * 26, height: 26, rowHeight: 26, bars }));
  const next = (selected: number | undefined, dx: -1 | 0 | 1, dy: -1 | 0 | 1) => neighbourOf({ lanes, selected }, 40, dx, dy)?.span;
  test('go along a lane, over empty lanes to the nearest bar, and from nothing to the playhead', () => {
    expect([next(1, 1, 0), next(2, 1, 0), next(2, 0, 1), next(3, 0, -1), next(undefined, 1, 0)]).toEqual([2, undefined, 4, 1, 2]);
  });
});

describe('lanes', () => {
  const lane = (id: string, over: Partial<Lane> = {}): Lane => ({ id, parent: undefined, component: 'controllers', label: '', depth: 0, openable: true, rows: 1, ...over });
  test('lie below one another; the innermost have a row for each instance at work', () => {
    const { lanes, height } = layLanes([lane('a'), lane('a/b', { depth: 1, openable: false, rows: 4 }), lane('c')], new Set(['a']));
    expect(lanes.map((l) => [l.y, l.height])).toEqual([[0, 26], [26, 76], [102, 26]]);
    expect(height).toBe(128);
  });
});

describe('the window', () => {
  test('zooms around the pointer and never past the whole', () => {
    expect(zoomed([0, 10], 5, 0.5, [0, 10], 0.1)).toEqual([2.5, 7.5]);
    expect(zoomed([2, 4], 3, 100, [0, 10], 0.1)).toEqual([0, 10]);
    expect(zoomed([2, 4], 3, 0.0001, [0, 10], 0.5)).toEqual([2.75, 3.25]);
  });

  test('stays inside when it is moved', () => {
    expect(panned([2, 4], -5, [0, 10])).toEqual([0, 2]);
    expect(inside([9, 12], [0, 10])).toEqual([7, 10]);
  });

  test('has round times on its ruler', () => {
    expect(ticks(scaleOf([0, 10], 0, 400), 90)).toEqual([0, 5, 10]);
    expect(ticks(scaleOf([0.01, 0.05], 0, 400), 90)).toEqual([0.01, 0.02, 0.03, 0.04, 0.05]);
  });
});

describe('the band of chapters', () => {
  const chapter = (id: string, begin: number, end: number, onPath: boolean): Chapter => ({ id, component: 'kubectl', begin, end, steps: [{ onPath, begin, end } as Step] });
  const bands = (...chapters: readonly Chapter[]): readonly string[] => bandsOf({ chapters, end: 90 }).map(({ chapter: { id }, begin, end }) => `${id} ${begin}-${end}`);

  test('tells the chapters on the way one after the other, and not what runs beside them', () => {
    expect(bands(chapter('api', 0, 20, true), chapter('control', 20, 60, true), chapter('answer', 30, 40, false), chapter('scheduler', 50, 60, true))).toEqual(['api 0-20', 'control 20-50', 'scheduler 50-90']);
  });

  test('tells what follows once the way is at its end, and everything where there is no way', () => {
    expect(bands(chapter('api', 0, 20, true), chapter('removal', 30, 80, false))).toEqual(['api 0-30', 'removal 30-90']);
    expect(bands(chapter('api', 0, 20, false), chapter('answer', 10, 30, false))).toEqual(['api 0-10', 'answer 10-90']);
  });
});
