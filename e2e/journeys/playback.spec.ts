import { CREATE, en, expect, test } from '../support/podyssey';
import { stepTitle } from '../support/titles';

test('play and pause, by button and by key', async ({ podyssey: p }) => {
  await p.open();
  await p.type(CREATE);
  await expect(p.app).toHaveAttribute('data-playback', 'playing');
  await p.idle();
  await p.button(en.transport.pause).click();
  await expect(p.app).toHaveAttribute('data-playback', 'stopped');
  const paused = await p.now();
  expect(paused).toBeLessThan((await p.time()).end);
  await p.press(' ');
  await expect(p.app).toHaveAttribute('data-playback', 'playing');
  await expect.poll(() => p.now()).toBeGreaterThan(paused);
  await p.press('k');
  await expect(p.app).toHaveAttribute('data-playback', 'stopped');
  // Played from the end, it begins anew.
  await p.press('End');
  await p.button(en.transport.play).click();
  await expect.poll(() => p.now()).toBeLessThan(1);
});

test('steps, events and chapters, forth and back', async ({ podyssey: p }) => {
  await p.openAfter(CREATE);
  await p.press('Home');
  const current = p.steps.and(p.page.locator('[aria-current="step"]'));
  const heading = p.inspector.getByRole('heading').first();
  await expect(heading).toHaveText(stepTitle('kubectl.start'));
  await p.button(en.transport.nextStep).click();
  await expect(heading).toHaveText(stepTitle('kubectl.parse'));
  await expect(current).toContainText(stepTitle('kubectl.parse'));
  await p.press('ArrowRight');
  await expect(heading).toHaveText(stepTitle('kubectl.config'));
  await p.press('p');
  await expect(heading).toHaveText(stepTitle('kubectl.parse'));
  await p.button(en.transport.nextChapter).click();
  await expect(heading).toHaveText(stepTitle('api.filters'));
  const chapter = await p.now();
  await p.press('.');
  expect(await p.now()).toBeGreaterThanOrEqual(chapter);
  await expect(heading).toHaveText(stepTitle('api.filters'));
  await p.press('Shift+ArrowRight');
  await p.press('Shift+ArrowLeft');
  await expect(heading).toHaveText(stepTitle('api.filters'));
  await p.button(en.transport.previousStep).click();
  await expect(heading).toHaveText(stepTitle('kubectl.request'));
});

test('every view follows the one playhead', async ({ podyssey: p }) => {
  await p.openAfter(CREATE);
  await expect(p.pods).toHaveCount(3);
  await p.step(stepTitle('etcd.write', { revision: '' }).trim()).click();
  await expect(p.pods).toHaveCount(0);
  await p.says(`$ ${CREATE}`);
  expect(await p.screen()).not.toContain('created');
  await expect(p.chart).toHaveAttribute('aria-valuetext', `${(await p.now()).toFixed(3)} s`);
  await p.step(stepTitle('cri.pause')).click();
  await expect(p.pods).toHaveCount(3);
  await expect(p.pods.first()).toHaveAttribute('data-look', 'creating');
  await p.says('deployment.apps/nginx created');
});

test('the playhead is dragged, and pressed to a place, on the timeline', async ({ podyssey: p, page }) => {
  await p.openAfter(CREATE);
  const box = await p.chart.boundingBox();
  if (box === null) throw new Error('the timeline is not there');
  await page.mouse.move(box.x + box.width * 0.8, box.y + 10);
  await page.mouse.down();
  await expect(p.app).toHaveAttribute('data-playback', 'scrubbing');
  const there = await p.now();
  await page.mouse.move(box.x + box.width * 0.3, box.y + 10, { steps: 8 });
  await expect.poll(() => p.now()).toBeLessThan(there);
  await expect(p.pods).toHaveCount(0);
  await page.mouse.up();
  await expect(p.app).toHaveAttribute('data-playback', 'stopped');
  await page.mouse.click(box.x + box.width * 0.9, box.y + 10);
  await expect.poll(() => p.now()).toBeGreaterThan(there);
  await expect(p.pods).toHaveCount(3);
});

test('speed by menu and by key', async ({ podyssey: p }) => {
  await p.openAfter(CREATE);
  await p.choose(p.button(`${en.transport.speed}: 1×`), '0.1×');
  await p.press('[');
  await expect(p.button(`${en.transport.speed}: 0.1×`)).toBeVisible();
  for (const speed of ['0.25×', '0.5×', '1×', '2×', '4×', '8×', '16×', '16×']) {
    await p.press(']');
    await expect(p.button(`${en.transport.speed}: ${speed}`)).toBeVisible();
  }
});

test('story time gives each step room, clock time is to scale', async ({ podyssey: p }) => {
  await p.openAfter(CREATE);
  const story = p.page.getByRole('radio', { name: en.transport.story });
  const clock = p.page.getByRole('radio', { name: en.transport.clock });
  await expect(story).toBeChecked();
  const { end } = await p.time();
  // A quarter of the way from Enter to Ready: the request is barely stored, though a second of the clock would have passed.
  const box = await p.chart.boundingBox();
  if (box === null) throw new Error('the timeline is not there');
  await p.page.mouse.click(box.x + box.width * 0.25, box.y + 10);
  const inStory = await p.now();
  await clock.click();
  await expect(clock).toBeChecked();
  expect(await p.now()).toBe(inStory);
  await p.page.mouse.click(box.x + box.width * 0.25, box.y + 10);
  const inClock = await p.now();
  expect(inStory).toBeLessThan(0.1);
  expect(inClock).toBeGreaterThan(0.1 * end);
  await p.press('t');
  await expect(story).toBeChecked();
});
