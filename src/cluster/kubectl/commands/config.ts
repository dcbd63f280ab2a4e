import type { CommandSpec } from '../cli/command';
import { bool, string } from '../cli/flags';
import { readKubeconfig } from '../connect';
import { text, usage } from '../failure';
import type { Invocation } from '../invocation';
import type { Kubeconfig } from '../kubeconfig';
import { documentPrinter } from '../output-flags';
import { alignTabs, TABLE } from '../print/tabwriter';
import { check, fail, print, type Program } from '../program';
import type { KubeObject } from '../../../api/types';

// Models kubectl pkg/cmd/config; the file lives as long as the terminal.

function* oneArgument(inv: Invocation): Program<string> {
  const [name, ...more] = inv.args;
  if (name === undefined || more.length > 0) return yield* fail(usage(inv.command, `Unexpected args: [${inv.args.join(' ')}]`));
  return name;
}

const view: CommandSpec = {
  path: ['config', 'view'], about: 'Display merged kubeconfig settings or a specified kubeconfig file', usage: '[flags] [options]',
  flags: [bool('allow-missing-template-keys', true), bool('flatten'), bool('merge', true), bool('minify'), string('output', 'yaml', 'o'), bool('raw'), bool('show-managed-fields'), string('template')],
  *run(inv) {
    const { flags } = inv;
    const file = yield* readKubeconfig(inv);
    const config = flags.bool('minify') ? yield* minified(file) : file;
    const printer = yield* check(documentPrinter(flags, flags.string('output'), ['go-template', 'go-template-file', 'json', 'jsonpath', 'jsonpath-as-json', 'jsonpath-file', 'kyaml', 'template', 'templatefile', 'yaml'], true));
    const document: unknown = viewOf(config, flags.bool('raw') || flags.bool('flatten'));
    yield* print(yield* check(printer(document as KubeObject, '')));
    return 0;
  },
};

function* minified(file: Kubeconfig): Program<Kubeconfig> {
  const context = file.contexts.find((c) => c.name === file.currentContext);
  if (context === undefined) return yield* fail(text(file.currentContext === '' ? 'current-context must exist in order to minify' : `cannot locate context ${file.currentContext}`));
  return { ...file, contexts: [context], clusters: file.clusters.filter((c) => c.name === context.cluster), users: file.users.filter((u) => u.name === context.user) };
}

/** The file as a document. Key material is never shown: it does not exist here. */
function viewOf(config: Kubeconfig, raw: boolean): Readonly<Record<string, unknown>> {
  const hidden = raw ? 'c2ltdWxhdGVk' : 'DATA+OMITTED';
  return {
    kind: 'Config', apiVersion: 'v1',
    clusters: config.clusters.length === 0 ? null : config.clusters.map((c) => ({ name: c.name, cluster: { server: c.server, 'certificate-authority-data': hidden } })),
    users: config.users.length === 0 ? null : config.users.map((u) => ({
      name: u.name, user: u.credential.kind === 'clientCertificate' ? { 'client-certificate-data': hidden, 'client-key-data': hidden } : u.credential.kind === 'bearerToken' ? { token: raw ? u.credential.token : 'REDACTED' } : {},
    })),
    contexts: config.contexts.length === 0 ? null : config.contexts.map((c) => ({ name: c.name, context: { cluster: c.cluster, user: c.user, ...(c.namespace === undefined ? {} : { namespace: c.namespace }) } })),
    'current-context': config.currentContext,
  };
}

const currentContext: CommandSpec = {
  path: ['config', 'current-context'], about: 'Display the current-context', usage: '[flags] [options]', flags: [],
  *run(inv) {
    const { currentContext: name } = yield* readKubeconfig(inv);
    if (name === '') return yield* fail(text('current-context is not set'));
    yield* print(`${name}\n`);
    return 0;
  },
};

const getContexts: CommandSpec = {
  path: ['config', 'get-contexts'], about: 'Describe one or many contexts', usage: '[(-o|--output=)name)] [options]', flags: [bool('no-headers'), string('output', '', 'o')],
  *run(inv) {
    const file = yield* readKubeconfig(inv);
    const names = inv.args.length > 0 ? inv.args : file.contexts.map((c) => c.name).sort();
    const missing = names.filter((name) => !file.contexts.some((c) => c.name === name));
    const found = names.flatMap((name) => file.contexts.filter((c) => c.name === name));
    if (inv.flags.string('output') === 'name') yield* print(found.map((c) => `${c.name}\n`).join(''));
    else {
      const rows = found.map((c) => [c.name === file.currentContext ? '*' : '', c.name, c.cluster, c.user, c.namespace ?? '']);
      const header = inv.flags.bool('no-headers') ? [] : [['CURRENT', 'NAME', 'CLUSTER', 'AUTHINFO', 'NAMESPACE']];
      yield* print(alignTabs([...header, ...rows].map((row) => `${row.join('\t')}\n`).join(''), TABLE));
    }
    return missing.length === 0 ? 0 : yield* fail({ kind: 'several', failures: missing.map((name) => text(`context ${name} not found`)) });
  },
};

