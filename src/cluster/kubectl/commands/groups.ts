import type { CommandSpec } from '../cli/command';
import { helpText } from '../cli/help';
import { usage } from '../failure';
import type { Invocation } from '../invocation';
import { fail, print, printError, type Program } from '../program';

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
    path, aliases, usage: use, about, flags: [], anyFlags: true,
    *run(): Program<number> {
      return yield* fail({ kind: 'text', text: `${path.join(' ')} is not available in this simulation: ${why}` });
    },
  };
}
