import { CREATE, expect, test } from '../support/podyssey';

test.use({ serviceWorkers: 'allow' });

test('once loaded, the page needs no server: it opens, runs a command and shows every panel', async ({ podyssey: p, page, context }) => {
  await p.open();
  // The worker controls the page only after it has stored every file.
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller === null) {
      await new Promise((resolve) => {
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true });
      });
    }
  });
  await context.setOffline(true);
  await page.reload();
  await p.idle();
  await p.run(CREATE);
  await p.says('deployment.apps/nginx created');
  await expect(p.pods).toHaveCount(3);
  await p.tab('object');
  await expect(p.inspector.locator('.object-tab')).toBeVisible();
  await p.tab('machine');
  await expect(p.inspector.locator('.machine-svg')).toBeVisible();
  await p.choose(page.getByRole('button', { name: /Language/ }), '简体中文');
  await expect(page.locator('html')).toHaveAttribute('lang', /^zh/);
});
