import type { Cluster } from '../cluster/boot';
import { MILLISECOND, SECOND, type Micros } from '../kernel/time';
import type { Scenario, ScenarioStep } from './scenario';

/** What one step did, as the recordings keep it. Times in milliseconds since the scenario began. */
export interface StepRecord {
  readonly t: number;
  readonly run?: string;
  readonly fault?: string;
  readonly sleep?: number;
  readonly stdin?: string | null;
  readonly as?: string;
  readonly took: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

export interface ScenarioRun {
  readonly scenario: Scenario;
  readonly steps: readonly StepRecord[];
  /** When it began and ended, virtual time. */
  readonly from: Micros;
  readonly to: Micros;
}

/** A command that has not ended by then is interrupted, as a person with a prompt to return to would. */
const LONGEST_COMMAND: Micros = 300 * SECOND;

/** Runs a scenario on a booted cluster, from now on. A step that fails is a recorded step, never the end of the run. */
export function runScenario(cluster: Cluster, scenario: Scenario): ScenarioRun {
  const { kernel } = cluster;
  const from = kernel.now;
  const steps = scenario.steps.map((step) => runStep(cluster, step, from));
  kernel.run(kernel.now + scenario.tail * SECOND);
  return { scenario, steps, from, to: kernel.now };
}

function runStep(cluster: Cluster, step: ScenarioStep, from: Micros): StepRecord {
  const { kernel } = cluster;
  const t = Math.round((kernel.now - from) / MILLISECOND);
  switch (step.kind) {
    case 'sleep':
      kernel.run(kernel.now + step.seconds * SECOND);
      return { t, sleep: step.seconds, took: step.seconds * 1000, stdout: '', stderr: '', exitCode: 0 };
    case 'fault': {
      const problem = cluster.fault(step.fault);
      kernel.run(kernel.now + step.settle * SECOND);
      return { t, fault: step.text, took: 0, stdout: '', stderr: problem ?? '', exitCode: problem === undefined ? 0 : 1 };
    }
    case 'run': {
      const result = runCommand(cluster, step.command, step.stdin, step.as);
      kernel.run(kernel.now + step.settle * SECOND);
      return { t, run: step.command, stdin: step.stdin ?? null, as: step.as, ...result };
    }
  }
}

function runCommand(cluster: Cluster, line: string, stdin: string | undefined, user: string): Pick<StepRecord, 'took' | 'stdout' | 'stderr' | 'exitCode'> {
  const { kernel } = cluster;
  const began = kernel.now;
  const out = { stdout: '', stderr: '' };
  let exitCode: number | undefined;
  const execution = cluster.kubectl.execute({
    line, user, ...(stdin === undefined ? {} : { stdin }),
    onOutput: (chunk) => (out[chunk.stream] += chunk.text),
    onExit: (code) => (exitCode = code),
  });
  kernel.runWhile(() => exitCode === undefined, began + LONGEST_COMMAND);
  if (exitCode === undefined) {
    execution.interrupt();
    kernel.runWhile(() => exitCode === undefined, kernel.now + SECOND);
  }
  return { took: Math.round((kernel.now - began) / MILLISECOND), ...out, exitCode: exitCode ?? 130 };
}
