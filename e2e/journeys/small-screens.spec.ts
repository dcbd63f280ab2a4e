import { en } from '../../src/i18n/en';
import { CREATE, END, expect, test, typed, type Podyssey } from '../support/podyssey';
import { stepTitle } from '../support/titles';

/** Nothing makes the page wider than its window, and nothing that can be pressed lies outside of it. */
async function fits({ page }: Podyssey): Promise<void> {
  const found = await page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const outside = [...document.querySelectorAll('button, input, [role="tab"], [role="slider"]')].filter((element) => {
      const box = element.getBoundingClientRect();
      if (box.width === 0 || box.height === 0) return false;
      // What lies in a part that scrolls can be scrolled to.
      for (let parent = element.parentElement; parent !== null && parent !== document.body; parent = parent.parentElement) {
        if (/auto|scroll/.test(getComputedStyle(parent).overflowX) && parent.scrollWidth > parent.clientWidth) return false;
      }
      return element.closest('.visually-hidden, svg, .xterm') === null && (box.right > innerWidth + 1 || box.left < -1);
    });
    return { wider: scrollWidth - clientWidth, outside: outside.map((element) => element.outerHTML.slice(0, 120)) };
  });
  expect(found).toEqual({ wider: 0, outside: [] });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });

  test('a person taps the first command, follows it, and reaches every panel', async ({ podyssey: p, page }) => {
    await p.open();
    await fits(p);
    await p.map.getByRole('button', { name: en.start.run }).tap();
    await p.idle();
    await expect(p.app).toHaveAttribute('data-playback', 'playing');
    await p.transport.getByRole('button', { name: en.transport.pause }).tap();
    await p.press('End');
    await expect(p.pods).toHaveCount(3);
    await fits(p);
    const panel = (name: keyof typeof en.shell.panels) => page.getByRole('tab', { name: en.shell.panels[name] });
    await panel('terminal').tap();
    await p.says('deployment.apps/nginx created');
    await fits(p);
    await panel('journey').tap();
    await p.step(stepTitle('scheduler.score')).tap();
    await fits(p);
    await panel('inspector').tap();
    await expect(p.inspector.getByRole('heading', { level: 2 })).toHaveText(stepTitle('scheduler.score'));
    for (const tab of ['decision', 'machine', 'object', 'request', 'causes', 'explain'] as const) {
      await p.inspector.getByRole('tab', { name: en.inspector.tabs[tab] }).tap();
      await fits(p);
    }
    await panel('timeline').tap();
    await expect(p.chart).toBeVisible();
    await fits(p);
    await panel('map').tap();
    await expect(p.map.getByRole('group', { name: en.map.label })).toBeVisible();
  });

  test('a line is typed into the terminal', async ({ podyssey: p, page }) => {
    await p.open();
    await page.getByRole('tab', { name: en.shell.panels.terminal }).tap();
    await p.type('kubectl run web --image=nginx:1.29');
    await p.idle();
    await page.getByRole('tab', { name: en.shell.panels.map }).tap();
    await p.press('End');
    await expect(p.pods).toHaveCount(1);
    await page.getByRole('tab', { name: en.shell.panels.terminal }).tap();
    await p.says('pod/web created');
  });
});

test.describe('at 200 % zoom of a 1280×800 window', () => {
  // Zoom halves the window in the page's own pixels and doubles what each of them is drawn with.
  test.use({ viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 });

  test('every panel can be reached and nothing is cut off', async ({ podyssey: p, page }) => {
    await p.openAfter(CREATE);
    await fits(p);
    await expect(p.pods).toHaveCount(3);
    for (const name of ['terminal', 'journey', 'inspector', 'timeline', 'map'] as const) {
      const tab = page.getByRole('tab', { name: en.shell.panels[name] });
      await tab.click();
      await expect(tab).toHaveAttribute('aria-selected', 'true');
      const box = await page.getByRole('tabpanel', { name: en.shell.panels[name] }).boundingBox();
      expect(box?.height ?? 0, `${name} has room`).toBeGreaterThan(140);
      await fits(p);
    }
  });
});

