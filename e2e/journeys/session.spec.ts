import { en as english } from '../../src/i18n/en';
import { zh } from '../../src/i18n/zh';
import { zh as chinese } from '../../src/i18n/explain/zh';
import { CREATE, END, en, expect, test, typed } from '../support/podyssey';
import { stepTitle } from '../support/titles';

test('language: every word changes, at once, and back', async ({ podyssey: p, page }) => {
  await p.openAfter(CREATE);
  await p.step(stepTitle('api.authorization')).click();
  await p.choose(page.getByRole('button', { name: /Language/ }), '简体中文');
  await expect(page.locator('html')).toHaveAttribute('lang', /^zh/);
  await expect(p.inspector.getByRole('heading', { level: 2 })).toHaveText(chinese.steps['api.authorization']?.title ?? '');
  await expect(p.inspector.locator('.explain-text')).toContainText((chinese.steps['api.authorization']?.text ?? '').slice(0, 12).replace(/[*`_].*/, ''));
  await expect(p.inspector.getByRole('tab', { name: zh.inspector.tabs.causes })).toBeVisible();
  await expect(p.transport.getByRole('radio', { name: zh.transport.story })).toBeVisible();
  await expect(p.map.locator('.card-title', { hasText: 'kube-apiserver' })).toBeVisible();
  await expect(p.map).toContainText(zh.stages['authorization'] ?? '');
  // Whatever is left in Latin letters is a name.
  await expect(p.journey).not.toContainText('journey');
  await p.choose(page.getByRole('button', { name: new RegExp(zh.shell.language) }), 'English');
  await expect(p.inspector.getByRole('heading', { level: 2 })).toHaveText(stepTitle('api.authorization'));
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test('theme: light, dark, high contrast, and whatever the system has', async ({ podyssey: p, page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await p.open();
  const root = page.locator('html');
  const background = (): Promise<string> => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await expect(root).toHaveAttribute('data-theme', 'dark');
  const dark = await background();
  const theme = p.button(en.shell.theme);
  await p.choose(theme, en.shell.themes.light);
  await expect(root).toHaveAttribute('data-theme', 'light');
  expect(await background()).not.toBe(dark);
  await p.choose(theme, en.shell.themes.contrast);
  await expect(root).toHaveAttribute('data-theme', 'contrast');
  await p.choose(theme, en.shell.themes.system);
  await expect(root).toHaveAttribute('data-theme', 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(root).toHaveAttribute('data-theme', 'light');
});

test('reload keeps the session: commands, playhead, selection, tab, theme and language', async ({ podyssey: p, page }) => {
  await p.open();
  await p.run(CREATE);
  await p.step(stepTitle('scheduler.score')).click();
  await p.tab('decision');
  await p.choose(p.button(en.shell.theme), en.shell.themes.dark);
  const before = { hash: await p.hash(), time: await p.clock.textContent() };
  await expect.poll(() => page.url()).toContain('h=dark');
  await page.reload();
  await p.idle();
  await expect(p.commands).toHaveCount(1);
  expect(await p.hash()).toBe(before.hash);
  await expect(p.clock).toHaveText(before.time ?? '');
  await expect(p.inspector.getByRole('heading', { level: 2 })).toHaveText(stepTitle('scheduler.score'));
  await expect(p.inspector.getByRole('table', { name: en.decisions.scores }).first()).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await p.says('deployment.apps/nginx created');
});

test('a shared link shows somebody else exactly this moment', async ({ podyssey: p, page, context, browser, baseURL }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await p.open({ seed: 7, version: '1.20' });
  await p.run(CREATE);
  await p.run('kubectl delete deployment nginx');
  await p.commands.first().click();
  await p.step(stepTitle('cri.sandbox')).click();
  await p.tab('machine');
  await p.chart.focus();
  for (let i = 0; i < 3; i++) await page.keyboard.press('w');
  await p.choose(p.button(en.shell.theme), en.shell.themes.dark);
  await p.choose(page.getByRole('button', { name: /Language/ }), '简体中文');
  await page.getByRole('radio', { name: zh.transport.clock }).click();
  const time = await p.clock.textContent();
  const hash = await p.hash();
  await page.getByRole('button', { name: zh.shell.share }).click();
  await page.getByRole('button', { name: zh.shell.copyLink }).click();
  await expect(page.getByRole('button', { name: zh.shell.copied })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link.startsWith(baseURL ?? '?')).toBe(true);

  // Somebody else: nothing kept in this browser.
  const other = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US', serviceWorkers: 'block' });
  const theirs = await other.newPage();
  await theirs.goto(link);
  const q = new (p.constructor as new (page: typeof theirs) => typeof p)(theirs);
  await q.idle();
  await expect(theirs.locator('html')).toHaveAttribute('lang', /^zh/);
  await expect(theirs.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(theirs.getByRole('button', { name: /种子|seed/i })).toContainText('7');
  await expect(theirs.getByRole('button', { name: /v1\.20/ })).toBeVisible();
  await expect(q.commands).toHaveCount(2);
  expect(await q.hash()).toBe(hash);
  await expect(q.clock).toHaveText(time ?? '');
  await expect(theirs.getByRole('radio', { name: zh.transport.clock })).toBeChecked();
  await expect(q.inspector.getByRole('heading', { level: 2 })).toHaveText(chinese.steps['cri.sandbox']?.title ?? '');
  await expect(q.inspector.getByRole('tab', { name: zh.inspector.tabs.machine })).toHaveAttribute('aria-selected', 'true');
  await expect.poll(() => new URL(theirs.url()).hash).toContain('&w=');
  expect(new URLSearchParams(new URL(theirs.url()).hash.slice(1)).get('w')).toBe(new URLSearchParams(new URL(link).hash.slice(1)).get('w'));
  await other.close();
});

test('the map’s zoom is part of the link', async ({ podyssey: p, page }) => {
  await p.openAfter(CREATE);
  await page.getByRole('radio', { name: en.shell.modes.explore }).click();
  const box = await p.map.getByRole('group', { name: en.map.label }).boundingBox();
  if (box === null) throw new Error('the map is not there');
  await page.mouse.move(box.x + box.width * 0.8, box.y + box.height * 0.3);
  await page.mouse.wheel(0, -400);
  const world = p.map.locator('.world').first();
  await expect.poll(async () => scaleOf(await world.getAttribute('transform'))).toBeGreaterThan(1.2);
  const scale = scaleOf(await world.getAttribute('transform'));
  await expect.poll(() => page.url()).toContain('&z=');
  await page.reload();
  await p.idle();
  await expect.poll(async () => Math.abs(scaleOf(await world.getAttribute('transform')) / scale - 1)).toBeLessThan(0.02);
});

/** `translate(…) scale(k)` */
const scaleOf = (transform: string | null): number => Number(/scale\(([\d.]+)/.exec(transform ?? '')?.[1]);

test('a link that is pasted into an open page is followed', async ({ podyssey: p, page }) => {
  await p.open();
  await page.goto('./#v=1&n=9&c=kubectl+run+web+--image=nginx:1.29&t=9000000000000');
  await expect(p.commands).toHaveCount(1);
  await p.idle();
  await expect(p.button(en.shell.nodesAndSeed(3, 9))).toBeVisible();
  await expect(p.pods).toHaveCount(1);
});

/** Every field of a link with something that it cannot be, and the name under which the page speaks of it. */
const BAD: readonly (readonly [field: string, value: string, name: string])[] = [
  ['s', '!!', 'scenario'], ['k', '1.99', 'Kubernetes version'], ['n', '-4', 'seed'], ['t', 'soon', 'playhead'], ['m', 'dream', 'time scale'], ['x', '99', 'speed'], ['r', 'q7', 'selection'], ['o', 'a/b/c/d', 'object'],
  ['p', 'no step', 'step'], ['i', 'smell', 'tab'], ['w', '9~3', 'timeline window'], ['z', '1~2', 'camera'], ['l', 'tlh', 'language'], ['h', 'plaid', 'theme'], ['c', '^C9', 'commands'],
];

for (const [field, value, name] of BAD) {
  test(`a link whose ${name} cannot be read says so, and the rest of it stands`, async ({ podyssey: p, page }) => {
    const good: Readonly<Record<string, string>> = { k: '1.20', n: '7', t: String(END), m: 'clock', x: '2', i: 'object', h: 'dark' };
    const fields = Object.entries({ v: '1', ...good, [field]: value }).map(([key, text]) => `${key}=${encodeURIComponent(text)}`);
    await p.open(`#${[...fields, ...typed(CREATE).map((input) => `c=${encodeURIComponent(input.action.type === 'execute' ? input.action.line : '')}`)].join('&')}`);
    const note = page.locator('.notice');
    await expect(note).toHaveText(english.shell.badLink(name));
    await expect(p.commands).toHaveCount(1);
    if (field !== 'k') await expect(page.getByRole('button', { name: /v1\.20/ })).toBeVisible();
    await expect(page.getByRole('button', { name: field === 'n' ? /seed 42/ : /seed 7/ })).toBeVisible();
    if (field !== 't') await expect(p.pods).toHaveCount(3);
    await expect(page.getByRole('radio', { name: field === 'm' ? en.transport.story : en.transport.clock })).toBeChecked();
    await expect(p.button(`${en.transport.speed}: ${field === 'x' ? '1×' : '2×'}`)).toBeVisible();
    await expect(p.inspector.getByRole('tab', { name: field === 'i' ? en.inspector.tabs.explain : en.inspector.tabs.object })).toHaveAttribute('aria-selected', 'true');
    await expect(page.locator('html')).toHaveAttribute('data-theme', field === 'h' ? 'light' : 'dark');
    await p.button(en.shell.dismiss).click();
    await expect(note).toHaveCount(0);
  });
}

test('the terminal takes room for a wide table, and gives it back', async ({ podyssey: p, page }) => {
  await p.openAfter(CREATE);
  const panel = page.locator('#terminal-panel');
  const width = async (): Promise<number> => Math.round((await panel.boundingBox())?.width ?? 0);
  const before = await width();
  await p.button(en.terminal.widen).click();
  await expect.poll(width).toBeGreaterThan(before * 1.8);
  await p.run('kubectl get pods');
  // A row of the table stands in one line.
  await expect.poll(() => panel.locator('.xterm-rows > div').allInnerTexts()).toContainEqual(expect.stringMatching(/^nginx-\S+\s+1\/1\s+Running\s+0\s+\d+s/));
  await p.button(en.terminal.widen).click();
  await expect.poll(width).toBe(before);
});
