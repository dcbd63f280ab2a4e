import { describe, expect, it } from 'vitest';
import { LaneBook, type BarWindow } from './lanes';
import { Log } from '../kernel/log';
import { logFromText, SMALL_RUN } from './testing/log-from-text';
import { traceOf } from './trace';

const window = (from: number, to: number, more: Partial<BarWindow> = {}): BarWindow => ({ from, to, toX: (t) => t - from, least: 1, flat: false, ...more });

describe('lanes', () => {
  const book = new LaneBook(traceOf(logFromText(SMALL_RUN)));
  const ids = (open: readonly string[]): string[] => book.lanes(new Set(open)).map((lane) => `${'  '.repeat(lane.depth)}${lane.id}`);

  it('are the components in the order of the way of a request', () => {
    expect(ids([])).toEqual(['kubectl', 'kube-apiserver', 'etcd', 'kubelet']);
  });

  it('of a component with one actor open into its machines', () => {
    expect(ids(['kube-apiserver'])).toEqual(['kubectl', 'kube-apiserver', '  kube-apiserver/kube-apiserver/kube-apiserver request', '  kube-apiserver/kube-apiserver/watch cache', 'etcd', 'kubelet']);
  });

  it('of a component with several actors open into these, and these into their machines', () => {
    const two = new LaneBook(traceOf(logFromText(`
      span s0 kubelet:node-1 worker#1 syncing 0..5 by -
      span s1 kubelet:node-2 worker#2 syncing 0..5 by -
      span s2 kubelet:node-2 manager#3 syncing 0..5 by -
    `)));
    expect(two.lanes(new Set(['kubelet', 'kubelet/kubelet:node-2'])).map((l) => `${l.depth} ${l.label}`)).toEqual(['0 ', '1 kubelet:node-1', '1 kubelet:node-2', '2 worker', '2 manager']);
    expect(two.laneOf(1, new Set())).toBe('kubelet');
    expect(two.laneOf(1, new Set(['kubelet', 'kubelet/kubelet:node-2']))).toBe('kubelet/kubelet:node-2/worker');
  });

  it('put instances that overlap into rows of their own and use a row again once it is free', () => {
    const packed = new LaneBook(traceOf(logFromText(`
      span s0 a request#1 storing  0..10  by -
      span s1 a request#2 storing  5..20  by -
      span s2 a request#1 answered 10..10 by -
      span s3 a request#3 storing  12..20 by -
      span s4 a other#4   working  12..20 by -
    `)));
    const bars = packed.bars('controllers/a/request', window(0, 100));
    expect(bars.map((b) => `s${b.span} row ${b.row}`)).toEqual(['s0 row 0', 's1 row 1', 's3 row 0']);
  });
});

describe('bars', () => {
  it('leave out rests, and what lies outside the window', () => {
    const book = new LaneBook(traceOf(logFromText(`
      span s0 kubectl command#1 idle     0..50    by -
      span s1 kubectl command#1 parsing  50..60   by -
      span s2 kubectl command#1 printing 60..90   by -
    `)));
    expect(book.bars('kubectl', window(0, 55)).map((b) => b.state)).toEqual(['parsing']);
    expect(book.bars('kubectl', window(55, 100)).map((b) => [b.state, b.x0, b.x1])).toEqual([['parsing', 0, 5], ['printing', 5, 35]]);
  });

  it('that are narrower than a pixel and touch become one heap, which points at its longest span', () => {
    const book = new LaneBook(traceOf(logFromText(`
      span s0 kubectl command#1 a 0..10   by -
      span s1 kubectl command#1 b 10..40  by -
      span s2 kubectl command#1 c 40..50  by -
      span s3 kubectl command#1 d 2000..3000  by -
    `)));
    const bars = book.bars('kubectl', window(0, 4000, { toX: (t) => t / 100 }));
    expect(bars.map((b) => [b.count, b.span, b.state])).toEqual([[3, 1, ''], [1, 3, 'd']]);
  });

  it('stay few when a whole long run is drawn in a few pixels', () => {
    const log = new Log();
    for (let i = 0; i < 20_000; i++) log.closeSpan(log.openSpan({ begin: i * 10, actor: 'kube-apiserver', machine: 'request', instance: i, state: 'storing', cause: -1, subject: undefined }), i * 10 + 5);
    const book = new LaneBook(traceOf(log));
    const bars = book.bars('kube-apiserver', window(0, 200_000, { toX: (t) => t / 1000, flat: true }));
    expect(bars.length).toBeLessThan(200);
    expect(bars.reduce((sum, b) => sum + b.count, 0)).toBe(20_000);
  });
});