const names = (word: string, list: (file: Kubeconfig) => readonly { readonly name: string }[]): CommandSpec => ({
  path: ['config', `get-${word}`], about: `Display ${word} defined in the kubeconfig`, usage: '[flags] [options]', flags: [],
  *run(inv) {
    yield* print(`NAME\n${list(yield* readKubeconfig(inv)).map((item) => `${item.name}\n`).sort().join('')}`);
    return 0;
  },
});

const useContext: CommandSpec = {
  path: ['config', 'use-context'], aliases: ['use'], about: 'Set the current-context in a kubeconfig file', usage: 'CONTEXT_NAME [options]', flags: [],
  *run(inv) {
    const name = yield* oneArgument(inv);
    const file = yield* readKubeconfig(inv);
    if (!file.contexts.some((c) => c.name === name)) return yield* fail(text(`no context exists with the name: ${JSON.stringify(name)}`));
    inv.host.saveKubeconfig({ ...file, currentContext: name });
    yield* print(`Switched to context ${JSON.stringify(name)}.\n`);
    return 0;
  },
};

const setContext: CommandSpec = {
  path: ['config', 'set-context'], about: 'Set a context entry in kubeconfig', usage: '[NAME | --current] [--cluster=cluster_nickname] [--user=user_nickname] [--namespace=namespace] [options]', flags: [bool('current')],
  *run(inv) {
    const { flags } = inv;
    const file = yield* readKubeconfig(inv);
    const name = flags.bool('current') ? file.currentContext : (inv.args[0] ?? '');
    if (name === '') return yield* fail(text(flags.bool('current') ? 'no current context is set' : 'you must specify a non-empty context name or --current'));
    const before = file.contexts.find((c) => c.name === name);
    const context = {
      name, cluster: flags.changed('cluster') ? flags.string('cluster') : (before?.cluster ?? ''), user: flags.changed('user') ? flags.string('user') : (before?.user ?? ''),
      namespace: flags.changed('namespace') ? flags.string('namespace') : before?.namespace,
    };
    inv.host.saveKubeconfig({ ...file, contexts: before === undefined ? [...file.contexts, context] : file.contexts.map((c) => (c === before ? context : c)) });
    yield* print(`Context ${JSON.stringify(name)} ${before === undefined ? 'created' : 'modified'}.\n`);
    return 0;
  },
};

const deleteContext: CommandSpec = {
  path: ['config', 'delete-context'], about: 'Delete the specified context from the kubeconfig', usage: 'NAME [options]', flags: [],
  *run(inv) {
    const name = yield* oneArgument(inv);
    const file = yield* readKubeconfig(inv);
    if (!file.contexts.some((c) => c.name === name)) return yield* fail(text(`cannot delete context ${name}, not in ${file.path}`));
    if (file.currentContext === name) yield { kind: 'print', stream: 'stderr', text: 'warning: this removed your active context, use "kubectl config use-context" to select a different one\n' };
    inv.host.saveKubeconfig({ ...file, contexts: file.contexts.filter((c) => c.name !== name) });
    yield* print(`deleted context ${name} from ${file.path}\n`);
    return 0;
  },
};

const renameContext: CommandSpec = {
  path: ['config', 'rename-context'], about: 'Rename a context from the kubeconfig file', usage: 'CONTEXT_NAME NEW_NAME [options]', flags: [],
  *run(inv) {
    const [from, next, ...more] = inv.args;
    if (from === undefined || next === undefined || more.length > 0) return yield* fail(text(`Unexpected args: [${inv.args.join(' ')}]`));
    const file = yield* readKubeconfig(inv);
    if (!file.contexts.some((c) => c.name === from)) return yield* fail(text(`cannot rename the context ${JSON.stringify(from)}, it's not in ${file.path}`));
    if (file.contexts.some((c) => c.name === next)) return yield* fail(text(`cannot rename the context ${JSON.stringify(from)}, the context ${JSON.stringify(next)} already exists in ${file.path}`));
    inv.host.saveKubeconfig({ ...file, contexts: file.contexts.map((c) => (c.name === from ? { ...c, name: next } : c)), currentContext: file.currentContext === from ? next : file.currentContext });
    yield* print(`Context ${JSON.stringify(from)} renamed to ${JSON.stringify(next)}.\n`);
    return 0;
  },
};

export const CONFIG: readonly CommandSpec[] = [currentContext, deleteContext, names('clusters', (f) => f.clusters), getContexts, names('users', (f) => f.users), renameContext, setContext, useContext, view];
