// The quick checks, as data: `npm run typecheck` and `npm run lint` print them, `npm test` counts them.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root, run, tool } from './host.mjs';

/** @typedef {{ readonly name: string, readonly args: readonly string[] }} Check */

const cache = join(root, '.cache');

/** @param {string} name @param {string} config @returns {Check} */
const types = (name, config) => ({
  name: `types: ${name}`,
  args: [tool('typescript/bin/tsc'), '--noEmit', '-p', config, '--incremental', '--tsBuildInfoFile', join(cache, `${config}.tsbuildinfo`), '--pretty', 'false'],
});

/** @type {readonly Check[]} */
export const typeChecks = [
  types('all of src', 'tsconfig.json'),
  types('the simulation, without the DOM', 'tsconfig.sim.json'),
  types('scripts, tests and configuration', 'tsconfig.tools.json'),
];

/** @type {readonly Check[]} */
export const lintChecks = [
  { name: 'lint: eslint', args: [tool('eslint/bin/eslint.js'), '.', '--max-warnings', '0', '--cache', '--cache-strategy', 'content', '--cache-location', join(cache, 'eslint')] },
  { name: 'lint: imports', args: [join(root, 'scripts', 'lint', 'imports.mjs')] },
];

/**
 * Runs checks two at a time; reports each as it ends, with its output when it failed.
 * @param {readonly Check[]} checks
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runChecks(checks) {
  mkdirSync(cache, { recursive: true });
  const waiting = [...checks];
  const tally = { passed: 0, failed: 0 };
  const worker = async () => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      const started = Date.now();
      const { code, output } = await run(process.execPath, check.args, { capture: true });
      const seconds = ((Date.now() - started) / 1000).toFixed(1);
      if (code === 0) tally.passed += 1;
      else tally.failed += 1;
      process.stdout.write(`${code === 0 ? 'ok    ' : 'FAILED'} ${check.name} (${seconds} s)\n`);
      if (code !== 0) process.stdout.write(`${output.trimEnd()}\n`);
    }
  };
  await Promise.all([worker(), worker()]);
  return tally;
}
