import { assembleCluster, BOOT_TIME } from '../cluster/boot';
import { behaviourOf } from '../cluster/versions';
import { Kernel } from '../kernel/kernel';
import { defaultCluster } from '../scenarios/default-cluster';
import type { EngineCluster } from './engine-cluster';
import type { StartOptions } from './protocol';

/** The page's cluster before its first moment: the engine runs it until `ready`, in slices, as it runs everything. */
export function bootEngineCluster({ version, seed, nodes }: StartOptions): EngineCluster {
  const kernel = new Kernel(seed);
  const cluster = assembleCluster(kernel, defaultCluster(version, nodes));
  return {
    kernel, gitVersion: behaviourOf(version).gitVersion, ready: BOOT_TIME,
    execute: ({ line, stdin, user, onOutput, onExit }) =>
      cluster.kubectl.execute({ line, user: user ?? 'admin', ...(stdin === undefined ? {} : { stdin }), onOutput: ({ stream, text }) => onOutput(stream, text), onExit }),
  };
}
