import { expect, test as base, type Locator, type Page } from '@playwright/test';
import { en } from '../../src/i18n/en';
import { writeLink, type Link } from '../../src/state/address';
import type { PlannedInput } from '../../src/worker/protocol';

export const CREATE = 'kubectl create deployment nginx --image=nginx:1.29 --replicas=3';
/** Later than any log: a link's playhead there means its end. */
export const END = 9e12;

/** Lines as a link's plan: each is typed once the cluster has come to rest. */
export const typed = (...lines: readonly string[]): readonly PlannedInput[] => lines.map((line, i) => ({ at: undefined, action: { type: 'execute', id: i + 1, line } }));

/** The page as a person knows it: what can be seen, pressed and typed. */
export class Podyssey {
  readonly app: Locator;
  readonly prompt: Locator;
  readonly map: Locator;
  readonly pods: Locator;
  readonly journey: Locator;
  readonly steps: Locator;
  readonly commands: Locator;
  readonly inspector: Locator;
  readonly transport: Locator;
  readonly timeline: Locator;
  readonly chart: Locator;
  readonly clock: Locator;

  constructor(readonly page: Page) {
    this.app = page.locator('.app');
    this.prompt = page.getByRole('textbox', { name: en.terminal.input });
    this.map = page.locator('section#map');
    this.pods = page.locator('.map-svg .pod');
    this.journey = page.locator('#journey-panel');
    this.steps = this.journey.locator('.step');
    this.commands = this.journey.locator('.command');
    this.inspector = page.locator('#inspector-panel');
    this.transport = page.locator('.transport');
    this.timeline = page.locator('#timeline-panel');
    this.chart = this.timeline.locator('.timeline-canvas');
    this.clock = page.locator('.clock');
  }

  /** Opens a link, or the page as it is without one, and waits until its commands have run. */
  async open(link: Link | string = ''): Promise<void> {
    await this.page.goto(`./${typeof link === 'string' ? link : `#${writeLink(link)}`}`);
    await this.idle();
  }

  /** Opens the page after these commands, at the end of the log. */
  openAfter(...lines: readonly string[]): Promise<void> {
    return this.open({ plan: typed(...lines), t: END });
  }

  /** Until the engine has nothing left to do. */
  async idle(): Promise<void> {
    await expect(this.app).toHaveAttribute('data-phase', 'ready', { timeout: 30_000 });
  }

  /** Types a line and presses Enter. */
  async type(line: string): Promise<void> {
    await this.prompt.focus();
    await this.page.keyboard.type(line);
    await this.page.keyboard.press('Enter');
  }

  /** Types a line, waits until all that follows from it is over, and goes to the end. */
  async run(line: string): Promise<void> {
    const before = await this.commands.count();
    await this.type(line);
    await expect(this.commands).toHaveCount(before + 1);
    await this.idle();
    await this.press('End');
  }

  /** Presses a key of the page, outside the terminal. */
  async press(key: string): Promise<void> {
    await this.map.focus();
    await this.page.keyboard.press(key);
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  step(title: string | RegExp): Locator {
    return this.steps.filter({ has: this.page.locator('.step-title', { hasText: title }) }).first();
  }

  async tab(name: keyof typeof en.inspector.tabs, texts = en): Promise<void> {
    await this.inspector.getByRole('tab', { name: texts.inspector.tabs[name] }).click();
  }

  /** Chooses from a menu of the page. */
  async choose(menu: Locator, choice: string): Promise<void> {
    await menu.click();
    await this.page.getByRole('menuitemradio', { name: choice }).click();
  }

  /** Seconds that the clock shows: of the playhead, and of the whole. */
  async time(): Promise<{ readonly now: number; readonly end: number }> {
    const [now = NaN, end = NaN] = ((await this.clock.textContent()) ?? '').split(/\s*s\s*/).map((part) => Number.parseFloat(part.replace(/[^\d.]/g, '')));
    return { now, end };
  }

  async now(): Promise<number> {
    return (await this.time()).now;
  }

  /** Waits until the playhead has come to rest. */
  async stopped(): Promise<void> {
    await expect(this.app).toHaveAttribute('data-playback', 'stopped', { timeout: 45_000 });
  }

  /** The rows of the terminal's screen. */
  async screen(): Promise<string> {
    const rows = await this.page.locator('.xterm-rows > div').allTextContents();
    return rows.map((row) => row.replace(/\u00a0/g, ' ').trimEnd()).join('\n');
  }

  /** The terminal shows this text, word for word; only its line breaks are the screen's. */
  async says(text: string): Promise<void> {
    await expect.poll(() => this.screen(), { message: `the terminal says\n${text}` }).toMatch(wrapped(text));
  }

  /** The hash of the engine's log. */
  hash(): Promise<string> {
    return this.page.evaluate(() => (globalThis as unknown as { readonly podyssey: { hash(): Promise<string> } }).podyssey.hash());
  }

  /** Makes the terminal wide and high, as a person does by its borders. */
  async enlargeTerminal(): Promise<void> {
    const [right, below] = [this.page.getByRole('separator', { name: en.shell.resize(en.shell.panels.terminal) }).nth(1), this.page.getByRole('separator', { name: en.shell.resize(en.shell.panels.terminal) }).nth(0)];
    await drag(this.page, right, 400, 0);
    await drag(this.page, below, 0, 250);
  }

  /** Shows the timeline as a table and reads it: begin, duration, component, state, subject. */
  async timelineRows(): Promise<readonly (readonly string[])[]> {
    const button = this.timeline.getByRole('button', { name: en.timeline.asTable });
    if (await button.isVisible()) await button.click();
    await expect(this.timeline.locator('table')).toBeVisible();
    return this.timeline.locator('tbody tr').evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => (cell.textContent ?? '').trim())));
  }
}

export async function drag(page: Page, from: Locator, dx: number, dy: number): Promise<void> {
  const box = await from.boundingBox();
  if (box === null) throw new Error('what should be dragged is not there');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + dx / 2, y + dy / 2, { steps: 4 });
  await page.mouse.move(x + dx, y + dy, { steps: 4 });
  await page.mouse.up();
}

/** A pattern for a text on a screen that breaks its lines wherever it must. */
function wrapped(text: string): RegExp {
  const parts = [...text].map((c) => (c === '\n' ? '\\s*\\n' : c === ' ' ? '(?: \\n?|\\n ?)' : `${c.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}\\n?`));
  return new RegExp(parts.join(''));
}

/** Tests get a page, and fail when it raised an error or wrote one to the console. */
export const test = base.extend<{ readonly podyssey: Podyssey; readonly expectedErrors: RegExp[] }>({
  // Playwright reads what a fixture needs off its first parameter.
  // eslint-disable-next-line no-empty-pattern
  expectedErrors: async ({}, use) => {
    await use([]);
  },
  podyssey: async ({ page, expectedErrors }, use) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.stack ?? error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    await use(new Podyssey(page));
    expect(errors.filter((error) => !expectedErrors.some((expected) => expected.test(error)))).toEqual([]);
  },
});

export { en, expect };
