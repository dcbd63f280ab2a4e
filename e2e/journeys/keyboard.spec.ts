import { CREATE, en, expect, test, type Podyssey } from '../support/podyssey';
import { stepTitle } from '../support/titles';

/** Presses Tab until the element that has focus fits; a person would, and gives up after so many. */
async function tabTo(p: Podyssey, name: RegExp, key: 'Tab' | 'Shift+Tab' | 'ArrowDown' = 'Tab', most = 120): Promise<void> {
  for (let i = 0; i < most; i++) {
    await p.page.keyboard.press(key);
    // Menus move the focus with the next picture.
    if (key === 'ArrowDown') await p.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    if (name.test(await focused(p))) return;
  }
  throw new Error(`${most} times ${key} did not lead to ${name.source}`);
}

/** Role and name, near enough, of what has focus. */
const focused = (p: Podyssey): Promise<string> =>
  p.page.evaluate(() => {
    const element = document.activeElement;
    if (element === null) return '';
    const role = element.getAttribute('role') ?? element.tagName.toLowerCase();
    return `${role} ${element.getAttribute('aria-label') ?? element.textContent ?? ''}`.trim();
  });

test('a whole journey by keyboard alone', async ({ podyssey: p, page }) => {
  await p.open();
  // From the top of the page: the skip link into the content, then by shortcut into the terminal.
  await page.keyboard.press('Tab');
  expect(await focused(p)).toContain(en.shell.skip);
  await page.keyboard.press('Enter');
  expect(await focused(p)).toMatch(/^main /);
  await page.keyboard.press('`');
  expect(await focused(p)).toContain(en.terminal.input);
  await page.keyboard.type('kubectl create depl');
  await page.keyboard.press('Tab');
  await page.keyboard.type(CREATE.slice('kubectl create deployment '.length));
  await page.keyboard.press('Enter');
  await expect(p.commands).toHaveCount(1);
  await p.idle();

  // Nobody is trapped in the terminal: on an empty line Tab goes on.
  await page.keyboard.press('Tab');
  expect(await focused(p)).not.toContain(en.terminal.input);
  await page.keyboard.press('k');
  await expect(p.app).toHaveAttribute('data-playback', 'stopped');
  await page.keyboard.press('Home');
  await page.keyboard.press('n');
  await expect(p.inspector.getByRole('heading', { level: 2 })).toHaveText(stepTitle('kubectl.parse'));
  await page.keyboard.press('Shift+ArrowRight');
  await expect(p.inspector.getByRole('heading', { level: 2 })).toHaveText(stepTitle('api.filters'));
  await page.keyboard.press('End');
  await expect(p.pods).toHaveCount(3);

  // A step of the journey, then its causes, then back up the chain.
  await tabTo(p, new RegExp(`^button ${stepTitle('scheduler.select')}`));
  await page.keyboard.press('Enter');
  await expect(p.inspector.getByRole('heading', { level: 2 })).toHaveText(stepTitle('scheduler.select'));
  await tabTo(p, new RegExp(`^tab ${en.inspector.tabs.explain}`));
  await page.keyboard.press('ArrowLeft');
  await expect(p.inspector.getByRole('tab', { name: en.inspector.tabs.causes })).toHaveAttribute('aria-selected', 'true');
  const chain = p.inspector.locator('.chain > li');
  await expect(chain.first()).toContainText('kubectl create deployment');
  await tabTo(p, /^button kubectl create deployment/);
  await page.keyboard.press('Enter');
  await expect(chain).toHaveCount(1);

  // The timeline: bars by arrow keys, zoom by letters.
  await tabTo(p, new RegExp(`^slider ${en.timeline.label}`));
  await page.keyboard.press('ArrowRight');
  const first = await p.inspector.getByRole('heading', { level: 2 }).innerText();
  await page.keyboard.press('ArrowDown');
  await expect(p.inspector.getByRole('heading', { level: 2 })).not.toHaveText(first);
  await page.keyboard.press('w');
  await page.keyboard.press('d');
  await page.keyboard.press('Escape');
  // A lane opens.
  await tabTo(p, new RegExp(`^button ${en.timeline.openLane('kubelet')}`), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(p.timeline.locator('.lane-label', { hasText: 'node-1' }).first()).toBeAttached();

  // A component of the map.
  await tabTo(p, /^button scheduler$/, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(p.inspector.getByRole('tab', { name: en.inspector.tabs.machine })).toHaveAttribute('aria-selected', 'true');
  await expect(p.inspector.locator('.machine-svg .state').first()).toBeVisible();

  // Search, help, and a menu.
  await page.keyboard.press('/');
  await page.keyboard.type('sandbox');
  await page.keyboard.press('Enter');
  await expect(p.inspector.getByRole('heading', { level: 2 })).toContainText(/sandbox/i);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: en.shell.help })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.locator('section#map').focus();
  await tabTo(p, new RegExp(`^button ${en.shell.theme}`), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu', { name: en.shell.theme })).toBeVisible();
  await tabTo(p, new RegExp(`^menuitemradio ${en.shell.themes.dark}`), 'ArrowDown', 6);
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('whatever has focus shows it, and Tab goes all the way round', async ({ podyssey: p, page }) => {
  // Marks that fade in are there at once.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await p.openAfter('kubectl run web --image=nginx:1.29');
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  const seen = new Set<string>();
  const unmarked: string[] = [];
  for (let i = 0; i < 250; i++) {
    await page.keyboard.press('Tab');
    const name = await focused(p);
    if (name.startsWith('body')) break;
    seen.add(name);
    if (!(await marked(p))) unmarked.push(name);
  }
  for (const part of [en.shell.share, en.terminal.input, en.map.fitAll, en.transport.play, en.inspector.tabs.explain, en.timeline.label]) expect([...seen].some((name) => name.includes(part)), part).toBe(true);
  expect(unmarked).toEqual([]);
});

/** The element with focus looks different from one without: an outline, here or on what stands for it. */
const marked = (p: Podyssey): Promise<boolean> =>
  p.page.evaluate(async () => {
    const element = document.activeElement;
    if (element === null) return false;
    // xterm's cursor, and its frame, stand for its hidden text area.
    if (element.classList.contains('xterm-helper-textarea')) return true;
    const shows = (of: Element, pseudo?: string): boolean => {
      const style = getComputedStyle(of, pseudo);
      return (style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2) || (pseudo !== undefined && style.backgroundColor !== 'rgba(0, 0, 0, 0)');
    };
    const now = (): boolean => (element instanceof SVGElement ? Number.parseFloat(getComputedStyle(element).strokeWidth) >= 3 : shows(element) || shows(element, '::after') || [...element.children].some((child) => shows(child)));
    for (let frame = 0; frame < 30 && !now(); frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
    return now();
  });
