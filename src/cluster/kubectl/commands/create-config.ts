import { encodeBase64 } from '../../../api/base64';
import { isConfigMapKey } from '../../../api/field/names';
import type { CommandSpec } from '../cli/command';
import { array, bool, slice, string, type FlagSpec } from '../cli/flags';
import { text } from '../failure';
import type { Invocation } from '../invocation';
import { fail, type Program } from '../program';
import { CREATE_FLAGS } from './create-flags';
import { createTyped, nameArgument } from './create-typed';

const SOURCE_FLAGS: readonly FlagSpec[] = [...CREATE_FLAGS, bool('append-hash'), slice('from-env-file'), slice('from-file'), array('from-literal')];

export const createConfigMap: CommandSpec = {
  path: ['create', 'configmap'], aliases: ['cm'], usage: 'NAME [--from-file=[key=]source] [--from-literal=key1=value1] [--dry-run=server|client|none] [options]', about: 'Create a config map from a local file, directory or literal value',
  flags: SOURCE_FLAGS,
  // Models kubectl pkg/cmd/create create_configmap.go
  *run(inv) {
    const name = yield* nameArgument(inv);
    const data = yield* readSources(inv, 'ConfigMap', name);
    return yield* createTyped(inv, 'configmap: ', { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name }, ...(Object.keys(data).length === 0 ? {} : { data }) });
  },
};

export const createSecret: CommandSpec = {
  path: ['create', 'secret', 'generic'], usage: 'NAME [--type=string] [--from-file=[key=]source] [--from-literal=key1=value1] [--dry-run=server|client|none] [options]',
  about: 'Create a secret from a local file, directory, or literal value', flags: [...SOURCE_FLAGS, string('type')],
  // Models kubectl pkg/cmd/create create_secret.go
  *run(inv) {
    const name = yield* nameArgument(inv);
    const data = Object.fromEntries(Object.entries(yield* readSources(inv, 'Secret', name)).map(([key, value]) => [key, encodeBase64(value)]));
    const type = inv.flags.string('type');
    return yield* createTyped(inv, 'secret ', { kind: 'Secret', apiVersion: 'v1', metadata: { name }, ...(Object.keys(data).length === 0 ? {} : { data }), ...(type === '' ? {} : { type }) });
  },
};

export const createRegistrySecret: CommandSpec = {
  path: ['create', 'secret', 'docker-registry'], usage: 'NAME --docker-username=user --docker-password=password --docker-email=email [--docker-server=string] [--from-file=[key=]source] [--dry-run=server|client|none] [options]',
  about: 'Create a secret for use with a Docker registry',
  flags: [...CREATE_FLAGS, bool('append-hash'), string('docker-email'), string('docker-password'), string('docker-server', 'https://index.docker.io/v1/'), string('docker-username'), slice('from-file')],
  // Models kubectl pkg/cmd/create create_secret_docker.go
  *run(inv) {
    const { flags } = inv;
    const name = yield* nameArgument(inv);
    const [username, password, email, server] = [flags.string('docker-username'), flags.string('docker-password'), flags.string('docker-email'), flags.string('docker-server')];
    if (flags.list('from-file').length > 0) return yield* fail(text('--from-file is not available in this simulation'));
    if (username === '' || password === '' || server === '') return yield* fail(text('either --from-file or the combination of --docker-username, --docker-password and --docker-server is required'));
    const entry = { username, password, ...(email === '' ? {} : { email }), auth: encodeBase64(`${username}:${password}`) };
    const config = JSON.stringify({ auths: { [server]: entry } });
    return yield* createTyped(inv, 'secret ', { kind: 'Secret', apiVersion: 'v1', metadata: { name }, data: { '.dockerconfigjson': encodeBase64(config) }, type: 'kubernetes.io/dockerconfigjson' });
  },
};

/** What --from-literal, --from-file and --from-env-file give. */
function* readSources(inv: Invocation, kind: 'ConfigMap' | 'Secret', name: string): Program<Readonly<Record<string, string>>> {
  const { flags } = inv;
  const data: Record<string, string> = {};
  if (flags.bool('append-hash')) yield* fail(text('--append-hash is not available in this simulation'));
  if (flags.list('from-env-file').length > 0 && (flags.list('from-file').length > 0 || flags.list('from-literal').length > 0)) yield* fail(text('from-env-file cannot be combined with from-file or from-literal'));
  const add = function* (key: string, value: string): Program<void> {
    const problems = isConfigMapKey(key);
    if (problems.length > 0) yield* fail(text(`${JSON.stringify(key)} is not a valid key name for a ${kind}: ${problems.join(',')}`));
    if (key in data) yield* fail(text(`cannot add key ${JSON.stringify(key)}, another key by that name already exists in Data for ${kind} ${JSON.stringify(name)}`));
    data[key] = value;
  };
  for (const source of flags.list('from-file')) {
    const equals = source.indexOf('=');
    const path = equals < 0 ? source : source.slice(equals + 1);
    const key = equals < 0 ? (path.split('/').at(-1) ?? '') : source.slice(0, equals);
    yield* add(key, yield* readFile(inv, path));
  }
  for (const literal of flags.list('from-literal')) {
    const equals = literal.indexOf('=');
    if (equals <= 0) yield* fail(text(`invalid literal source ${literal}, expected key=value`));
    yield* add(literal.slice(0, equals), literal.slice(equals + 1));
  }
  for (const path of flags.list('from-env-file')) {
    for (const line of (yield* readFile(inv, path)).split('\n').map((l) => l.trim()).filter((l) => l !== '' && !l.startsWith('#'))) {
      const equals = line.indexOf('=');
      if (equals > 0) yield* add(line.slice(0, equals), line.slice(equals + 1));
    }
  }
  return data;
}

function* readFile(inv: Invocation, path: string): Program<string> {
  const content = inv.files[path] ?? inv.files[path.replace(/^\.\//, '')];
  if (content === undefined) return yield* fail(text(`error reading ${path}: no such file or directory`));
  return content;
}
