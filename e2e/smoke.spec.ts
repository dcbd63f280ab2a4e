import { expect, test } from '@playwright/test';

test('the page opens, says its name, and raises no error', async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.goto('./');
  await expect(page).toHaveTitle(/Podyssey/);
  await expect(page.getByText('Podyssey').first()).toBeVisible();
  expect(errors).toEqual([]);
});

test('the page opens again with no server behind it', async ({ page, context }) => {
  await page.goto('./');
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
  await expect(page.getByText('Podyssey').first()).toBeVisible();
});
