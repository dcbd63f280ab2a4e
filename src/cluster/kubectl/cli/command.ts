import type { Program } from '../program';
import type { Invocation } from '../invocation';
import type { FlagSpec } from './flags';

/** One command of kubectl's tree. */
export interface CommandSpec {
  /** The words that lead to it: `['create', 'deployment']`; the root has none. */
  readonly path: readonly string[];
  readonly aliases?: readonly string[];
  /** The line after `Usage:`, without the command's own words: `NAME --image=image -- [COMMAND] [args...]`. */
  readonly usage: string;
  /** One line for the overview, in our words. */
  readonly about: string;
  readonly flags: readonly FlagSpec[];
  /** Names of flags that must be given. */
  readonly required?: readonly string[];
  /** Other words for which it is suggested. */
  readonly suggestFor?: readonly string[];
  /** Whatever flags are given, the command ends the same way: they are not read. */
  readonly anyFlags?: boolean;
  readonly run: (invocation: Invocation) => Program<number>;
}

export const fullName = (command: Pick<CommandSpec, 'path'>): string => ['kubectl', ...command.path].join(' ');
