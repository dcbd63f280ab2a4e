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
