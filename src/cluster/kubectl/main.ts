import { err, ok, type Result } from '../../base/result';
import { fullName, type CommandSpec } from './cli/command';
import { findCommand, suggestionsFor } from './cli/find';
import { parseFlags, type ParsedArgs } from './cli/flags';
import { GLOBAL_FLAGS, HELP_FLAG } from './cli/global-flags';
import { helpText } from './cli/help';
import { COMMANDS, ROOT } from './commands/table';
import type { Invocation } from './invocation';
import { klogHeader } from './klog';
import { die, print, printError, type Program } from './program';

/** What the process brings along to its command. */
export type Surroundings = Omit<Invocation, 'command' | 'flags' | 'args' | 'dash'> & { readonly pid: number };

export interface Begun {
  readonly verbosity: number;
  readonly program: () => Program<number>;
}

/** Finds the command that the words name and reads its flags. Models kubectl pkg/cmd/cmd.go and spf13/cobra command.go execute. */
export function beginCommand(argv: readonly string[], around: Surroundings): Begun {
  if (argv[0] === 'help') return { verbosity: 0, program: () => help(argv.slice(1)) };
  const { command, argv: rest } = findCommand(COMMANDS, ROOT, argv);
  const typed = rest.find((arg) => !arg.startsWith('-'));
  if (command === ROOT && typed !== undefined && !rest.some((arg) => arg === '--help' || arg === '-h')) return { verbosity: 0, program: () => die(unknownCommand(typed)) };
  const read = command.anyFlags === true ? rest.filter((arg) => arg === '--help' || arg === '-h') : rest;
  const parsed = parseFlags([...command.flags, ...GLOBAL_FLAGS, HELP_FLAG], read);
  if (!parsed.ok) return { verbosity: 0, program: () => die(`error: ${parsed.error}\nSee '${fullName(command)} --help' for usage.`) };
  const { flags } = parsed.value;
  return { verbosity: flags.number('v'), program: () => runCommand(command, parsed.value, around) };
}

function* help(words: readonly string[]): Program<number> {
  const { command, argv } = findCommand(COMMANDS, ROOT, words);
  if (argv.length > 0) yield* printError(`Unknown help topic [${argv.map((word) => `\`${word}\``).join(' ')}]\n`);
  yield* print(helpText(COMMANDS, command));
  return 0;
}

function* runCommand(command: CommandSpec, parsed: ParsedArgs, around: Surroundings): Program<number> {
  const { flags, args, dash } = parsed;
  if (flags.bool('help')) {
    yield* print(helpText(COMMANDS, command));
    return 0;
  }
  const missing = requiredFlags(command, parsed);
  if (!missing.ok) return yield* die(`error: ${missing.error}`);
  if (flags.has('dry-run') && flags.string('dry-run') === 'unchanged') {
    yield* printError(`${klogHeader('W', around.host.now(), around.pid, 'helpers.go:719')} --dry-run is deprecated and can be replaced with --dry-run=client.\n`);
  }
  return yield* command.run({ ...around, command: fullName(command), flags, args, dash });
}

function requiredFlags(command: CommandSpec, parsed: ParsedArgs): Result<void, string> {
  const missing = (command.required ?? []).filter((name) => !parsed.flags.changed(name));
  return missing.length === 0 ? ok(undefined) : err(`required flag(s) ${missing.map((name) => JSON.stringify(name)).join(', ')} not set`);
}

function unknownCommand(typed: string): string {
  const near = suggestionsFor(COMMANDS, ROOT, typed);
  return `error: unknown command ${JSON.stringify(typed)} for "kubectl"${near.length === 0 ? '' : `\n\nDid you mean this?\n${near.map((name) => `\t${name}\n`).join('')}`}`;
}


