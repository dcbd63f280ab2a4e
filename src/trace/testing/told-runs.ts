import { bootCluster, type Cluster } from '../../cluster/boot';
import { Kernel } from '../../kernel/kernel';
import { SECOND } from '../../kernel/time';
import { defaultCluster } from '../../scenarios/default-cluster';
import { runScenario } from '../../scenarios/runner';
import { parseScenario } from '../../scenarios/scenario';
import { Storyteller } from '../journey';
import { traceOf, type Trace } from '../trace';
import type { Journey } from '../views';

/** A real run of the engine, and what is told of it. */
export interface ToldRun {
  readonly trace: Trace;
  readonly stories: Storyteller;
  readonly journeys: readonly Journey[];
}

const told = (kernel: Kernel): ToldRun => {
  const trace = traceOf(kernel.log);
  const stories = new Storyteller(trace);
  return { trace, stories, journeys: stories.journeys() };
};

/** Runs a scenario, given as its YAML, on the page's cluster. */
export function toldScenario(yaml: string): ToldRun {
  const scenario = parseScenario('scenario.yaml', yaml);
  if (!scenario.ok) throw new Error(`scenario: ${JSON.stringify(scenario.error)}`);
  const kernel = new Kernel(1);
  runScenario(bootCluster(kernel, defaultCluster()), scenario.value);
  return told(kernel);
}

/** Commands one after the other, each with so many seconds after it; `interrupt` presses Ctrl-C at that many seconds. */
export function toldCommands(commands: readonly { readonly line: string; readonly seconds: number; readonly interrupt?: number }[]): ToldRun {
  const kernel = new Kernel(1);
  const cluster: Cluster = bootCluster(kernel, defaultCluster());
  for (const { line, seconds, interrupt } of commands) {
    const began = kernel.now;
    const execution = cluster.kubectl.execute({ line, onOutput: () => {}, onExit: () => {} });
    if (interrupt !== undefined) {
      kernel.run(began + interrupt * SECOND);
      execution.interrupt();
    }
    kernel.run(began + seconds * SECOND);
  }
  return told(kernel);
}
