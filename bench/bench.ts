// `npm run bench [-- N…]`: CPU time and peak memory for N replicas to Ready, beside @ngrok/webernetes, each in a process of its own.
import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

interface Cost {
  readonly ok: boolean;
  /** Seconds of CPU from the command to the last Ready. */
  readonly cpu: number;
  /** Bytes. */
  readonly peak: number;
  readonly virtual?: number;
  readonly spans?: number;
}

const here = dirname(fileURLToPath(import.meta.url));
const sizes = process.argv.slice(2).map(Number).filter((n) => n > 0);
const out = mkdtempSync(join(tmpdir(), 'podyssey-bench-'));

/** Both sides are bundled the same way, so that neither pays for loading sources. */
async function bundle(name: string): Promise<string> {
  await build({
    configFile: false, logLevel: 'error', root: here,
    build: { ssr: join(here, `${name}.ts`), outDir: join(out, name), target: 'node20', rollupOptions: { output: { entryFileNames: `${name}.mjs` } } },
    ssr: { noExternal: true },
  });
  return join(out, name, `${name}.mjs`);
}

function measure(script: string, replicas: number): Cost | undefined {
  const nodes = replicas >= 1000 ? 10 : 3;
  const child = spawnSync(process.execPath, ['--max-old-space-size=8192', script, String(replicas), String(nodes)], { encoding: 'utf8', timeout: 600_000, maxBuffer: 1 << 26 });
  const last = child.stdout.trim().split('\n').at(-1) ?? '';
  if (child.status !== 0 || !last.startsWith('{')) {
    process.stderr.write(`${script} ${replicas}: exit ${child.status ?? 'by time limit'}\n${child.stderr.slice(0, 2000)}\n`);
    return undefined;
  }
  return JSON.parse(last) as Cost;
}

const scripts = { podyssey: await bundle('podyssey-run'), webernetes: await bundle('webernetes-run') };
const cell = (text: string, width: number): string => text.padStart(width);
process.stdout.write(`replicas  podyssey CPU   peak      spans   to Ready (virtual)  webernetes CPU   peak     CPU ratio\n`);
for (const replicas of sizes.length > 0 ? sizes : [3, 30, 100, 300, 1000]) {
  const ours = measure(scripts.podyssey, replicas);
  const theirs = measure(scripts.webernetes, replicas);
  const seconds = (c: Cost | undefined): string => (c === undefined ? 'failed' : `${c.cpu.toFixed(2)} s`);
  const megabytes = (c: Cost | undefined): string => (c === undefined ? '' : `${(c.peak / 2 ** 20).toFixed(0)} MiB`);
  const ratio = ours === undefined || theirs === undefined ? '' : `1 : ${(theirs.cpu / ours.cpu).toFixed(1)}`;
  process.stdout.write(`${cell(String(replicas), 8)}${cell(seconds(ours), 14)}${cell(megabytes(ours), 10)}${cell(String(ours?.spans ?? ''), 9)}${cell(ours?.virtual === undefined ? '' : `${ours.virtual.toFixed(1)} s`, 16)}${cell(seconds(theirs), 21)}${cell(megabytes(theirs), 10)}${cell(ratio, 12)}\n`);
}
