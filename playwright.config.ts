import { createServer } from 'node:net';
import { defineConfig, devices } from '@playwright/test';
import { findBrowser, noBrowser } from './scripts/find-browser.mjs';

const browser = findBrowser();
if (browser === undefined) throw new Error(noBrowser);

// Playwright reads this file once more in each worker: they inherit the port through the environment.
const port = (process.env['PODYSSEY_E2E_PORT'] ??= String(await freePort()));
const address = `http://localhost:${port}/`;
// Another build than dist/, for those who work on the page while somebody else builds it.
const folder = process.env['PODYSSEY_E2E_DIST'] ?? 'dist';

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  snapshotPathTemplate: 'e2e/screenshots/{arg}{ext}',
  forbidOnly: process.env['CI'] !== undefined,
  fullyParallel: true,
  retries: 0,
  workers: 2,
  timeout: 60_000,
  reporter: 'list',
  expect: {
    // Two tests share two cores with a simulation each.
    timeout: 10_000,
    toHaveScreenshot: { maxDiffPixelRatio: 0.005, animations: 'disabled', caret: 'hide', scale: 'css' },
  },
  use: {
    ...devices['Desktop Chrome'],
    baseURL: address,
    locale: 'en-US',
    timezoneId: 'UTC',
    // Only the test of offline use wants one: the others would each store the whole page first.
    serviceWorkers: 'block',
    viewport: { width: 1440, height: 900 },
    // A trace would double the time of every test: `npx playwright test --trace on FILE` when one is wanted.
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: browser.path,
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-quic',
        '--disable-background-networking',
        '--no-first-run',
        '--disable-component-update',
        '--disable-sync',
        '--force-color-profile=srgb',
        '--font-render-hinting=none',
      ],
    },
  },
  webServer: {
    command: `node scripts/serve.mjs ${port} ${folder}`,
    url: address,
    reuseExistingServer: false,
  },
});

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const found = probe.address();
      probe.close(() => {
        if (found !== null && typeof found === 'object') resolve(found.port);
        else reject(new Error('The system named no free port.'));
      });
    });
  });
}
