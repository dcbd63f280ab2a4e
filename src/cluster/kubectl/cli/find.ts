import { levenshtein } from './levenshtein';
import type { CommandSpec } from './command';
import type { FlagSpec } from './flags';
import { GLOBAL_FLAGS, HELP_FLAG } from './global-flags';

export interface Found {
  readonly command: CommandSpec;
  /** What is left for its flags and arguments. */
  readonly argv: readonly string[];
}

/** The children of a command, in the order of the table. */
export function subcommandsOf(commands: readonly CommandSpec[], parent: CommandSpec): readonly CommandSpec[] {
  return commands.filter((c) => c.path.length === parent.path.length + 1 && parent.path.every((word, i) => c.path[i] === word));
}

/** Walks from the root to the command that the words name. Models spf13/cobra command.go Find. */
export function findCommand(commands: readonly CommandSpec[], root: CommandSpec, argv: readonly string[]): Found {
  let command = root;
  let rest = argv;
  for (;;) {
    const word = firstWord(rest, [...command.flags, ...GLOBAL_FLAGS, HELP_FLAG]);
    const name = word === undefined ? undefined : rest[word];
    const next = subcommandsOf(commands, command).find((c) => c.path.at(-1) === name || (name !== undefined && c.aliases?.includes(name) === true));
    if (next === undefined || word === undefined) return { command, argv: rest };
    command = next;
    rest = [...rest.slice(0, word), ...rest.slice(word + 1)];
  }
}

/** The index of the first argument that is neither a flag nor the value of one. Models spf13/cobra command.go stripFlags. */
function firstWord(argv: readonly string[], flags: readonly FlagSpec[]): number | undefined {
  for (let i = 0; i < argv.length; i++) {
    const arg = argv[i] ?? '';
    if (arg === '--') return undefined;
    if (arg.startsWith('--') && !arg.includes('=')) {
      if (!isBare(flags, (f) => f.name === arg.slice(2))) i++;
    } else if (arg.startsWith('-') && !arg.includes('=') && arg.length === 2) {
      if (!isBare(flags, (f) => f.short === arg.slice(1))) i++;
    } else if (arg !== '' && !arg.startsWith('-')) return i;
  }
  return undefined;
}

function isBare(flags: readonly FlagSpec[], which: (flag: FlagSpec) => boolean): boolean {
  return flags.find(which)?.bare !== undefined;
}

/** Names near to a mistyped one. Models spf13/cobra command.go SuggestionsFor. */
export function suggestionsFor(commands: readonly CommandSpec[], parent: CommandSpec, typed: string): readonly string[] {
  const low = typed.toLowerCase();
  return subcommandsOf(commands, parent)
    .filter((c) => {
      const name = (c.path.at(-1) ?? '').toLowerCase();
      return levenshtein(low, name) <= 2 || name.startsWith(low) || c.suggestFor?.some((s) => s.toLowerCase() === low) === true;
    })
    .map((c) => c.path.at(-1) ?? '');
}
