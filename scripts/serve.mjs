// `node scripts/serve.mjs [PORT [FOLDER]]` serves the built page (dist/) as it stands: what the end-to-end tests talk to.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { root, say } from './lib/host.mjs';
import { listen, staticServer } from './lib/serve.mjs';

const [port = '4173', folder = 'dist'] = process.argv.slice(2);
const dist = resolve(root, folder);
if (!existsSync(resolve(dist, 'index.html'))) {
  say(`There is no built page in ${folder}/ yet: run \`npm run build\` first.`);
  process.exit(1);
}
const found = await listen(staticServer(dist), Number(port));
process.stdout.write(`http://localhost:${found}/\n`);
