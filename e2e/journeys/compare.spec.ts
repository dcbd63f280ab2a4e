import { zh } from '../../src/i18n/zh';
import { violations } from '../support/axe';
import { CREATE, END, en, expect, test, typed, type Podyssey } from '../support/podyssey';
import { chapterTitle } from '../support/titles';

const t = en.compare;
const panelOf = (p: Podyssey) => p.page.getByRole('dialog', { name: t.title });

/** Opens the panel, runs the same commands on another cluster, and waits for the comparison. */
async function compare(p: Podyssey, set: { readonly seed?: string; readonly nodes?: string; readonly version?: string } = {}): Promise<void> {
  const panel = panelOf(p);
  if (!(await panel.isVisible())) await p.button(t.open).click();
  if (set.seed !== undefined) await panel.getByRole('textbox', { name: en.shell.seed }).fill(set.seed);
  if (set.nodes !== undefined) await panel.getByRole('textbox', { name: en.shell.nodes }).fill(set.nodes);
  if (set.version !== undefined) await panel.getByRole('radio', { name: set.version }).click();
  await panel.getByRole('button', { name: t.run }).click();
  await expect(panel.getByRole('heading', { name: t.objects })).toBeVisible({ timeout: 30_000 });
}

const rowOf = (p: Podyssey, name: string) => panelOf(p).getByRole('row').filter({ has: p.page.getByRole('rowheader', { name, exact: true }) });

test('another seed: outcome, times, path, counts and objects of both, and where they part', async ({ podyssey: p, page }) => {
  await p.openAfter(CREATE);
  const hash = await p.hash();
  await compare(p, { seed: '7' });
  const panel = panelOf(p);
  await expect(rowOf(p, t.outcome)).toContainText(`${en.journey.outcomes.ready} · ${t.exit(0)}`);
  for (const chapter of ['kubectl', 'api', 'controllers', 'scheduler', 'kubelet', 'runtime', 'status']) await expect(rowOf(p, chapterTitle(chapter))).toHaveCount(1);
  await expect(rowOf(p, t.total)).toContainText(/\d s.*\d s/);
  await expect(rowOf(p, en.components['containerd'])).toContainText(/ s/);
  await expect(rowOf(p, t.count.requests)).toContainText(/\d+/);
  await expect(panel.locator('.parting').nth(0)).toContainText('kubectl');
  await expect(panel.locator('.parting').nth(2)).toContainText(/kube-scheduler had Pod nginx-.* written: on node-\d here, on node-\d there/);
  expect(await violations(page)).toEqual([]);
  expect(await p.hash(), 'this run is not touched').toBe(hash);
});

test('a row takes the playhead of this run to its place, and what it is about is selected', async ({ podyssey: p }) => {
  await p.openAfter(CREATE);
  await compare(p, { seed: '7' });
  await rowOf(p, chapterTitle('scheduler')).click();
  await expect.poll(() => p.now()).toBeLessThan(0.1);
  const ended = await p.now();
  await panelOf(p).locator('.parting').nth(2).getByRole('button').click();
  await expect.poll(() => p.now()).not.toBe(ended);
  await expect(p.inspector).toContainText(/nginx-/);
  await rowOf(p, t.total).click();
  await expect.poll(() => p.now()).toBeGreaterThan(2);
  await expect(panelOf(p)).toBeVisible();
});

test('the same settings are a repetition: not one byte differs', async ({ podyssey: p }) => {
  await p.openAfter(CREATE);
  await p.button(t.open).click();
  await panelOf(p).getByRole('textbox', { name: en.shell.seed }).fill('42');
  await expect(panelOf(p)).toContainText(t.repetition);
  await compare(p);
  await expect(panelOf(p)).toContainText(t.identical);
  await expect(panelOf(p)).toContainText(t.hash(await p.hash()));
  await expect(panelOf(p)).toContainText(t.noObjects);
});

test('another version, another cluster: it says what the other run was, and what it had that this one has not', async ({ podyssey: p }) => {
  await p.openAfter(CREATE);
  await compare(p, { seed: '42', version: 'v1.20', nodes: '1' });
  await expect(panelOf(p).getByRole('columnheader', { name: t.settings('1.20', 1, 42) }).first()).toBeVisible();
  await expect(panelOf(p).locator('.parting').nth(1)).toContainText('kube-apiserver');
  await compare(p, { version: 'v1.35' });
  await expect(panelOf(p).locator('.parting').nth(1)).toContainText('kube-scheduler');
});

test('a run that went on is told to be another; nonsense in a field is told beside it', async ({ podyssey: p }) => {
  await p.openAfter('kubectl run web --image=nginx:1.29');
  await compare(p);
  await p.run('kubectl get pods');
  await expect(panelOf(p)).toContainText(t.stale);
  await expect(panelOf(p).locator('button.parting-place, .leads')).toHaveCount(0);
  await panelOf(p).getByRole('textbox', { name: en.shell.nodes }).fill('none');
  await expect(panelOf(p)).toContainText(t.badNodes);
  await expect(panelOf(p).getByRole('button', { name: t.run })).toBeDisabled();
  await compare(p, { nodes: '2' });
  await expect(panelOf(p)).not.toContainText(t.stale);
  await expect(panelOf(p).getByRole('heading', { name: 'kubectl get pods' })).toBeVisible();
});

test('stays where there is room for it when the page is laid out anew', async ({ podyssey: p, page }) => {
  await p.openAfter(CREATE);
  await compare(p, { seed: '7' });
  const panel = panelOf(p);
  for (const mode of [en.shell.modes.present, en.shell.modes.walkthrough]) {
    await page.getByRole('radio', { name: mode }).click();
    // It ends where the transport begins, and what was compared is still there.
    const gap = async (): Promise<number> => {
      const [box, transport] = [await panel.boundingBox(), await page.locator('.transport').boundingBox()];
      return box === null || transport === null ? NaN : Math.round(transport.y - box.y - box.height);
    };
    await expect.poll(gap).toBe(0);
    await expect(panel.getByRole('heading', { name: t.objects })).toBeVisible();
  }
});

test('by keyboard: open, set, run, go to a row, close', async ({ podyssey: p, page }) => {
  await p.openAfter(CREATE);
  await p.button(t.open).focus();
  await page.keyboard.press('Enter');
  await expect(panelOf(p).getByRole('textbox', { name: en.shell.seed })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('7');
  await page.keyboard.press('Enter');
  const row = rowOf(p, chapterTitle('kubelet')).getByRole('button');
  await expect(row).toBeVisible({ timeout: 30_000 });
  await row.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => p.now()).toBeLessThan(1);
  await page.keyboard.press('Escape');
  await expect(panelOf(p)).toHaveCount(0);
  await expect(p.transport.locator('.play')).toBeFocused();
});

for (const { theme, language } of [{ theme: 'dark', language: 'en' }, { theme: 'contrast', language: 'en' }, { theme: 'light', language: 'zh' }] as const) {
  test(`axe finds nothing in the comparison (${theme}, ${language})`, async ({ podyssey: p, page }) => {
    const words = (language === 'zh' ? zh : en).compare;
    await page.setViewportSize({ width: 1024, height: 768 });
    await p.open({ plan: typed(CREATE), t: END, theme, language });
    await p.transport.getByRole('button', { name: (language === 'zh' ? zh : en).shell.more }).click();
    await page.getByRole('menuitem', { name: words.open }).click();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: words.run }).click();
    await expect(page.getByRole('heading', { name: words.objects })).toBeVisible({ timeout: 30_000 });
    expect(await violations(page)).toEqual([]);
  });
}
