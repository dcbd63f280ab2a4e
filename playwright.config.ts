import { createServer } from 'node:net';
import { defineConfig, devices } from '@playwright/test';
import { findBrowser, noBrowser } from './scripts/find-browser.mjs';

const browser = findBrowser();
if (browser === undefined) throw new Error(noBrowser);

// Playwright reads this file once more in each worker: they inherit the port through the environment.
const port = (process.env['PODYSSEY_E2E_PORT'] ??= String(await freePort()));
const address = `http://localhost:${port}/`;

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  forbidOnly: process.env['CI'] !== undefined,
  fullyParallel: true,
  retries: 0,
  workers: 2,
  timeout: 60_000,
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    baseURL: address,
    locale: 'en-US',
    timezoneId: 'UTC',
    viewport: { width: 1440, height: 900 },
    trace: 'retain-on-failure',
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
    command: `node scripts/serve.mjs ${port}`,
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
