import { zh } from '../../src/i18n/zh';
import type { Theme } from '../../src/state/view';
import { violations } from '../support/axe';
import { CREATE, END, en, expect, test, typed, type Podyssey } from '../support/podyssey';
import { stepPattern, stepTitle } from '../support/titles';

/** No rule of WCAG 2.2 A and AA, and none of the good habits that axe knows, is broken by what is on the page now. */
async function clean(p: Podyssey, what: string): Promise<void> {
  expect(await violations(p.page), what).toEqual([]);
}

const LOOKS: readonly { readonly name: string; readonly theme: Theme; readonly language: 'en' | 'zh' }[] = [
  { name: 'light', theme: 'light', language: 'en' }, { name: 'dark', theme: 'dark', language: 'en' }, { name: 'high contrast', theme: 'contrast', language: 'en' }, { name: 'Chinese', theme: 'light', language: 'zh' },
];

for (const { name, theme, language } of LOOKS) {
  const t = language === 'zh' ? zh : en;

  test(`axe finds nothing: start, mid-path, each tab of the inspector (${name})`, async ({ podyssey: p }) => {
    await p.open({ theme, language });
    await clean(p, 'start');
    await p.open(`?again#v=1&c=${encodeURIComponent(CREATE)}&t=${END}&l=${language}&h=${theme}`);
    await p.commands.first().click();
    for (let i = 0; i < 21; i++) await p.press('n');
    await clean(p, 'mid-path, explained');
    for (const tab of ['decision', 'machine', 'object', 'request', 'causes'] as const) {
      await p.tab(tab, t);
      await expect(p.inspector.getByRole('tabpanel')).not.toContainText(t.inspector.loading);
      await clean(p, tab);
    }
  });

  test(`axe finds nothing: scheduler’s table, node zoom, tables, dialogs, menus, a refused request, presenting (${name})`, async ({ podyssey: p, page }) => {
    await p.open({ plan: typed(CREATE, 'kubectl get pods --user=alice'), t: END, theme, language, tab: 'decision' });
    await clean(p, 'a refused request');
    await p.commands.first().click();
    await p.steps.nth(await indexOf(p, 'scheduler')).click();
    await clean(p, 'the scheduler’s decision');
    await p.steps.nth(await indexOf(p, 'containerd')).click();
    await expect(p.map.locator('.detail')).not.toHaveCount(0);
    await clean(p, 'a node from near');
    await p.map.getByRole('button', { name: t.map.asTable }).click();
    await p.timeline.getByRole('button', { name: t.timeline.asTable }).click();
    await clean(p, 'map and timeline as tables');
    await p.press('?');
    await expect(page.getByRole('dialog')).toBeVisible();
    await clean(p, 'help');
    await page.keyboard.press('Escape');
    await p.press('/');
    await page.keyboard.type('nginx');
    await clean(p, 'search');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: t.shell.theme }).click();
    await clean(p, 'a menu');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: t.shell.share }).click();
    await clean(p, 'share');
    await page.keyboard.press('Escape');
    await page.getByRole('radio', { name: t.shell.modes.present }).click();
    await clean(p, 'presenting');
  });
}

/** Place in the journey of the first step of a component's chapter that the story tells. */
async function indexOf(p: Podyssey, component: string): Promise<number> {
  const components = await p.journey.locator('li[data-component]').evaluateAll((all) => all.map((li) => li.getAttribute('data-component') ?? ''));
  return components.findIndex((c) => c.includes(component)) + 2;
}

test('a failing pod and a crashed engine are told in words that axe accepts', async ({ podyssey: p, page, expectedErrors }) => {
  await p.openAfter('kubectl create deployment broken --image=nginx:9.99');
  await expect(p.step(stepPattern('cri.pullFails'))).toBeAttached();
  await p.step(stepTitle('cri.pullFails')).click();
  await clean(p, 'a failing image');
  expectedErrors.push(/Failed to load resource/);
  await page.route(/\/assets\/entry-.*\.js$/, (route) => route.abort());
  await page.goto('./?again');
  await expect(page.getByRole('alert')).toBeVisible();
  await clean(p, 'the engine failed');
});
