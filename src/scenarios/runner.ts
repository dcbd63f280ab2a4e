import type { Cluster } from '../cluster/boot';
import { MILLISECOND, SECOND, type Micros } from '../kernel/time';
import type { Scenario, ScenarioStep } from './scenario';

/** What one step did, as the recordings keep it. Times in milliseconds since the scenario began. */
export interface StepRecord {
  readonly t: number;
  readonly run?: string;
  readonly fault?: string;
  readonly sleep?: number;
  readonly interrupt?: number;
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
/** The exit code of a command that was interrupted, or had not ended when the run did. */
const INTERRUPTED = 130;

/** A command on its way, and what is known of it so far. */
interface Running {
  readonly began: Micros;
  readonly out: { stdout: string; stderr: string };
  ended: { readonly code: number; readonly at: Micros } | undefined;
  readonly interrupt: () => void;
}

const micros = (seconds: number): Micros => Math.round(seconds * SECOND);

/**
 * Runs a scenario on a booted cluster, from now on. A step that fails is a recorded step, never the end of the run. A command
 * is waited for, unless the next step, or the end, has a time of its own.
 */
export function runScenario(cluster: Cluster, scenario: Scenario): ScenarioRun {
  const { kernel } = cluster;
  const from = kernel.now;
  const commands: Running[] = [];
  // What a command wrote is known when it has ended, which may be after later steps.
  const records = scenario.steps.map((step, i) => {
    if (step.at !== undefined) kernel.run(Math.max(kernel.now, micros(step.at)));
    const next = scenario.steps[i + 1];
    return runStep(cluster, step, from, commands, next === undefined ? scenario.until === undefined : next.at === undefined);
  });
  kernel.run(scenario.until === undefined ? kernel.now + micros(scenario.tail) : Math.max(kernel.now, micros(scenario.until)));
  return { scenario, steps: records.map((record) => record()), from, to: kernel.now };
}

function runStep(cluster: Cluster, step: ScenarioStep, from: Micros, commands: Running[], waits: boolean): () => StepRecord {
  const { kernel } = cluster;
  const t = Math.round((kernel.now - from) / MILLISECOND);
  const settle = (seconds: number): void => kernel.run(kernel.now + micros(waits ? seconds : 0));
  switch (step.kind) {
    case 'sleep':
      settle(step.seconds);
      return () => ({ t, sleep: step.seconds, took: step.seconds * 1000, stdout: '', stderr: '', exitCode: 0 });
    case 'interrupt':
      commands[step.command - 1]?.interrupt();
      return () => ({ t, interrupt: step.command, took: 0, stdout: '', stderr: '', exitCode: 0 });
    case 'fault': {
      const problem = cluster.fault(step.fault);
      settle(step.settle);
      return () => ({ t, fault: step.text, took: 0, stdout: '', stderr: problem ?? '', exitCode: problem === undefined ? 0 : 1 });
    }
    case 'run': {
      const running = begin(cluster, step.command, step.stdin, step.as);
      commands.push(running);
      if (waits) waitFor(cluster, running);
      settle(step.settle);
      return () => ({
        t, run: step.command, stdin: step.stdin ?? null, as: step.as,
        took: Math.round(((running.ended?.at ?? kernel.now) - running.began) / MILLISECOND), ...running.out, exitCode: running.ended?.code ?? INTERRUPTED,
      });
    }
  }
}

function begin(cluster: Cluster, line: string, stdin: string | undefined, user: string): Running {
  const { kernel } = cluster;
  const out = { stdout: '', stderr: '' };
  const running: Running = { began: kernel.now, out, ended: undefined, interrupt: () => execution.interrupt() };
  const execution = cluster.kubectl.execute({
    line, user, ...(stdin === undefined ? {} : { stdin }),
    onOutput: (chunk) => (out[chunk.stream] += chunk.text),
    onExit: (code) => (running.ended = { code, at: kernel.now }),
  });
  return running;
}

function waitFor({ kernel }: Cluster, running: Running): void {
  kernel.runWhile(() => running.ended === undefined, running.began + LONGEST_COMMAND);
  if (running.ended !== undefined) return;
  running.interrupt();
  kernel.runWhile(() => running.ended === undefined, kernel.now + SECOND);
}
