import { readLink } from '../../src/state/address';
import { bootEngineCluster } from '../../src/worker/boot-engine-cluster';
import { Engine } from '../../src/worker/engine';
import type { FromWorker, PlannedInput } from '../../src/worker/protocol';

/** What the very engine of the page makes of a seed and inputs when it runs in Node: the hash of its log, and what was printed. */
export interface NodeRun {
  readonly hash: string;
  readonly output: string;
  /** Virtual time (µs) at which it came to rest. */
  readonly at: number;
}

export function runInNode(seed: number, plan: readonly PlannedInput[]): NodeRun {
  const told: FromWorker[] = [];
  const tasks: (() => void)[] = [];
  const engine = new Engine({ boot: bootEngineCluster, post: (message) => told.push(message), soon: (task) => tasks.push(task), now: () => performance.now() });
  engine.receive({ type: 'start', session: 1, options: { version: '1.35', seed }, inputs: plan });
  for (let task = tasks.shift(); task !== undefined; task = tasks.shift()) task();
  engine.receive({ type: 'hash', request: 1 });
  const failed = told.find((m) => m.type === 'failed');
  if (failed !== undefined) throw new Error(failed.message);
  return {
    hash: told.find((m) => m.type === 'hash')?.hash ?? '',
    output: told.flatMap((m) => (m.type === 'output' ? [m.output.text] : [])).join(''),
    at: told.findLast((m) => m.type === 'idle')?.at ?? NaN,
  };
}

/** The inputs of the link in an address, with the times at which they were taken. */
export function planOf(address: string): readonly PlannedInput[] {
  const { link, bad } = readLink(new URL(address).hash);
  if (bad.length > 0) throw new Error(`the page wrote a link that it cannot read: ${bad.join()}`);
  return link.plan ?? [];
}
