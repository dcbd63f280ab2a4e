// A Vite plugin: the built page gets a service worker that knows every built file.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { root } from '../lib/host.mjs';

/**
 * The service worker's text with its list of files filled in.
 * @param {string} template
 * @param {readonly string[]} files relative to the page; './' is the document
 * @param {string} version changes whenever a file does
 */
export function fillServiceWorker(template, files, version) {
  return [
    ['/* FILES */ []', JSON.stringify(files)],
    ["/* VERSION */ ''", JSON.stringify(version)],
  ].reduce((text, [place = '', value = '']) => {
    if (!text.includes(place)) throw new Error(`scripts/vite/sw.js has lost the place ${place} that offline.mjs fills.`);
    return text.replace(place, () => value);
  }, template);
}

/** @returns {import('vite').Plugin} */
export function offline() {
  let publicDir = '';
  return {
    name: 'podyssey:offline',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      publicDir = config.publicDir;
    },
    transformIndexHtml() {
      const children = "if ('serviceWorker' in navigator) navigator.serviceWorker.register('./sw.js');";
      return [{ tag: 'script', attrs: { type: 'module' }, children, injectTo: 'body' }];
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const hash = createHash('sha256');
        const built = Object.values(bundle).filter(({ fileName }) => !fileName.endsWith('.map'));
        for (const file of built) hash.update(file.fileName).update(file.type === 'chunk' ? file.code : file.source);
        const still = publicFiles(publicDir);
        for (const name of still) hash.update(name).update(readFileSync(join(publicDir, name)));
        const files = ['./', ...built.map(({ fileName }) => fileName).filter((name) => name !== 'index.html'), ...still].sort();
        const template = readFileSync(join(root, 'scripts', 'vite', 'sw.js'), 'utf8');
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: fillServiceWorker(template, files, hash.digest('hex').slice(0, 16)) });
      },
    },
  };
}

/** @param {string} folder */
function publicFiles(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
}
