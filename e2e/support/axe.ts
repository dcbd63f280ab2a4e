import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What breaks a rule of WCAG 2.2 A and AA, or a good habit that axe knows, of what is on the page now. */
export async function violations(page: Page): Promise<readonly unknown[]> {
  await page.evaluate(source);
  // What fades in is looked at when it is there.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().filter((a) => a.effect?.getTiming().iterations !== Infinity).map((a) => a.finished)));
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { readonly axe: { run(options: object): Promise<AxeResults> } };
    const { violations: found } = await axe.run({ resultTypes: ['violations'], iframes: false, runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] });
    return found.map(({ id, help, nodes }) => ({ id, help, at: nodes.slice(0, 5).map((node) => `${node.target.join(' ')}: ${node.any.concat(node.all).map((c) => c.message).join('; ').slice(0, 200)}`) }));
  });
}
