// `npm run bench` measures the engine, `npm run bench:page` the page; further arguments go to the benchmark.
import { join } from 'node:path';
import { ensureInstalled } from './lib/install.mjs';
import { root, run } from './lib/host.mjs';

await ensureInstalled();

const [first, ...rest] = process.argv.slice(2);
const page = first === 'page';
const file = join(root, 'bench', page ? 'page.ts' : 'bench.ts');
const args = page || first === undefined ? rest : [first, ...rest];
const { code } = await run(process.execPath, ['--import', 'tsx', file, ...args], { show: true });
process.exitCode = code;
