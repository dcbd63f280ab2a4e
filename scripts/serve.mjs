// Serves dist/ as it stands, on the port given: what the end-to-end tests talk to.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root, say } from './lib/host.mjs';
import { listen, staticServer } from './lib/serve.mjs';

const dist = join(root, 'dist');
if (!existsSync(join(dist, 'index.html'))) {
  say('There is no dist/ yet: run `npm run build` first.');
  process.exit(1);
}
const port = await listen(staticServer(dist), Number(process.argv[2] ?? 4173));
process.stdout.write(`http://localhost:${port}/\n`);
