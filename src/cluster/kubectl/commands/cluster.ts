import type { Resource } from '../../../api/scheme';
import type { CommandSpec } from '../cli/command';
import { GLOBAL_FLAGS } from '../cli/global-flags';
import { flagLines } from '../cli/help';
import { bool, slice, string } from '../cli/flags';
import { connect } from '../connect';
import { refreshDiscovery } from '../discovery';
import { recordAt, stringAt } from '../document';
import { text, usage } from '../failure';
import { alignTabs, TABLE } from '../print/tabwriter';
import { toJson } from '../print/json';
import { toYaml } from '../print/yaml';
import { check, fail, print } from '../program';
import { ACCEPT, ask } from '../requests';
import { qualifiedResource } from '../../../api/gvk';

const CLIENT = {
  major: '1', minor: '35', gitVersion: 'v1.35.2', gitCommit: 'fdc9d74cbf2da6754ebf81d56f80ae2948cd6425', gitTreeState: 'clean', buildDate: '2026-02-26T20:05:34Z', goVersion: 'go1.25.7', compiler: 'gc', platform: 'linux/amd64',
};

export const version: CommandSpec = {
  path: ['version'], about: 'Print the client and server version information', usage: '[flags] [options]', flags: [bool('client'), string('output', '', 'o')],
  // Models kubectl pkg/cmd/version version.go
  *run(inv) {
    const output = inv.flags.string('output');
    if (!['', 'yaml', 'json'].includes(output)) return yield* fail(text("--output must be 'yaml' or 'json'"));
    const config = inv.flags.bool('client') ? undefined : yield* connect(inv);
    const server = config === undefined ? undefined : yield* check(yield* ask({ method: 'GET', path: '/version', query: { timeout: '32s' }, accept: ACCEPT.scheme, logFrom: 'discovery_client.go:667' }));
    if (output === '') {
      const git = stringAt(server, 'gitVersion');
      yield* print(`Client Version: ${CLIENT.gitVersion}\nKustomize Version: v5.7.1\n${server === undefined ? '' : `Server Version: ${git}\n`}`);
      return 0;
    }
    const info = { clientVersion: CLIENT, kustomizeVersion: 'v5.7.1', ...(server === undefined ? {} : { serverVersion: recordAt(server) }) };
    yield* print(output === 'json' ? `${toJson(info, 2)}\n` : `${toYaml(info)}\n`);
    return 0;
  },
};

export const apiVersions: CommandSpec = {
  path: ['api-versions'], about: 'Print the supported API versions on the server, in the form of "group/version"', usage: '[options]', flags: [],
  *run(inv) {
    if (inv.args.length > 0) return yield* fail(usage(inv.command, `unexpected arguments: [${inv.args.join(' ')}]`));
    yield* connect(inv);
    yield* refreshDiscovery(inv);
    const versions = new Set(inv.scheme.resources.map((r) => r.apiVersion));
    yield* print([...versions].sort().map((v) => `${v}\n`).join(''));
    return 0;
  },
};

export const apiResources: CommandSpec = {
  path: ['api-resources'], about: 'Print the supported API resources on the server', usage: '[flags] [options]',
  flags: [string('api-group'), bool('cached'), slice('categories'), bool('namespaced', true), bool('no-headers'), string('output', '', 'o'), bool('show-managed-fields'), string('sort-by'), slice('verbs')],
  // Models kubectl pkg/cmd/apiresources apiresources.go
  *run(inv) {
    const { flags } = inv;
    if (inv.args.length > 0) return yield* fail(usage(inv.command, `unexpected arguments: [${inv.args.join(' ')}]`));
    const output = flags.string('output');
    if (!['', 'wide', 'name'].includes(output)) return yield* fail(text(`unable to match a printer suitable for the output format ${JSON.stringify(output)}, allowed formats are: json,kyaml,name,wide,yaml`));
    const by = flags.string('sort-by');
    if (!['', 'name', 'kind'].includes(by)) return yield* fail(text('--sort-by accepts only name or kind'));
    yield* connect(inv);
    if (!flags.bool('cached')) yield* refreshDiscovery(inv);
    const found = inv.scheme.resources.filter((r) => r.preferred && (!flags.changed('api-group') || r.group === flags.string('api-group')) && (!flags.changed('namespaced') || r.namespaced === flags.bool('namespaced'))
      && flags.list('verbs').every((v) => r.verbs.some((have) => have === v)) && flags.list('categories').every((c) => r.categories.includes(c)));
    const key = (r: Resource): string => (by === 'name' ? r.resource : by === 'kind' ? r.kind : `${r.group}\n${r.resource}`);
    const ordered = found.map((r, i) => ({ r, i })).sort((a, b) => (key(a.r) < key(b.r) ? -1 : key(a.r) > key(b.r) ? 1 : a.i - b.i)).map(({ r }) => r);
    if (output === 'name') {
      yield* print(ordered.map((r) => `${qualifiedResource(r)}\n`).join(''));
      return 0;
    }
    const wide = output === 'wide';
    const header = ['NAME', 'SHORTNAMES', 'APIVERSION', 'NAMESPACED', 'KIND', ...(wide ? ['VERBS', 'CATEGORIES'] : [])];
    const rows = ordered.map((r) => [r.resource, r.shortNames.join(','), r.apiVersion, String(r.namespaced), r.kind, ...(wide ? [r.verbs.join(','), r.categories.join(',')] : [])]);
    yield* print(alignTabs(`${[...(flags.bool('no-headers') ? [] : [header]), ...rows].map((row) => row.join('\t')).join('\n')}\n`, TABLE));
    return 0;
  },
};

export const clusterInfo: CommandSpec = {
  path: ['cluster-info'], about: 'Display cluster information', usage: '[flags] [options]', flags: [],
  *run(inv) {
    const config = yield* connect(inv);
    yield* check(yield* ask({ method: 'GET', path: '/api/v1/namespaces/kube-system/services', query: { labelSelector: 'kubernetes.io/cluster-service=true' }, accept: ACCEPT.scheme, logFrom: 'helper.go:113' }));
    yield* print(`Kubernetes control plane is running at ${config.server}\n\nTo further debug and diagnose cluster problems, use 'kubectl cluster-info dump'.\n`);
    return 0;
  },
};


export const options: CommandSpec = {
  path: ['options'], about: 'List the flags that every command has', usage: '', flags: [],
  *run() {
    yield* print(`The following options can be passed to any command:\n\n${flagLines(GLOBAL_FLAGS)}`);
    return 0;
  },
};
