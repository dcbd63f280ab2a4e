// `npm run podyssey -- …`: the engine from a terminal. Runs src/cli/main.ts in this very process.
import { ensureInstalled } from './lib/install.mjs';

await ensureInstalled();

// npm runs scripts in the package's folder; the files a person names are relative to where that person is.
const from = process.env['INIT_CWD'];
if (process.env['npm_lifecycle_event'] === 'podyssey' && from !== undefined) process.chdir(from);

const { register } = await import('tsx/esm/api');
register();
const main = '../src/cli/main.ts';
await import(main);
