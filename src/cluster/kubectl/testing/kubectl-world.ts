import type { KubeVersion } from '../../../api/version';
import { SECOND, type Micros } from '../../../kernel/time';
import { ServerWorld, specFor } from '../../apiserver/testing/server-world';
import { createKubectl, type Execution, type Kubectl } from '../kubectl';

export interface RunOptions {
  readonly stdin?: string;
  readonly user?: string;
  readonly files?: Readonly<Record<string, string>>;
}

export interface Ran {
  readonly stdout: string;
  readonly stderr: string;
  /** Undefined while it still runs. */
  readonly code: number | undefined;
}

/** kubectl in front of a real API server with nobody else in the cluster: no controllers, no nodes. */
export class KubectlWorld {
  readonly server: ServerWorld;
  readonly kubectl: Kubectl;

  constructor(version: KubeVersion = '1.35') {
    this.server = new ServerWorld(version);
    const users = [{ name: 'admin', user: 'kubernetes-admin', groups: ['system:masters'] }, { name: 'alice', user: 'alice', groups: ['dev'] }];
    this.kubectl = createKubectl(this.server.kernel, { ...specFor(version), users }, this.server.server);
  }

  /** Starts a command that may not end by itself. */
  start(line: string, options: RunOptions = {}): { readonly execution: Execution; readonly ran: () => Ran } {
    let [stdout, stderr] = ['', ''];
    let code: number | undefined;
    const execution = this.kubectl.execute({
      line, ...options,
      onOutput: ({ stream, text }) => {
        if (stream === 'stdout') stdout += text;
        else stderr += text;
      },
      onExit: (exit) => (code = exit),
    });
    return { execution, ran: () => ({ stdout, stderr, code }) };
  }

  /** Runs a command until it ends, `limit` at most. */
  run(line: string, options: RunOptions = {}, limit: Micros = 120 * SECOND): Ran {
    const { kernel } = this.server;
    const { ran } = this.start(line, options);
    kernel.runWhile(() => ran().code === undefined, kernel.now + limit);
    // What others hear of it.
    this.server.settle();
    return ran();
  }

  /** What it printed; a failure is a mistake of the test. */
  out(line: string, options: RunOptions = {}): string {
    const { stdout, stderr, code } = this.run(line, options);
    if (code !== 0) throw new Error(`${line}: exit ${String(code)}: ${stderr}`);
    return stdout;
  }
}
