// Reads the imports of every file under src/ and holds them against the allow-list in rooms.mjs.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, posix, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { readJson, root } from '../lib/host.mjs';
import { cycles, fileComplaint, isTest, packageComplaint } from './rooms.mjs';

/** @typedef {{ readonly file: string, readonly line: number, readonly message: string }} Complaint */

/**
 * Checks a source folder.
 * @param {string} src the folder
 * @param {ReadonlySet<string>} listed the packages that package.json lists
 * @returns {readonly Complaint[]}
 */
export function checkImports(src, listed) {
  /** @type {Complaint[]} */
  const complaints = [];
  /** @type {Map<string, string[]>} */
  const graph = new Map();
  for (const file of sourceFiles(src)) {
    const text = readFileSync(join(src, file), 'utf8');
    /** @type {string[]} */
    const imported = [];
    for (const { fileName, pos } of ts.preProcessFile(text, true, true).importedFiles) {
      const line = text.slice(0, pos).split('\n').length;
      const target = resolveImport(src, file, fileName);
      const message = 'message' in target ? target.message : 'file' in target ? fileComplaint(file, target.file) : packageComplaint(file, target.package, listed);
      if (message !== undefined) complaints.push({ file, line, message: `${fileName}: ${message}` });
      if ('file' in target) imported.push(target.file);
    }
    if (!isTest(file)) graph.set(file, imported);
  }
  for (const cycle of cycles(graph)) {
    complaints.push({ file: cycle[0] ?? '', line: 1, message: `import cycle: ${cycle.join(' → ')}` });
  }
  return complaints;
}

/**
 * @param {string} src
 * @param {string} from
 * @param {string} specifier
 * @returns {{ readonly file: string } | { readonly package: string } | { readonly message: string }}
 */
function resolveImport(src, from, specifier) {
  if (!specifier.startsWith('.')) return { package: packageOf(specifier) };
  const path = specifier.replace(/\?.*$/, '');
  const base = posix.normalize(posix.join(posix.dirname(from), path));
  if (base.startsWith('..')) return { message: 'leads out of src/' };
  if (/\.[cm]?[jt]sx?$/.test(path)) return { message: 'relative imports have no extension' };
  const found = [`${base}.ts`, `${base}.tsx`, `${base}.d.ts`, base].find((name) => isFile(join(src, name)));
  return found === undefined ? { message: 'no such file (folders have no index)' } : { file: found };
}

/** @param {string} specifier */
function packageOf(specifier) {
  if (isBuiltin(specifier)) return specifier.startsWith('node:') ? specifier : `node:${specifier}`;
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

/** @param {string} path */
function isFile(path) {
  return existsSync(path) && statSync(path).isFile();
}

/** @param {string} src @returns {readonly string[]} */
function sourceFiles(src) {
  return readdirSync(src, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(src, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

/** The packages that the repository's package.json lists. */
export function listedPackages() {
  const { dependencies, devDependencies } = readJson(join(root, 'package.json'));
  return new Set([...Object.keys(dependencies), ...Object.keys(devDependencies)]);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const src = process.argv[2] ?? join(root, 'src');
  const complaints = checkImports(src, listedPackages());
  for (const { file, line, message } of complaints) console.error(`${join(relative(dirname(src), src), file)}:${line}: ${message}`);
  if (complaints.length > 0) {
    console.error(`${complaints.length} imports break the rules of scripts/lint/rooms.mjs`);
    process.exitCode = 1;
  }
}
