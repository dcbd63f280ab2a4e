// Makes sure that node_modules holds what package-lock.json says, before a script needs it.
import { join } from 'node:path';
import { readJson, root, run, say } from './host.mjs';

/** @typedef {{ packages?: Record<string, { version?: string, optional?: boolean, peer?: boolean, link?: boolean }> }} Lock */

/**
 * True when the installed tree (npm's own note of it, node_modules/.package-lock.json) is the one that the lock file asks for.
 * Optional packages may be missing: they are for other platforms.
 * @param {Lock | undefined} lock
 * @param {Lock | undefined} installed
 */
export function matchesLock(lock, installed) {
  const wanted = lock?.packages;
  const present = installed?.packages;
  if (wanted === undefined || present === undefined) return false;
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === '' || entry.link) continue;
    const found = present[path];
    if (found === undefined ? !entry.optional : found.version !== entry.version) return false;
  }
  return true;
}

/** True when this Node is new enough for the project. @param {string} version like "20.19.0" */
export function nodeIsNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 20 || (major === 20 && minor >= 19);
}

/** Installs the locked dependencies where they are missing or older than the lock file. Ends the process with a sentence when that fails. */
export async function ensureInstalled() {
  if (!nodeIsNewEnough(process.versions.node)) {
    say(`Podyssey needs Node 20.19 or newer; this is Node ${process.versions.node}.`);
    process.exit(1);
  }
  const lock = readJson(join(root, 'package-lock.json'));
  if (matchesLock(lock, readJson(join(root, 'node_modules', '.package-lock.json')))) return;
  say('Installing the locked dependencies (npm ci) …');
  const { code } = await runNpm(['ci', '--include=dev', '--no-audit', '--no-fund']);
  if (code !== 0) {
    say('npm ci failed: the lines above say why. Podyssey cannot go on without its dependencies.');
    process.exit(1);
  }
}

/** @param {readonly string[]} args */
function runNpm(args) {
  const cli = process.env['npm_execpath'];
  // `npm --silent` hands its silence on to this npm, and with it the reason of a failure.
  const options = { env: { npm_config_loglevel: 'warn' } };
  if (cli?.endsWith('.js')) return run(process.execPath, [cli, ...args], options);
  // Windows finds npm only through its shell.
  return process.platform === 'win32' ? run('cmd.exe', ['/d', '/s', '/c', 'npm', ...args], options) : run('npm', args, options);
}
