import { fullName, type CommandSpec } from './command';
import { subcommandsOf } from './find';
import type { FlagSpec } from './flags';

/** The help of a command: usage, subcommands and the names of its flags. Our own words; the real help is longer. */
export function helpText(commands: readonly CommandSpec[], command: CommandSpec): string {
  const children = subcommandsOf(commands, command);
  const width = Math.max(0, ...children.map((c) => (c.path.at(-1) ?? '').length)) + 2;
  const parts = [`${command.about}\n`, `Usage:\n  ${`${fullName(command)} ${command.usage}`.trim()}\n`];
  if (children.length > 0) parts.push(`Available Commands:\n${children.map((c) => `  ${(c.path.at(-1) ?? '').padEnd(width)}${c.about}\n`).join('')}`);
  if (command.flags.length > 0) parts.push(`Options:\n${flagLines(command.flags)}`);
  return parts.join('\n');
}

export function flagLines(flags: readonly FlagSpec[]): string {
  return [...flags].sort((a, b) => (a.name < b.name ? -1 : 1)).map(flagLine).join('');
}

function flagLine(flag: FlagSpec): string {
  const value = flag.type === 'bool' ? String(flag.default) : Array.isArray(flag.default) ? '[]' : typeof flag.default === 'string' ? `'${flag.default}'` : String(flag.default);
  return `    ${flag.short === undefined ? '' : `-${flag.short}, `}--${flag.name}=${value}\n`;
}
