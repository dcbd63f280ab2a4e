import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { checkImports } from './imports.mjs';

/** @type {string[]} */
const folders = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** What the check says about a source tree. @param {Readonly<Record<string, string>>} files */
function check(files) {
  const src = mkdtempSync(join(tmpdir(), 'podyssey-imports-'));
  folders.push(src);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(src, file)), { recursive: true });
    writeFileSync(join(src, file), text);
  }
  return checkImports(src, new Set(['xstate', 'react'])).map(({ file, line, message }) => `${file}:${line} ${message}`);
}

test('a tree that keeps the rules raises no complaint', () => {
  expect(
    check({
      'base/heap.ts': 'export const heap = 1;',
      'kernel/clock.ts': "import { createMachine } from 'xstate';\nimport { heap } from '../base/heap';\nexport const clock = [heap, createMachine];",
      'ui/main.tsx': "import 'react/jsx-runtime';\nimport './main.css';\nimport text from './a.yaml?raw';\n",
      'ui/main.css': '',
      'ui/a.yaml': '',
    }),
  ).toEqual([]);
});

test('a forbidden import is told with its file and line, whichever form it takes', () => {
  const say = 'base may import no other room, not kernel';
  expect(
    check({
      'kernel/clock.ts': 'export type Clock = 1;\nexport const clock = 1;',
      'base/a.ts': "// why\nimport { clock } from '../kernel/clock';",
      'base/b.ts': "import type { Clock } from '../kernel/clock';",
      'base/c.ts': "export * from '../kernel/clock';",
      'base/d.ts': "export const d = () => import('../kernel/clock');",
      'base/e.ts': "export type E = import('../kernel/clock').Clock;",
    }),
  ).toEqual([
    `base/a.ts:2 ../kernel/clock: ${say}`,
    `base/b.ts:1 ../kernel/clock: ${say}`,
    `base/c.ts:1 ../kernel/clock: ${say}`,
    `base/d.ts:1 ../kernel/clock: ${say}`,
    `base/e.ts:1 ../kernel/clock: ${say}`,
  ]);
});

test('packages are held to their homes, by name whatever the path below them', () => {
  expect(check({ 'api/a.ts': "import 'react/jsx-runtime';\nimport 'fs';\nimport '@scope/left/pad';" })).toEqual([
    'api/a.ts:1 react/jsx-runtime: React and other packages live in ui',
    'api/a.ts:2 fs: Node’s own modules are for cli',
    'api/a.ts:3 @scope/left/pad: @scope/left is not in package.json',
  ]);
});

test('extensions, missing files, folders and paths out of src are told', () => {
  expect(check({ 'base/a.ts': "import './b.ts';\nimport './c';\nimport '.';\nimport '../../x';", 'base/b.ts': '' })).toEqual([
    'base/a.ts:1 ./b.ts: relative imports have no extension',
    'base/a.ts:2 ./c: no such file (folders have no index)',
    'base/a.ts:3 .: no such file (folders have no index)',
    'base/a.ts:4 ../../x: leads out of src/',
  ]);
});

test('a cycle is told, of types too', () => {
  expect(check({ 'base/a.ts': "import type { B } from './b';\nexport type A = B;", 'base/b.ts': "import type { A } from './a';\nexport type B = A;" })).toEqual([
    'base/a.ts:1 import cycle: base/a.ts → base/b.ts → base/a.ts',
  ]);
});
