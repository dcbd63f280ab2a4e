import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bootCluster } from '../cluster/boot';
import { Kernel } from '../kernel/kernel';
import { recordingOf } from '../scenarios/recording';
import { runScenario } from '../scenarios/runner';
import { readCluster, readScenario } from './files';
import { parseArguments, seedOf, UsageError } from './usage';

/** `record FILE… --cluster FILE --out DIR [--seed N]`: every scenario on a fresh cluster, one recording each. */
export function record(argv: readonly string[]): number {
  const { files, options } = parseArguments(argv, ['cluster', 'out', 'seed']);
  if (files.length === 0) throw new UsageError('record: which scenario files?');
  const out = options['out'];
  if (out === undefined) throw new UsageError('record: --out DIR says where to write');
  // All files are read before the first runs: a mistake in the last is told at once.
  const scenarios = files.map(readScenario);
  const runs = scenarios.map((scenario) => ({ scenario, spec: readCluster(options['cluster'], scenario), seed: seedOf(options, scenario.seed) }));
  mkdirSync(out, { recursive: true });
  for (const { scenario, spec, seed } of runs) {
    const kernel = new Kernel(seed);
    const cluster = bootCluster(kernel, spec);
    const recording = recordingOf(kernel.log, runScenario(cluster, scenario));
    writeFileSync(join(out, `${scenario.id}.json`), `${JSON.stringify(recording, undefined, 1)}\n`);
    process.stdout.write(`${scenario.id}: ${recording.steps.length} steps, ${recording.requests.length} requests, ${recording.changes.length} changes, log ${kernel.log.hash()}\n`);
  }
  return 0;
}
