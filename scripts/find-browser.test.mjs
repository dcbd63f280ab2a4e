import { describe, expect, test } from 'vitest';
import { findBrowser } from './find-browser.mjs';

/**
 * A pretended machine on which only the given programs start.
 * @param {readonly string[]} programs
 * @param {Partial<import('./find-browser.mjs').Host>} [rest]
 */
function machine(programs, rest = {}) {
  return {
    platform: 'linux',
    env: { PATH: '/usr/local/bin:/usr/bin' },
    starts: (/** @type {string} */ path) => programs.includes(path),
    playwrightBrowser: () => '/home/me/.cache/ms-playwright/chrome',
    ...rest,
  };
}

describe('finding a browser', () => {
  test('CHROMIUM_PATH comes before an installed browser', () => {
    const env = { PATH: '/usr/bin', CHROMIUM_PATH: '/opt/mine' };
    expect(findBrowser(machine(['/opt/mine', '/usr/bin/chromium'], { env }))).toEqual({ path: '/opt/mine', source: 'CHROMIUM_PATH' });
  });

  test('a CHROMIUM_PATH that does not start is an error that names it, not a reason to take another browser', () => {
    const env = { PATH: '/usr/bin', CHROMIUM_PATH: '/opt/gone' };
    expect(() => findBrowser(machine(['/usr/bin/chromium'], { env }))).toThrow('CHROMIUM_PATH is /opt/gone, which does not start');
  });

  test('an empty CHROMIUM_PATH counts as unset', () => {
    expect(findBrowser(machine(['/usr/bin/chromium'], { env: { PATH: '/usr/bin', CHROMIUM_PATH: '' } }))?.path).toBe('/usr/bin/chromium');
  });

  test('Chromium comes before Chrome, and both before Playwright’s download', () => {
    const all = ['/home/me/.cache/ms-playwright/chrome', '/usr/bin/google-chrome-stable', '/usr/bin/google-chrome', '/usr/bin/chromium-browser', '/usr/local/bin/chromium'];
    /** @type {(string | undefined)[]} */
    const order = [];
    while (all.length > 0) {
      order.push(findBrowser(machine(all))?.path);
      all.pop();
    }
    expect(order).toEqual(['/usr/local/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable', '/home/me/.cache/ms-playwright/chrome']);
  });

  test('a program that is there and does not start is passed over', () => {
    expect(findBrowser(machine(['/usr/bin/google-chrome']))?.path).toBe('/usr/bin/google-chrome');
  });

  test('macOS is searched where applications live, for everybody and for one person', () => {
    const mine = '/Users/me/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
    expect(findBrowser(machine([mine], { platform: 'darwin', env: { HOME: '/Users/me' } }))?.path).toBe(mine);
  });

  test('Windows is searched in its program folders', () => {
    const chrome = 'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe';
    expect(findBrowser(machine([chrome], { platform: 'win32', env: { PROGRAMFILES: 'C:\\Program Files' } }))?.path).toBe(chrome);
  });

  test('a machine without any gives undefined', () => {
    expect(findBrowser(machine([]))).toBeUndefined();
    expect(findBrowser(machine([], { playwrightBrowser: () => undefined }))).toBeUndefined();
  });
});
