import { bootCluster } from '../cluster/boot';
import { Kernel } from '../kernel/kernel';
import { runScenario } from '../scenarios/runner';
import { readCluster, readScenario } from './files';
import { journeyTree } from './journey-tree';
import { parseArguments, seedOf, UsageError } from './usage';

/** `run FILE|ID [--cluster FILE] [--seed N]`: runs a scenario and prints each command's journey. */
export function run(argv: readonly string[]): number {
  const { files, options } = parseArguments(argv, ['cluster', 'seed']);
  const [file, more] = files;
  if (file === undefined || more !== undefined) throw new UsageError('run: exactly one scenario file, or one id of the library');
  const scenario = readScenario(file);
  const kernel = new Kernel(seedOf(options, scenario.seed));
  const cluster = bootCluster(kernel, readCluster(options['cluster'], scenario));
  const result = runScenario(cluster, scenario);
  process.stdout.write(journeyTree(kernel.log, result));
  return 0;
}
