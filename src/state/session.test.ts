import { describe, expect, it } from 'vitest';
import type { StartOptions } from '../worker/protocol';
import { createSession, type Session } from './session';
import { hand as newHand, type Hand } from './testing/hand';

const OPTIONS: StartOptions = { version: '1.35', seed: 7 };

/** A session with the real engine behind a connection that a test moves by hand, and can break. */
function hand(): Hand & { readonly session: Session } {
  const h = newHand();
  return { ...h, session: createSession(h, OPTIONS) };
}

describe('a session', () => {
  it('starts, becomes ready, and shows a command with its output and exit code', () => {
    const h = hand();
    h.session.start(OPTIONS);
    expect(h.session.store.getState().phase).toBe('starting');
    h.finish();
    expect(h.session.store.getState()).toMatchObject({ phase: 'ready', readyAt: 2_000_000, gitVersion: 'v0.0.0' });
    h.session.execute('web');
    expect(h.session.store.getState().phase).toBe('working');
    h.finish();
    const { commands, outputs, phase, trace } = h.session.store.getState();
    expect(phase).toBe('ready');
    expect(commands).toMatchObject([{ id: 1, line: 'web', at: 2_000_000, exit: { code: 0 } }]);
    expect(outputs.map((o) => o.text)).toEqual(['web done\n']);
    expect(trace.index.commands).toHaveLength(1);
  });

  it('tells readers that the log grew by a new version, not by a new trace', () => {
    const h = hand();
    h.session.start(OPTIONS);
    h.finish();
    const before = h.session.store.getState();
    h.session.execute('web');
    h.finish();
    const after = h.session.store.getState();
    expect(after.trace).toBe(before.trace);
    expect(after.version).toBeGreaterThan(before.version);
  });

  it('starts a crashed worker again, repeats what was done, and shows the old log until the new one has caught up', async () => {
    const h = hand();
    h.session.start(OPTIONS);
    h.session.execute('web');
    h.finish();
    const hash = h.session.hash();
    h.finish();
    const before = h.session.store.getState();
    h.crash();
    expect(h.session.store.getState()).toMatchObject({ phase: 'restarting', restarts: 1, until: before.until });
    h.turns(4);
    expect(h.session.store.getState().trace).toBe(before.trace);
    h.finish();
    const after = h.session.store.getState();
    expect(after).toMatchObject({ phase: 'ready', until: before.until });
    expect(after.trace).not.toBe(before.trace);
    expect(after.commands).toEqual(before.commands);
    expect(after.outputs).toEqual(before.outputs);
    const again = h.session.hash();
    h.finish();
    expect(await again).toBe(await hash);
  });

  it('does not lose a line that was typed when the worker crashed', () => {
    const h = hand();
    h.session.start(OPTIONS);
    h.finish();
    h.session.execute('web');
    h.crash();
    h.finish();
    expect(h.session.store.getState().commands).toMatchObject([{ line: 'web', exit: { code: 0 } }]);
  });

  it('keeps all of an input that was not taken yet: its stdin, its user, and what else was asked for', () => {
    const h = hand();
    h.session.start(OPTIONS);
    h.finish();
    h.session.execute('web', { stdin: 'kind: Pod', user: 'alice' });
    h.session.advance(1_000_000);
    const asked = h.session.plan();
    expect(asked).toEqual([{ at: undefined, action: { type: 'execute', id: 1, line: 'web', stdin: 'kind: Pod', user: 'alice' } }, { at: undefined, action: { type: 'advance', by: 1_000_000 } }]);
    h.crash();
    expect(h.session.plan()).toEqual(asked);
    h.finish();
    expect(h.session.plan()).toEqual(asked);
    expect(h.session.store.getState().inputs.map(({ action }) => action)).toEqual(asked.map(({ action }) => action));
  });

  it('started again after it gave up, does all that it was asked to', () => {
    const h = hand();
    h.session.start(OPTIONS, [{ at: undefined, action: { type: 'execute', id: 1, line: 'web' } }]);
    for (let i = 0; i < 5; i++) h.crash();
    expect(h.session.store.getState().phase).toBe('failed');
    h.session.restart();
    h.finish();
    expect(h.session.store.getState()).toMatchObject({ phase: 'ready', error: undefined, commands: [{ line: 'web', exit: { code: 0 } }] });
  });

  it('tells a Ctrl-C its time when it is repeated, since it waits for nothing', () => {
    const h = hand();
    h.session.start(OPTIONS);
    h.session.execute('watch');
    h.finish();
    h.session.interrupt(1);
    h.finish();
    const { until, inputs, commands } = h.session.store.getState();
    expect(h.session.plan().map(({ at }) => at)).toEqual([undefined, inputs[1]?.at]);
    h.crash();
    h.finish();
    expect(h.session.store.getState()).toMatchObject({ until, commands });
  });

  it('gives up when the worker never comes up', () => {
    const h = hand();
    h.session.start(OPTIONS);
    for (let i = 0; i < 5; i++) h.crash();
    expect(h.session.store.getState()).toMatchObject({ phase: 'failed', error: 'out of memory' });
    expect(h.lives()).toBe(4);
  });

  it('branches at an earlier time: what came before is the same, what came after is dropped', () => {
    const h = hand();
    h.session.start(OPTIONS);
    h.session.execute('web');
    h.session.execute('later');
    h.finish();
    const exit = h.session.store.getState().commands[0]?.exit?.at ?? 0;
    h.session.branch(exit + 1_000_000, 'other');
    h.finish();
    expect(h.session.store.getState().commands.map((c) => [c.line, c.at])).toEqual([['web', 2_000_000], ['other', exit + 1_000_000]]);
  });

  it('fetches documents that are asked for together in one go, and keeps them', async () => {
    const h = hand();
    h.session.start(OPTIONS);
    h.finish();
    expect(h.session.peek(1)).toBeUndefined();
    const [one, none] = [h.session.payload(1), h.session.payload(0)];
    await Promise.resolve();
    h.finish();
    expect(await one).toMatchObject({ kind: 'Lease' });
    expect(await none).toBeUndefined();
    expect(h.session.peek(1)).toMatchObject({ kind: 'Lease' });
    expect(h.session.documents.getState().count).toBe(1);
  });

  it('lays machines out in the worker, and asks again when it crashed meanwhile', async () => {
    const h = hand();
    h.session.start(OPTIONS);
    h.session.execute('web');
    h.finish();
    const machine = h.session.store.getState().trace.log.machines.get('command');
    if (machine === undefined) throw new Error('the command has a machine');
    const layout = h.session.machineLayout(machine, 7);
    h.crash();
    h.finish();
    expect((await layout).states.map((s) => s.path)).toEqual(['running', 'done']);
  });

  it('forgets everything when it starts anew', () => {
    const h = hand();
    h.session.start(OPTIONS);
    h.session.execute('web');
    h.finish();
    h.session.start({ ...OPTIONS, seed: 9 });
    expect(h.session.store.getState()).toMatchObject({ phase: 'starting', commands: [], until: 0, readyAt: undefined });
    h.finish();
    expect(h.session.store.getState()).toMatchObject({ phase: 'ready', commands: [], options: { seed: 9 } });
  });
});