test.describe('at 1024×768', () => {
  test.use({ viewport: { width: 1024, height: 768 } });

  test('all panels are there at once, and fold away', async ({ podyssey: p, page }) => {
    await p.openAfter(CREATE);
    await fits(p);
    for (const panel of [p.prompt, p.journey, p.map, p.inspector, p.chart]) await expect(panel).toBeInViewport();
    const before = await p.map.boundingBox();
    await p.button(en.shell.fold(en.shell.panels.inspector)).click();
    await expect.poll(async () => (await p.map.boundingBox())?.width ?? 0).toBeGreaterThan((before?.width ?? 0) + 150);
    await page.reload();
    await p.idle();
    await expect.poll(async () => (await p.map.boundingBox())?.width ?? 0).toBeGreaterThan((before?.width ?? 0) + 150);
    // What is folded away is nowhere for Tab to go.
    await expect(p.inspector.getByRole('tab').first()).toBeHidden();
    await p.map.getByRole('button', { name: en.shell.unfold(en.shell.panels.inspector) }).click();
    await expect.poll(async () => Math.abs(((await p.map.boundingBox())?.width ?? 0) - (before?.width ?? 0))).toBeLessThan(30);
  });

  test('whatever is folded can be unfolded again', async ({ podyssey: p, page }) => {
    await p.openAfter('kubectl run web --image=nginx:1.29');
    for (const panel of ['terminal', 'journey', 'inspector', 'timeline'] as const) await p.button(en.shell.fold(en.shell.panels[panel])).click();
    for (const panel of [p.prompt, p.steps.first(), p.inspector.getByRole('tab').first(), p.chart]) await expect(panel).toBeHidden();
    await expect(p.transport).toBeVisible();
    for (const panel of ['terminal', 'journey', 'inspector', 'timeline'] as const) await page.getByRole('button', { name: en.shell.unfold(en.shell.panels[panel]) }).first().click();
    for (const panel of [p.prompt, p.steps.first(), p.inspector.getByRole('tab').first(), p.chart]) await expect(panel).toBeVisible();
  });

  test('the sizes of panels are a person’s own, and are kept', async ({ podyssey: p, page }) => {
    await p.openAfter(CREATE);
    const width = async (): Promise<number> => (await p.inspector.boundingBox())?.width ?? 0;
    const before = await width();
    const border = page.getByRole('separator', { name: en.shell.resize(en.shell.panels.inspector) });
    await border.focus();
    for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowLeft');
    await expect.poll(width).toBeGreaterThan(before + 20);
    const wide = await width();
    await page.reload();
    await p.idle();
    await expect.poll(async () => Math.abs((await width()) - wide)).toBeLessThan(3);
  });
});

test.describe('for those who want no motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('the camera jumps instead of flying, and nothing goes on by itself', async ({ podyssey: p, page }) => {
    await p.open({ plan: typed(CREATE), t: END });
    const world = p.map.locator('.world').first();
    const before = await world.getAttribute('transform');
    await p.step(stepTitle('cni.address')).click();
    await expect(world).not.toHaveAttribute('transform', before ?? '');
    // The first picture after the step is the last one.
    const [first, later] = await page.evaluate(async () => {
      const read = (): string => document.querySelector('.world')?.getAttribute('transform') ?? '';
      const at = read();
      await new Promise((resolve) => setTimeout(resolve, 300));
      return [at, read()];
    });
    expect(first).toBe(later);
    expect(await page.evaluate(() => document.getAnimations().filter((a) => Number(a.effect?.getComputedTiming().duration ?? 0) > 1 && a.playState === 'running').map((a) => (a as { readonly animationName?: string }).animationName ?? ''))).toEqual([]);
  });
});
