import { TraceReplica } from '../../trace/trace';
import { bootEngineCluster } from '../boot-engine-cluster';
import { Engine } from '../engine';
import type { FromWorker, PlannedInput, StartOptions } from '../protocol';

/** A run of the engine on the page's cluster, and all that it told. */
export interface EngineRun {
  readonly engine: Engine;
  readonly trace: TraceReplica;
  /** Grows when the engine is asked further. */
  readonly told: readonly FromWorker[];
}

/** Does everything that was planned, to the cluster's rest: as the page does, but all at once. */
export function runEngine(options: StartOptions, inputs: readonly PlannedInput[]): EngineRun {
  const tasks: (() => void)[] = [];
  const told: FromWorker[] = [];
  const trace = new TraceReplica();
  let now = 0;
  const engine = new Engine({
    boot: bootEngineCluster, soon: (task) => tasks.push(task), now: () => (now += 0.01),
    post: (message) => {
      told.push(message);
      if (message.type === 'rows') trace.append(message.chunk);
    },
  });
  engine.receive({ type: 'start', session: 1, options, inputs });
  for (let task = tasks.shift(); task !== undefined; task = tasks.shift()) task();
  return { engine, trace, told };
}
