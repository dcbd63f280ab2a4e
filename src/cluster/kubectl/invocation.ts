import type { Scheme } from '../../api/scheme';
import type { Prng } from '../../base/prng';
import type { Micros } from '../../kernel/time';
import type { FlagValues } from './cli/flags';
import type { Kubeconfig } from './kubeconfig';

/** What a command sees of the process it runs in. */
export interface Invocation {
  /** `kubectl create deployment`. */
  readonly command: string;
  readonly flags: FlagValues;
  readonly args: readonly string[];
  /** How many arguments stood before `--`; -1 without one. */
  readonly dash: number;
  readonly stdin: string | undefined;
  /** Files that -f and --from-file can read, by the path that is typed. */
  readonly files: Readonly<Record<string, string>>;
  /** What discovery has in its cache. */
  readonly scheme: Scheme;
  readonly random: Prng;
  readonly host: Host;
}

/** The few things outside a process that a command reads or changes. */
export interface Host {
  now(): Micros;
  kubeconfig(): Kubeconfig;
  saveKubeconfig(config: Kubeconfig): void;
}
