import { describe, expect, it } from 'vitest';
import { SECOND } from '../kernel/time';
import { TraceReplica } from '../trace/trace';
import { Engine, type EngineHost } from './engine';
import type { FromWorker, PlannedInput, StartOptions } from './protocol';
import { smallCluster } from './testing/small-cluster';

const OPTIONS: StartOptions = { version: '1.35', seed: 7 };

/** An engine whose turns a test gives by hand. `tick` is how far the host's clock goes at each look. */
function hand(tick = 0.01): { readonly engine: Engine; readonly told: FromWorker[]; turn(): boolean; finish(): void; last<T extends FromWorker['type']>(type: T): Extract<FromWorker, { type: T }> | undefined } {
  const told: FromWorker[] = [];
  const tasks: (() => void)[] = [];
  let now = 0;
  const host: EngineHost = { boot: ({ seed }) => smallCluster(seed), post: (message) => told.push(message), soon: (task) => tasks.push(task), now: () => (now += tick) };
  const engine = new Engine(host);
  const turn = (): boolean => {
    const task = tasks.shift();
    task?.();
    return task !== undefined;
  };
  return {
    engine, told, turn,
    finish: () => {
      while (turn()) {
        // Until nothing is left to do.
      }
    },
    last: <T extends FromWorker['type']>(type: T) => told.findLast((m): m is Extract<FromWorker, { type: T }> => m.type === type),
  };
}

const line = (id: number, text: string): PlannedInput['action'] => ({ type: 'execute', id, line: text });

function hashOf(h: ReturnType<typeof hand>): string | undefined {
  h.engine.receive({ type: 'hash', request: 1 });
  return h.last('hash')?.hash;
}

describe('the engine', () => {
  it('boots, says so, and then is idle', () => {
    const h = hand();
    h.engine.receive({ type: 'start', session: 1, options: OPTIONS, inputs: [] });
    h.finish();
    expect(h.last('ready')).toMatchObject({ session: 1, at: 2 * SECOND, gitVersion: 'v0.0.0' });
    expect(h.told.at(-1)).toMatchObject({ type: 'idle', at: 2 * SECOND });
  });

  it('runs a command until nothing but housekeeping is written for five seconds', () => {
    const h = hand();
    h.engine.receive({ type: 'start', session: 1, options: OPTIONS, inputs: [] });
    h.finish();
    h.engine.receive({ type: 'act', action: line(1, 'web') });
    h.finish();
    expect(h.last('output')?.output).toMatchObject({ id: 1, text: 'web done\n' });
    const exit = h.last('exit');
    expect(exit).toMatchObject({ id: 1, code: 0 });
    // The pod becomes ready twelve seconds after the command ended.
    expect(h.last('idle')?.at).toBe((exit?.at ?? 0) + 17 * SECOND);
  });

  it('streams the whole log, chunk by chunk, none of them long', () => {
    const h = hand();
    h.engine.receive({ type: 'start', session: 1, options: OPTIONS, inputs: [{ at: undefined, action: line(1, 'burst') }] });
    h.finish();
    const replica = new TraceReplica();
    let rows = 0;
    for (const message of h.told) {
      if (message.type !== 'rows') continue;
      const { spans, messages } = message.chunk;
      expect(spans.begin.length + messages.sent.length).toBeLessThan(6000);
      rows += spans.begin.length + messages.sent.length;
      replica.append(message.chunk);
    }
    expect(rows).toBeGreaterThan(10_000);
    expect(replica.until).toBe(h.last('idle')?.at);
    expect(replica.index.commands).toHaveLength(1);
  });

  it('gives the same log whatever the pace of the host and however the inputs came', () => {
    const atOnce = hand(0.001);
    atOnce.engine.receive({ type: 'start', session: 1, options: OPTIONS, inputs: ['a', 'burst', 'b'].map((text, i) => ({ at: undefined, action: line(i + 1, text) })) });
    atOnce.finish();
    const typed = hand(3);
    typed.engine.receive({ type: 'start', session: 1, options: OPTIONS, inputs: [] });
    typed.finish();
    ['a', 'burst', 'b'].forEach((text, i) => {
      typed.engine.receive({ type: 'act', action: line(i + 1, text) });
      if (i !== 1) typed.finish();
    });
    typed.finish();
    expect(hashOf(typed)).toBe(hashOf(atOnce));
    const other = hand();
    other.engine.receive({ type: 'start', session: 1, options: { ...OPTIONS, seed: 8 }, inputs: [{ at: undefined, action: line(1, 'a') }] });
    other.finish();
    expect(hashOf(other)).not.toBe(hashOf(atOnce));
  });

  it('repeats the inputs of an earlier life at the same times', () => {
    const first = hand();
    first.engine.receive({ type: 'start', session: 1, options: OPTIONS, inputs: [] });
    first.finish();
    first.engine.receive({ type: 'act', action: line(1, 'watch') });
    first.turn();
    first.engine.receive({ type: 'act', action: { type: 'interrupt', id: 1 } });
    first.finish();
    first.engine.receive({ type: 'act', action: line(2, 'web') });
    first.finish();
    const inputs = first.told.flatMap((m) => (m.type === 'input' ? [m.input] : []));
    expect(inputs.map((i) => i.action.type)).toEqual(['execute', 'interrupt', 'execute']);
    const second = hand(1);
    second.engine.receive({ type: 'start', session: 2, options: OPTIONS, inputs: inputs.map(({ at, action }) => ({ at, action })) });
    second.finish();
    expect(hashOf(second)).toBe(hashOf(first));
    expect(second.told.every((m) => m.session === 2)).toBe(true);
  });

  it('ends a command that does not end by itself when it is interrupted, and is idle meanwhile', () => {
    const h = hand();
    h.engine.receive({ type: 'start', session: 1, options: OPTIONS, inputs: [{ at: undefined, action: line(1, 'watch') }] });
    h.finish();
    expect(h.last('exit')).toBeUndefined();
    expect(h.told.at(-1)?.type).toBe('idle');
    h.engine.receive({ type: 'act', action: { type: 'interrupt', id: 1 } });
    h.finish();
    expect(h.last('exit')).toMatchObject({ id: 1, code: 130 });
  });

  it('lets time pass when asked', () => {
    const h = hand();
    h.engine.receive({ type: 'start', session: 1, options: OPTIONS, inputs: [] });
    h.finish();
    h.engine.receive({ type: 'act', action: { type: 'advance', by: 60 * SECOND } });
    h.finish();
    expect(h.last('idle')?.at).toBe(62 * SECOND);
  });

  it('gives documents by their numbers', () => {
    const h = hand();
    h.engine.receive({ type: 'start', session: 1, options: OPTIONS, inputs: [] });
    h.finish();
    h.engine.receive({ type: 'payloads', request: 5, ids: [0, 1] });
    expect(h.last('payloads')).toMatchObject({ request: 5, documents: [undefined, { kind: 'Lease' }] });
  });

  it('says what went wrong when our code fails, and starts anew when told to', () => {
    const h = hand();
    h.engine.receive({ type: 'start', session: 1, options: OPTIONS, inputs: [{ at: undefined, action: line(1, 'fail') }] });
    h.finish();
    expect(h.last('failed')?.message).toContain('a mistake');
    h.engine.receive({ type: 'start', session: 2, options: OPTIONS, inputs: [] });
    h.finish();
    expect(h.told.at(-1)).toMatchObject({ type: 'idle', session: 2 });
  });
});
