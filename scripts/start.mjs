// `npm start`: installs if needed, builds the page, serves it and prints its address.
import { join } from 'node:path';
import { ensureInstalled } from './lib/install.mjs';
import { root, run, say, tool } from './lib/host.mjs';
import { listen, staticServer } from './lib/serve.mjs';

await ensureInstalled();

say('Building the page …');
const build = await run(process.execPath, [tool('vite/bin/vite.js'), 'build', '--logLevel', 'warn']);
if (build.code !== 0) {
  say('The build failed: the lines above say why.');
  process.exit(1);
}

const server = staticServer(join(root, 'dist'));
const host = process.env['HOST'] ?? '127.0.0.1';
const port = await listen(server, Number(process.env['PORT'] ?? 4173), host);
process.stdout.write(`Podyssey is at http://${host === '127.0.0.1' ? 'localhost' : host}:${port}/ (Ctrl+C stops it)\n`);

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.on(signal, () => {
    server.close();
    server.closeAllConnections();
  });
}
