import { schemeFor } from '../../api/scheme';
import type { Kernel } from '../../kernel/kernel';
import { MachineKind } from '../../kernel/machine';
import type { ApiServer } from '../client/http';
import { LATENCY } from '../latencies';
import type { ClusterSpec } from '../spec';
import { parseLine } from './cli/shell';
import { beginCommand } from './main';
import { kubeconfigFor, type Kubeconfig } from './kubeconfig';
import { kubectlMachine, type KubectlEvent } from './machine';
import { KubectlProcess, type KubectlMachine, type Terminal } from './process';

export interface ExecuteOptions extends Terminal {
  /** The line as typed, or its words (the first is `kubectl` or `k`). */
  readonly line?: string;
  readonly argv?: readonly string[];
  readonly stdin?: string | undefined;
  /** The kubeconfig user; `admin` when absent. */
  readonly user?: string | undefined;
  /** Files that `-f` and `--from-file` can read. */
  readonly files?: Readonly<Record<string, string>> | undefined;
}

export interface Execution {
  /** Ctrl-C. Nothing happens when the command has ended. */
  interrupt(): void;
}

export interface Kubectl {
  execute(options: ExecuteOptions): Execution;
}

const KIND = new MachineKind<KubectlEvent, KubectlProcess>('kubectl', kubectlMachine, {
  startProcess: (m: KubectlMachine) => m.work(m.actor.sample(LATENCY.kubectlStart), { type: 'NEXT' }),
  parseArguments: (m: KubectlMachine) => m.data.parse(m),
  work: (m: KubectlMachine) => m.data.work(m),
  send: (m: KubectlMachine) => m.data.send(m),
  decide: (m: KubectlMachine) => m.data.decide(m),
  awaitFrame: (m: KubectlMachine) => m.data.awaitFrame(m),
  sleep: (m: KubectlMachine) => m.data.sleep(m),
  print: (m: KubectlMachine) => m.data.print(m),
  finish: (m: KubectlMachine) => m.data.finish(m),
});

/**
 * The terminal's side of kubectl: runs lines as a shell that knows one program. Each line is a `command` message from
 * `terminal` to `kubectl` and one machine. Kubeconfigs live as long as the returned object, so `config use-context` lasts.
 */
export function createKubectl(kernel: Kernel, spec: ClusterSpec, server: ApiServer): Kubectl {
  const terminal = kernel.actor('terminal');
  const actor = kernel.actor('kubectl');
  const kubeconfigs = new Map<string, Kubeconfig>();
  const scheme = schemeFor(spec.kubernetesVersion);
  let pid = 4000;

  const execute = (options: ExecuteOptions): Execution => {
    const user = options.user ?? 'admin';
    const label = options.line ?? (options.argv ?? []).join(' ');
    const parsed = options.argv !== undefined ? { argv: options.argv, stdin: undefined } : parse(options.line ?? '');
    const running: { machine: KubectlMachine | undefined; ended: boolean } = { machine: undefined, ended: false };
    const shell: Terminal = {
      onOutput: options.onOutput,
      onExit: (code) => {
        running.ended = true;
        options.onExit(code);
      },
    };
    const name = 'argv' in parsed ? (parsed.argv[0] ?? '') : '';
    const isKubectl = name === 'kubectl' || name === 'k';
    terminal.send(isKubectl ? actor : terminal, { kind: 'command', label, delay: 0 }, () => {
      if (running.ended) return;
      if (!('argv' in parsed)) return endEarly(shell, parsed.message, parsed.code);
      if (name === '') return shell.onExit(0);
      if (!isKubectl) return endEarly(shell, name.includes('/') ? `bash: ${name}: No such file or directory` : `bash: ${name}: command not found`, 127);
      pid += 1 + actor.random.int(40);
      const config = kubeconfigs.get(user) ?? kubeconfigFor(spec, server.url, user);
      const begun = beginCommand(parsed.argv.slice(1), {
        scheme, random: actor.random, stdin: parsed.stdin ?? options.stdin, files: options.files ?? {}, pid,
        host: { now: () => kernel.now, kubeconfig: () => config, saveKubeconfig: (changed) => kubeconfigs.set(user, changed) },
      });
      running.machine = actor.start(KIND, { data: new KubectlProcess(actor, server, spec.kubernetesVersion, shell, pid, begun.verbosity, config.path, begun.program) });
    });
    const interrupt = (): void => {
      if (running.ended) return;
      terminal.send(actor, { kind: 'command', label: '^C', delay: 0 }, () => {
        if (running.ended) return;
        if (running.machine === undefined) shell.onExit(130);
        else running.machine.send({ type: 'INTERRUPT' });
      });
    };
    return { interrupt };
  };
  return { execute };
}

function parse(line: string): { readonly argv: readonly string[]; readonly stdin: string | undefined } | { readonly message: string; readonly code: number } {
  const parsed = parseLine(line);
  return parsed.ok ? parsed.value : parsed.error;
}

function endEarly(terminal: Terminal, message: string, code: number): void {
  terminal.onOutput({ stream: 'stderr', text: `${message}\n` });
  terminal.onExit(code);
}
