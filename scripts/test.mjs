// `npm test`: sets up what is missing, then types, lint, unit tests, the build and the browser tests.
// Every stage runs whatever the one before it said; the last line is the sum, as "N passed, M failed".
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled } from './lib/install.mjs';
import { readJson, root, run, tool } from './lib/host.mjs';
import { closingLine, playwrightTally, vitestTally } from './lib/reports.mjs';
import { lintChecks, runChecks, typeChecks } from './lib/checks.mjs';

const reports = join(root, '.cache', 'reports');
const total = { passed: 0, failed: 0, skipped: 0 };

await ensureInstalled();
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

stage('Types and lint');
add({ ...(await runChecks([...typeChecks, ...lintChecks])), skipped: 0 });

stage('Unit tests');
const unitReport = join(reports, 'vitest.json');
const unit = await node([tool('vitest/vitest.mjs'), 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`]);
add(vitestTally(readJson(unitReport), unit.code));

stage('Build');
const build = await node([tool('vite/bin/vite.js'), 'build', '--logLevel', 'warn']);
add({ passed: build.code === 0 ? 1 : 0, failed: build.code === 0 ? 0 : 1, skipped: 0 });

stage('Browser tests');
add(build.code === 0 ? await browserTests() : failure('The build failed, so there is no page to test.'));

process.stdout.write(`\n${closingLine(total)}\n`);
process.exitCode = total.failed === 0 ? 0 : 1;

async function browserTests() {
  const { ensureBrowser, noBrowser } = await import('./find-browser.mjs');
  const { ensureChineseFont } = await import('./lib/fonts.mjs');
  let browser;
  try {
    browser = await ensureBrowser();
  } catch (error) {
    return failure(error instanceof Error ? error.message : String(error));
  }
  if (browser === undefined) return failure(noBrowser);
  process.stdout.write(`Browser: ${browser.path} (${browser.source})\n`);
  await ensureChineseFont();
  const report = join(reports, 'playwright.json');
  const { code } = await node([tool('@playwright/test/cli.js'), 'test', '--reporter=list,json'], {
    CHROMIUM_PATH: browser.path,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  });
  return playwrightTally(readJson(report), code);
}

/** @param {readonly string[]} args @param {Record<string, string>} [env] */
function node(args, env = {}) {
  return run(process.execPath, args, { show: true, env });
}

/** @param {string} title */
function stage(title) {
  process.stdout.write(`\n== ${title}\n`);
}

/** @param {string} why */
function failure(why) {
  process.stdout.write(`FAILED ${why}\n`);
  return { passed: 0, failed: 1, skipped: 0 };
}

/** @param {import('./lib/reports.mjs').Tally} tally */
function add(tally) {
  total.passed += tally.passed;
  total.failed += tally.failed;
  total.skipped += tally.skipped;
  process.stdout.write(`${closingLine(tally).replace(', ', ' / ')}\n`);
}
