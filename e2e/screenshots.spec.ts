// What the page looks like, held against pictures in screenshots/. After a wanted change: `npm run build && npx playwright test --update-snapshots e2e/screenshots.spec.ts`,
// and look at each of them before it is committed.
import type { Link } from '../src/state/address';
import { CREATE, END, en, expect, test, typed, type Podyssey } from './support/podyssey';
import { chapterTitle, stepPattern } from './support/titles';

interface Picture {
  readonly name: string;
  readonly lines: readonly string[];
  /** Rule of the step at which the playhead stands; none: the end. */
  readonly step?: string;
  readonly link?: Link;
  readonly size?: { readonly width: number; readonly height: number };
  /** On a phone: the panel that is open. */
  readonly panel?: keyof typeof en.shell.panels;
  readonly mode?: 'present';
}

const PHONE = { width: 390, height: 844 };
const SMALL = { width: 1024, height: 768 };
const REFUSED = 'kubectl create deployment web --image=nginx:1.29 --user=alice';
const MISSING = 'kubectl create deployment broken --image=nginx:9.99';

const PICTURES: readonly Picture[] = [
  { name: 'start', lines: [] },
  { name: 'mid-path', lines: [CREATE], step: 'api.mutating' },
  { name: 'mid-path-dark', lines: [CREATE], step: 'replicaset.create', link: { theme: 'dark' } },
  { name: 'mid-path-1024', lines: [CREATE], step: 'scheduler.bind', size: SMALL },
  { name: 'refused', lines: [REFUSED], step: 'api.refused', link: { tab: 'decision' } },
  { name: 'failed-image-dark', lines: [MISSING], step: 'cri.pullFails', link: { theme: 'dark' } },
  { name: 'node-zoom', lines: [CREATE], step: 'cri.start' },
  { name: 'machine', lines: [CREATE], step: 'deployment.status', link: { tab: 'machine' }, size: SMALL },
  { name: 'decision', lines: [CREATE], step: 'scheduler.score', link: { tab: 'decision' } },
  { name: 'object-difference-dark-1024', lines: [CREATE], step: 'deployment.status', link: { tab: 'object', theme: 'dark' }, size: SMALL },
  { name: 'causes-contrast', lines: [CREATE], step: 'cni.bridge', link: { tab: 'causes', theme: 'contrast' }, size: SMALL },
  { name: 'ready-chinese', lines: [CREATE], link: { language: 'zh' }, size: { width: 1280, height: 720 } },
  { name: 'phone-map', lines: [CREATE], step: 'kubelet.sync', size: PHONE, panel: 'map' },
  { name: 'phone-explain-chinese-dark', lines: [CREATE], step: 'scheduler.filter', link: { theme: 'dark', language: 'zh' }, size: PHONE, panel: 'inspector' },
  { name: 'present-dark', lines: [CREATE], step: 'cni.configure', link: { theme: 'dark' }, mode: 'present', size: { width: 1280, height: 720 } },
];

// The camera jumps where it would fly.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const { name, lines, step, link = {}, size, panel, mode } of PICTURES) {
  test(`the page looks as it did: ${name}`, async ({ podyssey: p, page }) => {
    // The playhead and the words are set with room to press; then the window gets its size.
    await p.open({ theme: 'light', ...link, language: 'en', plan: typed(...lines), t: END });
    if (step !== undefined) {
      await p.step(stepPattern(step)).click();
      await expect.poll(() => page.url()).toContain('&p=');
    }
    const at = new URL(page.url()).hash;
    if (size !== undefined) await page.setViewportSize(size);
    await p.open(`?again${at.replace(/&l=en/, `&l=${link.language ?? 'en'}`)}`);
    if (panel !== undefined) await page.locator('.phone-tab').nth(['map', 'terminal', 'journey', 'inspector', 'timeline'].indexOf(panel)).click();
    if (mode === 'present') await page.getByRole('radio', { name: en.shell.modes.present }).click();
    await settled(p);
    await expect(page).toHaveScreenshot(`${name}.png`);
  });
}

/** Fonts, texts and documents have come, and the terminal stands. */
async function settled({ page, app, inspector }: Podyssey): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await expect(app).toHaveAttribute('data-playback', 'stopped');
  await expect(page.getByText(en.terminal.loading)).toHaveCount(0);
  await expect(inspector.getByText(en.inspector.loading)).toHaveCount(0);
  // Headings come with the long texts; until then steps have the names of their rules.
  if ((await page.locator('html').getAttribute('lang')) === 'en' && (await page.locator('.chapter').count()) > 0) await expect(page.locator('.chapter h3').first()).toHaveText(chapterTitle('kubectl'));
  await page.mouse.move(0, 0);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
}
