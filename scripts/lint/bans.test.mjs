import { join } from 'node:path';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
import { expect, test } from 'vitest';
import { root } from '../lib/host.mjs';

// The samples are no files of the project, so rules that ask for types cannot run on them.
const eslint = new ESLint({ cwd: root, overrideConfig: [/** @type {import('eslint').Linter.Config} */ (tseslint.configs.disableTypeChecked)] });

/** The rules that a line of code breaks. @param {string} file @param {string} code */
async function broken(file, code) {
  const [result] = await eslint.lintText(code, { filePath: join(root, file) });
  return [...new Set((result?.messages ?? []).map(({ ruleId, message }) => ruleId ?? message))];
}

test.each([
  'export const now = () => Date.now();',
  'export const now = (): number => new Date().getTime();',
  'export const chance = () => Math.random();',
  'export const later = (f: () => void) => setTimeout(f, 1);',
  'export const later = (f: () => void) => queueMicrotask(f);',
  'export const frame = (f: () => void) => requestAnimationFrame(f);',
  "export const get = () => fetch('/');",
  'export const env = () => process.env;',
  'export const all = () => globalThis;',
  'export const page = () => [window, document];',
  'export const time = () => performance.now();',
  'export const made = () => Promise.resolve(1);',
  'export const slow = async () => 1;',
  'export type Slow = Promise<number>;',
  "export const order = (a: string, b: string) => a.localeCompare(b);",
  'let count = 0;\nexport const next = () => (count += 1);',
  'export let count = 0;',
  'const cache = new Map<string, number>();\nexport const get = (key: string) => cache.get(key);',
])('the simulation may not hold: %s', async (code) => {
  const rules = await broken('src/cluster/etcd/sample.ts', code);
  expect(rules.filter((rule) => rule.startsWith('no-restricted-'))).not.toEqual([]);
});

test('the same names are free to the page, the terminal and tests', async () => {
  const code = 'export const now = async () => (await Promise.resolve(Date.now())) + Math.random() + performance.now();';
  for (const file of ['src/ui/sample.ts', 'src/worker/sample.ts', 'src/cli/sample.ts', 'src/kernel/sample.test.ts']) expect(await broken(file, code)).toEqual([]);
});

test('plain code with tables and local state is fine in the simulation', async () => {
  const code = "const names = new Map([['a', 1]]);\nexport const none: ReadonlyMap<string, number> = new Map();\nexport function f() {\n  let n = 0;\n  for (const v of names.values()) n += v;\n  return n;\n}";
  expect(await broken('src/cluster/etcd/sample.ts', code)).toEqual([]);
});

test.each([
  ['export const a = (x: any) => x;', '@typescript-eslint/no-explicit-any'],
  ['export const a = (x?: string) => x!;', '@typescript-eslint/no-non-null-assertion'],
  ["import { Heap } from './heap';\nexport type A = Heap<number>;", '@typescript-eslint/consistent-type-imports'],
  ['export const a = (x: unknown) => x == 1;', 'eqeqeq'],
  ['export default 1;', 'no-restricted-syntax'],
])('nowhere in src: %s', async (code, rule) => {
  expect(await broken('src/ui/sample.ts', code)).toEqual([rule]);
});
