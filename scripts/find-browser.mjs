// Finds a Chromium or Chrome that starts; `ensureBrowser` also installs one where that is possible.
import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { aptInstall, canUseApt, outputOf, run, say, tool } from './lib/host.mjs';

/**
 * What the search asks of the machine; tests give their own.
 * @typedef {object} Host
 * @property {string} platform as process.platform says it
 * @property {Readonly<Record<string, string | undefined>>} env
 * @property {(path: string) => boolean} starts true when this program runs and tells its version
 * @property {() => string | undefined} playwrightBrowser where Playwright's own download would be
 */

/** @typedef {{ readonly path: string, readonly source: string }} Browser */

const commands = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** What to tell a person when no browser was found. */
export const noBrowser =
  'No Chromium or Chrome was found that starts. Install one (on Debian or Ubuntu: `apt-get install chromium`; elsewhere: `npx playwright install chromium`), or set CHROMIUM_PATH to its program.';

/** @param {Host} host @returns {readonly string[]} full paths where an installed browser may be */
function installedPaths({ platform, env }) {
  if (platform === 'darwin') {
    const apps = ['Google Chrome', 'Chromium'].map((name) => `Applications/${name}.app/Contents/MacOS/${name}`);
    return ['/', `${env['HOME'] ?? ''}/`].flatMap((base) => apps.map((app) => base + app));
  }
  if (platform === 'win32') {
    const bases = [env['PROGRAMFILES'], env['PROGRAMFILES(X86)'], env['LOCALAPPDATA']];
    return bases.flatMap((base) => (base === undefined ? [] : [`${base}\\Google\\Chrome\\Application\\chrome.exe`, `${base}\\Chromium\\Application\\chrome.exe`]));
  }
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return commands.flatMap((command) => folders.map((folder) => join(folder, command)));
}

/**
 * The browser to use: CHROMIUM_PATH, else an installed one, else Playwright's own download; undefined when there is none.
 * Throws a sentence for the person when CHROMIUM_PATH is set and does not start.
 * @param {Host} [host]
 * @returns {Browser | undefined}
 */
export function findBrowser(host = thisMachine()) {
  const named = host.env['CHROMIUM_PATH'];
  if (named !== undefined && named !== '') {
    if (host.starts(named)) return { path: named, source: 'CHROMIUM_PATH' };
    throw new Error(`CHROMIUM_PATH is ${named}, which does not start as a browser. Correct it, or unset it to let Podyssey look for one.`);
  }
  const installed = installedPaths(host).find((path) => host.starts(path));
  if (installed !== undefined) return { path: installed, source: 'installed' };
  const downloaded = host.playwrightBrowser();
  if (downloaded !== undefined && host.starts(downloaded)) return { path: downloaded, source: "Playwright's download" };
  return undefined;
}

/**
 * As `findBrowser`, but installs one when there is none: the distribution's package where apt-get can, else Playwright's download.
 * @returns {Promise<Browser | undefined>}
 */
export async function ensureBrowser() {
  const found = findBrowser();
  if (found !== undefined) return found;
  if (canUseApt()) {
    say('No browser found: installing the distribution’s chromium package …');
    await aptInstall(['chromium']);
    const packaged = findBrowser();
    if (packaged !== undefined) return { ...packaged, source: "the distribution's package" };
  }
  say('No browser found: trying Playwright’s download …');
  await run(process.execPath, [tool('@playwright/test/cli.js'), 'install', 'chromium'], { timeout: 300_000 });
  return findBrowser();
}

/** @returns {Host} */
function thisMachine() {
  return { platform: process.platform, env: process.env, starts: startsHere, playwrightBrowser: playwrightBrowserHere };
}

/** @param {string} path */
function startsHere(path) {
  try {
    accessSync(path, constants.X_OK);
  } catch {
    return false;
  }
  // Chrome on Windows opens a window when asked for its version.
  return process.platform === 'win32' || outputOf(path, ['--version']) !== undefined;
}

function playwrightBrowserHere() {
  try {
    return String(createRequire(import.meta.url)('playwright-core').chromium.executablePath());
  } catch {
    return undefined;
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const browser = findBrowser();
  say(browser === undefined ? noBrowser : `${browser.path} (${browser.source})`);
  process.exitCode = browser === undefined ? 1 : 0;
}
