import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../lib/host.mjs';
import { fillServiceWorker } from './offline.mjs';

const template = readFileSync(join(root, 'scripts', 'vite', 'sw.js'), 'utf8');

test('the service worker gets its files and their version', () => {
  const filled = fillServiceWorker(template, ['./', 'assets/a.js'], 'abc');
  expect(filled).toContain('const files = ["./","assets/a.js"];');
  expect(filled).toContain('const cacheName = prefix + "abc";');
});

test('a template that lost its places is an error, not a page that forgets its files', () => {
  for (const place of ['FILES', 'VERSION']) {
    expect(() => fillServiceWorker(template.replace(place, 'gone'), [], 'abc')).toThrow('lost the place');
  }
});
