// A static file server for the built page: no cleverness, the page needs none.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';

/** @type {Readonly<Record<string, string>>} */
const types = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.yaml': 'application/yaml; charset=utf-8',
};

/** The content type for a file name. @param {string} path */
export function contentType(path) {
  return types[extname(path).toLowerCase()] ?? 'application/octet-stream';
}

/**
 * The file below `folder` that a request's path names, or undefined when the path is malformed or leads out of the folder.
 * @param {string} folder
 * @param {string} url
 */
export function fileFor(folder, url) {
  let path;
  try {
    path = decodeURIComponent(new URL(url, 'http://localhost').pathname);
  } catch {
    return undefined;
  }
  if (path.includes('\0')) return undefined;
  const file = normalize(join(folder, path.endsWith('/') ? `${path}index.html` : path));
  return file.startsWith(folder + sep) ? file : undefined;
}

/**
 * Serves a folder.
 * @param {string} folder absolute
 */
export function staticServer(folder) {
  return createServer((request, response) => {
    void answer(folder, request, response);
  });
}

/**
 * @param {string} folder
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
async function answer(folder, request, response) {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { allow: 'GET, HEAD' }).end();
    return;
  }
  const file = fileFor(folder, request.url ?? '/');
  const info = file === undefined ? undefined : await stat(file).catch(() => undefined);
  if (file === undefined || !info?.isFile()) {
    response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('Not found\n');
    return;
  }
  response.writeHead(200, {
    'content-type': contentType(file),
    'content-length': info.size,
    // File names under assets/ carry a hash of their content.
    'cache-control': file.startsWith(join(folder, 'assets') + sep) ? 'public, max-age=31536000, immutable' : 'no-cache',
    'x-content-type-options': 'nosniff',
  });
  if (request.method === 'HEAD') response.end();
  else createReadStream(file).on('error', () => response.destroy()).pipe(response);
}

/**
 * Listens on the first free port from `first` up; rejects when a hundred are taken.
 * @param {import('node:http').Server} server
 * @param {number} first
 * @param {string} [host]
 * @returns {Promise<number>} the port
 */
export async function listen(server, first, host = '127.0.0.1') {
  for (let port = first; port < first + 100; port += 1) {
    if (await tryListen(server, port, host)) return port;
  }
  throw new Error(`No free port between ${first} and ${first + 99}.`);
}

/**
 * @param {import('node:http').Server} server
 * @param {number} port
 * @param {string} host
 * @returns {Promise<boolean>}
 */
function tryListen(server, port, host) {
  return new Promise((resolve, reject) => {
    /** @param {NodeJS.ErrnoException} error */
    const onError = (error) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(false);
      else reject(error);
    };
    server.once('error', onError);
    server.listen(port, host, () => {
      server.off('error', onError);
      resolve(true);
    });
  });
}
