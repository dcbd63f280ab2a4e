import { CREATE, en, expect, test } from '../support/podyssey';
import { stepPattern } from '../support/titles';

test('the engine dies of an error that nobody caught: it is started again, repeats the commands, and nothing is lost', async ({ podyssey: p, page }) => {
  await p.open();
  await p.run(CREATE);
  await p.step(stepPattern('scheduler.bind')).click();
  const before = { hash: await p.hash(), time: await p.clock.textContent() };
  const [engine] = page.workers();
  const gone = engine?.waitForEvent('close');
  await engine?.evaluate(() => {
    setTimeout(() => {
      throw new Error('struck by the test');
    });
  });
  await gone;
  await expect.poll(() => page.workers().length).toBe(1);
  await p.idle();
  expect(await p.hash()).toBe(before.hash);
  await expect(p.clock).toHaveText(before.time ?? '');
  await expect(p.inspector.getByRole('heading', { level: 2 })).toHaveText(stepPattern('scheduler.bind'));
  await expect(page.locator('.notice')).toHaveCount(0);
  // And the new engine answers.
  await p.run('kubectl get deployments -o name');
  await p.says('$ kubectl get deployments -o name\ndeployment.apps/nginx');
  await expect(p.pods).toHaveCount(3);
});

test('an engine that cannot be loaded is said to be at fault, and starting again brings everything back', async ({ podyssey: p, page, expectedErrors }) => {
  expectedErrors.push(/Failed to load resource/);
  await page.route(/\/assets\/entry-.*\.js$/, (route) => route.abort());
  await page.goto('./#v=1&c=kubectl+run+web+--image=nginx:1.29&t=9000000000000');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText(en.shell.failedTitle);
  await page.unrouteAll();
  await alert.getByRole('button', { name: en.shell.restart }).click();
  await p.idle();
  await expect(alert).toHaveCount(0);
  await expect(p.commands).toHaveCount(1);
  await p.press('End');
  await expect(p.pods).toHaveCount(1);
});
