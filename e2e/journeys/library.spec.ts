import { SCENARIOS } from '../../src/scenarios/library/library';
import { en, expect, test, typed, type Podyssey } from '../support/podyssey';
import { violations } from '../support/axe';

const menuOf = (p: Podyssey) => p.page.getByRole('button', { name: new RegExp(`^${en.shell.scenario}:`) });

test('the library is offered in groups, each scenario with a line of what it shows', async ({ podyssey: p, page }) => {
  await p.open();
  await menuOf(p).click();
  for (const group of Object.values(en.shell.scenarioGroups)) await expect(page.getByRole('group', { name: group })).toBeVisible();
  await expect(page.getByRole('menuitemradio')).toHaveCount(SCENARIOS.length + 1);
  await expect(page.getByRole('group', { name: en.shell.scenarioGroups.refusals }).getByRole('menuitemradio').first()).toContainText(en.stories['already-exists'].about);
  expect(await violations(page)).toEqual([]);
});

test('a scenario with manifests runs and plays; its link alone brings it back', async ({ podyssey: p, page }) => {
  await p.open();
  await p.choose(menuOf(p), en.stories['daemon-set'].title);
  await expect(p.app).toHaveAttribute('data-playback', 'playing');
  await p.idle();
  await p.press('End');
  await expect(p.pods).toHaveCount(3);
  await expect(menuOf(p)).toContainText(en.stories['daemon-set'].title);
  await expect(page).toHaveURL(/s=daemon-set/);
  await page.goto('about:blank');
  await p.open('#s=daemon-set');
  await p.press('End');
  await expect(p.pods).toHaveCount(3);
});

test('a scenario that wants another cluster gets it', async ({ podyssey: p, page }) => {
  await p.open();
  await p.choose(menuOf(p), en.stories['node-full'].title);
  await expect(page.getByRole('button', { name: en.shell.nodesAndSeed(1, 42) })).toBeVisible();
  await p.choose(menuOf(p), en.stories.own.title);
  await expect(page.getByRole('button', { name: en.shell.nodesAndSeed(3, 42) })).toBeVisible();
});

test('by keyboard: the first letters of its title find it, Enter runs it', async ({ podyssey: p, page }) => {
  await p.open();
  await menuOf(p).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.type('It is al');
  await expect(page.getByRole('menuitemradio', { name: en.stories['already-exists'].title })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(p.commands).toHaveCount(2);
  await p.idle();
  await p.press('End');
  await expect(p.commands.last()).toContainText(en.journey.outcomes.refused);
});

test('what was typed is kept when another scenario is chosen, and one press returns to it', async ({ podyssey: p, page }) => {
  await p.open({ plan: typed('kubectl run mine --image=nginx:1.29'), t: 9e12 });
  await expect(p.pods).toHaveCount(1);
  const { now } = await p.time();
  await p.run('kubectl get nodes');
  await p.choose(menuOf(p), en.stories.scale.title);
  await expect(p.commands).toHaveCount(2);
  await p.idle();
  await page.getByRole('button', { name: en.files.back }).click();
  await expect(p.commands.first()).toContainText('run mine');
  await p.idle();
  await expect(p.commands).toHaveCount(2);
  await expect.poll(() => p.now()).toBeGreaterThanOrEqual(now);
  await expect(page.getByRole('button', { name: en.files.back })).toHaveCount(0);
});

test('a link from before scenarios had names still shows which one it is', async ({ podyssey: p }) => {
  await p.open('#v=1&k=1.35&n=42&c=kubectl+create+deployment+web+--image=nginx:1.29+--replicas=2&c=kubectl+scale+deployment+web+--replicas=5');
  await expect(menuOf(p)).toContainText(en.stories.scale.title);
});
