import { describe, expect, it } from 'vitest';
import { createApp, type App } from './app';
import { hand, type Hand } from './testing/hand';
import type { TextStorage } from './view';

/** Storage as a browser has it. */
function storage(): TextStorage & { readonly kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return { kept, getItem: (key) => kept.get(key) ?? null, setItem: (key, text) => void kept.set(key, text) };
}

function open(hash = '', kept: TextStorage | undefined = undefined): Hand & { readonly app: App } {
  const h = hand();
  return { ...h, app: createApp({ ...h, storage: kept, hash, language: 'en' }) };
}

const playhead = (app: App): number => app.playback.playhead.getState().t;

describe('the page', () => {
  it('stands at the end of the boot until a command comes', () => {
    const { app, finish } = open();
    finish();
    expect(playhead(app)).toBe(2_000_000);
    expect(app.playback.store.getState().state).toBe('stopped');
  });

  it('plays a new command from its beginning', () => {
    const { app, finish, draw } = open();
    finish();
    app.run('web');
    finish();
    expect(app.playback.store.getState().state).toBe('playing');
    expect(playhead(app)).toBe(2_000_000);
    for (let i = 0; i < 20; i++) draw(50);
    expect(playhead(app)).toBeGreaterThan(2_000_000);
  });

  it('starts another plan anew and plays it from its first command; what was selected is of another log', () => {
    const { app, finish } = open();
    finish();
    app.run('web');
    finish();
    app.selection.getState().select({ subject: 'pods/default/web' });
    app.start({ ...app.session.store.getState().options, seed: 9 }, [{ at: undefined, action: { type: 'execute', id: 1, line: 'other' } }]);
    finish();
    expect(app.session.store.getState()).toMatchObject({ options: { seed: 9 }, commands: [{ line: 'other' }], phase: 'ready' });
    expect(app.playback.store.getState().state).toBe('playing');
    expect(app.selection.getState().subject).toBeUndefined();
  });

  it('goes back to where an earlier run stood', () => {
    const { app, finish } = open();
    finish();
    app.start(app.session.store.getState().options, [{ at: undefined, action: { type: 'execute', id: 1, line: 'web' } }], 2_040_000);
    finish();
    expect([playhead(app), app.playback.store.getState().state]).toEqual([2_040_000, 'stopped']);
  });

  it('repeats its commands beside itself on another cluster, and is not touched by that', () => {
    const { app, finish, lives } = open();
    finish();
    app.run('web');
    finish();
    const before = app.session.store.getState();
    const beside = app.beside({ ...before.options, seed: 9 }, app.session.plan());
    finish();
    expect(beside.session.store.getState()).toMatchObject({ options: { seed: 9 }, phase: 'ready', commands: [{ line: 'web' }] });
    expect(beside.derived.journeys()).toHaveLength(1);
    expect(app.session.store.getState()).toEqual(before);
    expect(lives()).toBe(2);
    beside.session.dispose();
  });

  it('opened by a link that names a scenario of the library and no commands runs it', () => {
    const h = hand();
    const library = (id: string) => (id === 'known' ? { plan: [{ at: undefined, action: { type: 'execute', id: 1, line: 'web' } }] as const, nodes: 5 } : undefined);
    const app = createApp({ ...h, storage: undefined, hash: '#v=1&s=known', language: 'en', library });
    h.finish();
    expect(app.session.store.getState()).toMatchObject({ options: { scenario: 'known', nodes: 5 }, commands: [{ line: 'web' }] });
    expect(app.link()).toContain('s=known&k=1.35&n=42&d=5&c=web');
    expect(createApp({ ...hand(), storage: undefined, hash: '#v=1&s=unheard-of', language: 'en', library }).badFields).toEqual(['s']);
  });

  it('runs a line here: the log goes on from the playhead as if what came after had not been', () => {
    const { app, finish } = open();
    finish();
    app.run('web');
    app.run('later');
    finish();
    app.playback.send({ type: 'PAUSE' });
    app.playback.send({ type: 'SEEK', t: 3_000_000 });
    app.runHere('other');
    finish();
    expect(app.session.store.getState().commands.map((c) => [c.line, c.at])).toEqual([['web', 2_000_000], ['other', 3_000_000]]);
    expect(playhead(app)).toBe(3_000_000);
  });

  it('opened by its own link shows the same: commands, playhead, selection, theme', () => {
    const first = open();
    first.finish();
    first.app.run('web');
    first.finish();
    first.app.runHere('here');
    first.finish();
    first.app.playback.send({ type: 'PAUSE' });
    first.app.playback.send({ type: 'SEEK', t: 2_040_000 });
    first.app.selection.getState().select({ row: { kind: 'span', row: 0 }, subject: 'pods/default/web' });
    first.app.view.getState().set({ theme: 'dark' });
    const second = open(`#${first.app.link()}`);
    second.finish();
    const { commands, until } = first.app.session.store.getState();
    expect(second.app.session.store.getState()).toMatchObject({ commands, until });
    expect(playhead(second.app)).toBe(2_040_000);
    expect(second.app.selection.getState()).toMatchObject({ row: { kind: 'span', row: 0 }, subject: 'pods/default/web' });
    expect(second.app.view.getState().theme).toBe('dark');
    expect(second.app.link()).toBe(first.app.link());
  });

  it('names the fields of a link that it could not read, and starts all the same', () => {
    const { app, finish } = open('#v=1&n=many&c=web');
    finish();
    expect(app.badFields).toEqual(['n']);
    expect(app.session.store.getState()).toMatchObject({ phase: 'ready', options: { seed: 42 }, commands: [{ line: 'web' }] });
  });

  it('keeps where one looks when the worker crashes', () => {
    const { app, finish, crash } = open();
    finish();
    app.run('web');
    finish();
    app.playback.send({ type: 'PAUSE' });
    app.playback.send({ type: 'SEEK', t: 5_000_000 });
    crash();
    finish();
    expect(playhead(app)).toBe(5_000_000);
    expect(app.session.store.getState().phase).toBe('ready');
  });
});

describe('the view', () => {
  it('outlives the page, but for what belongs to one log', () => {
    const kept = storage();
    const first = open('', kept);
    first.app.view.getState().set({ language: 'zh', panelSizes: { main: [30, 70] }, camera: { x: 1, y: 2, k: 3 } });
    first.app.view.getState().toggleFold('terminal');
    expect(open('', kept).app.view.getState()).toMatchObject({ language: 'zh', panelSizes: { main: [30, 70] }, folded: ['terminal'], camera: undefined });
  });

  it('falls back field by field when what was kept is bad', () => {
    const kept = storage();
    kept.setItem('podyssey.view', JSON.stringify({ theme: 'pink', language: 'zh', panelSizes: { main: ['wide'] }, folded: 'all' }));
    expect(open('', kept).app.view.getState()).toMatchObject({ theme: 'system', language: 'zh', panelSizes: {}, folded: [] });
    kept.setItem('podyssey.view', '{');
    expect(open('', kept).app.view.getState().theme).toBe('system');
  });

  it('gives way to what a link asks for', () => {
    const kept = storage();
    open('', kept).app.view.getState().set({ theme: 'dark' });
    expect(open('#v=1&h=light', kept).app.view.getState().theme).toBe('light');
  });
});
