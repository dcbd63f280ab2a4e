// Small tools that the scripts share. Plain Node: they run before anything is installed.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's top folder. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Says something to the person, on stderr: stdout belongs to what the command itself prints. @param {string} text */
export function say(text) {
  process.stderr.write(`${text}\n`);
}

/**
 * @typedef {object} Outcome
 * @property {number} code exit code, 1 when a signal ended it
 * @property {string} output stdout and stderr together, empty unless captured
 */

/**
 * Runs a program in the repository to its end, without standard input.
 * Captured output is returned; otherwise both streams go to this process's stderr or, with `show`, to its own streams.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ capture?: boolean, show?: boolean, env?: Record<string, string | undefined>, timeout?: number }} [options] timeout in ms
 * @returns {Promise<Outcome>}
 */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const out = options.capture ? 'pipe' : options.show ? 'inherit' : process.stderr;
    const err = options.capture ? 'pipe' : 'inherit';
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...options.env },
      stdio: ['ignore', out, err],
      ...(options.timeout === undefined ? {} : { timeout: options.timeout }),
    });
    let output = '';
    child.stdout?.on('data', (chunk) => (output += String(chunk)));
    child.stderr?.on('data', (chunk) => (output += String(chunk)));
    child.on('error', (error) => resolve({ code: 1, output: `${output}${command}: ${error.message}\n` }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** The script behind an installed package's command, to be run with this Node. @param {string} path below node_modules */
export function tool(path) {
  return join(root, 'node_modules', path);
}

/** True where `apt-get` can install packages without asking: Debian, Ubuntu and their kin, as root. */
export function canUseApt() {
  return process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/**
 * Installs distribution packages; true when apt-get says that it did.
 * @param {readonly string[]} names
 */
export async function aptInstall(names) {
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-qq'], { env });
  const { code } = await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], { env });
  return code === 0;
}

/** What a program prints for these arguments, or undefined when it is missing or fails. @param {string} command @param {readonly string[]} args */
export function outputOf(command, args) {
  const result = spawnSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], timeout: 30_000 });
  return result.status === 0 ? result.stdout : undefined;
}

/** Reads a JSON file, or undefined when it is missing or broken. @param {string} path @returns {any} */
export function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
