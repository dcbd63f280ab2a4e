import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { matchesLock, nodeIsNewEnough } from './install.mjs';
import { closingLine, playwrightTally, vitestTally } from './reports.mjs';
import { contentType, fileFor, listen, staticServer } from './serve.mjs';

describe('the installed tree against the lock file', () => {
  const lock = { packages: { '': {}, 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { version: '2.0.0', optional: true } } };

  test('the same versions match, and an optional package may be missing', () => {
    expect(matchesLock(lock, { packages: { 'node_modules/a': { version: '1.0.0' } } })).toBe(true);
  });

  test('another version, a missing package or no tree at all does not', () => {
    expect(matchesLock(lock, { packages: { 'node_modules/a': { version: '1.0.1' } } })).toBe(false);
    expect(matchesLock(lock, { packages: {} })).toBe(false);
    expect(matchesLock(lock, { packages: { 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { version: '1.0.0' } } })).toBe(false);
    expect(matchesLock(lock, undefined)).toBe(false);
  });

  test('Node 20.19 is the oldest that will do', () => {
    expect(['18.20.0', '20.18.3', '20.19.0', '22.1.0'].map(nodeIsNewEnough)).toEqual([false, false, true, true]);
  });
});

describe('adding up reports', () => {
  test('a run that failed without a failed test counts as one failure', () => {
    expect(vitestTally({ numPassedTests: 4, numFailedTests: 0, numPendingTests: 1 }, 1)).toEqual({ passed: 4, failed: 1, skipped: 1 });
    expect(playwrightTally(undefined, 1)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  test('a flaky browser test is a failed one', () => {
    expect(playwrightTally({ stats: { expected: 2, unexpected: 1, flaky: 1, skipped: 0 } }, 1)).toEqual({ passed: 2, failed: 2, skipped: 0 });
  });

  test('the closing line names skipped tests only where there are some', () => {
    expect(closingLine({ passed: 12, failed: 0, skipped: 0 })).toBe('12 passed, 0 failed');
    expect(closingLine({ passed: 12, failed: 1, skipped: 2 })).toBe('12 passed, 1 failed, 2 skipped');
  });
});

describe('serving files', () => {
  test('paths lead to files below the folder and nowhere else', () => {
    expect(fileFor('/dist', '/')).toBe('/dist/index.html');
    expect(fileFor('/dist', '/assets/a%20b.js?x=1')).toBe('/dist/assets/a b.js');
    expect(fileFor('/dist', '/../%2e%2e/secret')).toBe('/dist/secret');
    expect(fileFor('/dist', '/..%2fsecret')).toBeUndefined();
    expect(fileFor('/dist', '/%')).toBeUndefined();
  });

  test('scripts, modules and fonts have the types that browsers insist on', () => {
    expect(contentType('a.js')).toBe('text/javascript; charset=utf-8');
    expect(contentType('a.WOFF2')).toBe('font/woff2');
    expect(contentType('a.unknown')).toBe('application/octet-stream');
  });

  test('a taken port is passed over, a missing file is a 404', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'podyssey-serve-'));
    writeFileSync(join(folder, 'index.html'), 'hello');
    const [first, second] = [staticServer(folder), staticServer(folder)];
    try {
      const port = await listen(first, 42_173);
      const next = await listen(second, port);
      expect(next).toBeGreaterThan(port);
      const found = await fetch(`http://127.0.0.1:${next}/`);
      expect([found.status, found.headers.get('content-type'), await found.text()]).toEqual([200, 'text/html; charset=utf-8', 'hello']);
      expect((await fetch(`http://127.0.0.1:${next}/no.js`)).status).toBe(404);
      expect((await fetch(`http://127.0.0.1:${next}/`, { method: 'POST' })).status).toBe(405);
    } finally {
      first.closeAllConnections();
      second.closeAllConnections();
      first.close();
      second.close();
      rmSync(folder, { recursive: true });
    }
  });
});
