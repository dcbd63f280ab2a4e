import type { Kernel } from '../kernel/kernel';
import type { Micros } from '../kernel/time';

/** One command on its way. */
export interface CommandHandle {
  interrupt(): void;
}

export interface CommandInput {
  readonly line: string;
  readonly stdin: string | undefined;
  /** The kubeconfig user; undefined: the one of the present context. */
  readonly user: string | undefined;
  readonly onOutput: (stream: 'stdout' | 'stderr', text: string) => void;
  readonly onExit: (code: number) => void;
}

/** What the engine needs of a simulated cluster. */
export interface EngineCluster {
  readonly kernel: Kernel;
  readonly gitVersion: string;
  /** Until when to run before the first command. */
  readonly ready: Micros;
  /** The clock stands where the command begins. */
  execute(command: CommandInput): CommandHandle;
}
