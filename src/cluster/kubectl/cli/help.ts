import { fullName, type CommandSpec } from './command';
import { subcommandsOf } from './find';
import type { FlagSpec } from './flags';

/** The help of a command: subcommands, the names of its flags, usage, in the real one's order. Our own words; the real help is longer. */
export function helpText(commands: readonly CommandSpec[], command: CommandSpec): string {
  const children = subcommandsOf(commands, command);
  const nameOf = (c: CommandSpec): string => c.path.at(-1) ?? '';
  const width = Math.max(11, ...children.map((c) => nameOf(c).length)) + 3;
  const root = command.path.length === 0;
  const parts = [`${command.about}.\n`.replace(/\.\.\n$/, '.\n')];
  if ((command.aliases ?? []).length > 0) parts.push(`Aliases:\n${[nameOf(command), ...(command.aliases ?? [])].join(', ')}\n`);
  if (children.length > 0) parts.push(`Available Commands:\n${(root ? children : [...children].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))).map((c) => `  ${nameOf(c).padEnd(width)}${c.about}\n`).join('')}`);
  if (command.flags.length > 0) parts.push(`Options:\n${flagLines(command.flags)}`);
  parts.push(`Usage:\n  ${`${fullName(command)} ${command.usage}`.trim()}\n`);
  const more = children.length === 0 ? '' : `Use "${fullName(command)} <command> --help" for more information about a given command.\n`;
  parts.push(`${more}Use "kubectl options" for a list of global command-line options (applies to all commands).\n`);
  return parts.join('\n');
}

export function flagLines(flags: readonly FlagSpec[]): string {
  return [...flags].sort((a, b) => (a.name < b.name ? -1 : 1)).map(flagLine).join('');
}

function flagLine(flag: FlagSpec): string {
  const value = flag.type === 'bool' ? String(flag.default) : Array.isArray(flag.default) ? '[]' : typeof flag.default === 'string' ? `'${flag.default}'` : String(flag.default);
  return `    ${flag.short === undefined ? '' : `-${flag.short}, `}--${flag.name}=${value}\n`;
}
