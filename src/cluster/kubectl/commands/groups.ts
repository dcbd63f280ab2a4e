import type { CommandSpec } from '../cli/command';
import { helpText } from '../cli/help';
import { usage } from '../failure';
import type { Invocation } from '../invocation';
import { fail, print, printError, type Program } from '../program';
import type { FlagSpec } from '../cli/flags';

/** A word that only leads to others: `rollout`, `set`. Models kubectl pkg/cmd/util helpers.go DefaultSubCommandRun. */
export function group(commands: () => readonly CommandSpec[], path: readonly string[], about: string, usageLine: string, options: { readonly aliases?: readonly string[]; readonly toStdout?: boolean } = {}): CommandSpec {
  const spec: CommandSpec = {
    path, aliases: options.aliases ?? [], usage: usageLine, about, flags: [],
    *run(inv: Invocation): Program<number> {
      if (inv.args.length > 0) return yield* fail(usage(inv.command, `unknown command ${JSON.stringify(inv.args.join(' '))}`));
      const help = helpText(commands(), spec);
      if (options.toStdout === true) yield* print(help);
      else yield* printError(help);
      return 1;
    },
  };
  return spec;
}

/** A command of kubectl that cannot work here, with the reason. */
export function unavailable(path: readonly string[], use: string, about: string, why: string, aliases: readonly string[] = []): CommandSpec {
  return {
    path, aliases, usage: use, about, flags: ANY_FLAGS,
    *run(): Program<number> {
      return yield* fail({ kind: 'text', text: `${path.join(' ')} is not available in this simulation: ${why}` });
    },
  };
}

/** The flags that people give such commands most; they need only be understood, not obeyed. */
const ANY_FLAGS: readonly FlagSpec[] = [
  { name: 'container', short: 'c', type: 'string', default: '' }, { name: 'stdin', short: 'i', type: 'bool', default: false, bare: 'true' }, { name: 'tty', short: 't', type: 'bool', default: false, bare: 'true' },
  { name: 'output', short: 'o', type: 'string', default: '' }, { name: 'filename', short: 'f', type: 'stringSlice', default: [] }, { name: 'selector', short: 'l', type: 'string', default: '' },
  { name: 'all-namespaces', short: 'A', type: 'bool', default: false, bare: 'true' }, { name: 'address', type: 'string', default: '' }, { name: 'image', type: 'string', default: '' },
  { name: 'recursive', short: 'R', type: 'bool', default: false, bare: 'true' }, { name: 'quiet', short: 'q', type: 'bool', default: false, bare: 'true' }, { name: 'api-version', type: 'string', default: '' },
];
