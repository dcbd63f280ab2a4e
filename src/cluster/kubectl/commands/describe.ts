import type { Resource } from '../../../api/scheme';
import { selectArguments } from '../arguments';
import type { CommandSpec } from '../cli/command';
import { bool, int64, string } from '../cli/flags';
import { connect } from '../connect';
import { describeObject } from '../describe/describe';
import { text, type Failure } from '../failure';
import { fileFlags, hasFiles, readManifests } from '../files';
import type { Invocation } from '../invocation';
import { check, fail, print, printError, type Program } from '../program';
import { ACCEPT, getLive, isNotFound, listObjects, LOG, query } from '../requests';

export const describe: CommandSpec = {
  path: ['describe'], about: 'Show details of a specific resource or group of resources', usage: '(-f FILENAME | TYPE [NAME_PREFIX | -l label] | TYPE/NAME) [options]',
  flags: [bool('all-namespaces', false, 'A'), int64('chunk-size', 500), ...fileFlags(), string('selector', '', 'l'), bool('show-events', true)], run,
};

interface Wanted {
  readonly resource: Resource;
  readonly namespace: string | undefined;
  readonly name: string;
}

// Models kubectl pkg/cmd/describe describe.go
function* run(inv: Invocation): Program<number> {
  const { flags, args } = inv;
  const config = yield* connect(inv);
  if (args.length === 0 && !hasFiles(flags)) return yield* fail(text('You must specify the type of resource to describe. Use "kubectl api-resources" for a complete list of supported resources.'));
  const everywhere = flags.bool('all-namespaces');
  const place = (resource: Resource): string | undefined => (resource.namespaced && !everywhere ? config.namespace : undefined);
  const wanted: Wanted[] = [];
  const failures: Failure[] = [];
  const limit = flags.number('chunk-size') > 0 ? String(flags.number('chunk-size')) : undefined;
  if (hasFiles(flags)) {
    for (const m of yield* readManifests(inv, config)) {
      const live = yield* getLive(inv, m.resource, { namespace: m.namespace, name: m.object.metadata.name });
      if (live.ok) wanted.push({ resource: m.resource, namespace: m.namespace, name: m.object.metadata.name });
      else failures.push(live.error);
    }
  } else {
    const selection = yield* selectArguments(inv, args);
    if (selection.names.length > 0 && everywhere) return yield* fail(text('a resource cannot be retrieved by name across all namespaces'));
    if (selection.names.length > 0 && flags.string('selector') !== '') return yield* fail(text('name cannot be provided when a selector is specified'));
    for (const { resource, name } of selection.names) {
      const live = yield* getLive(inv, resource, { namespace: place(resource), name });
      if (live.ok) wanted.push({ resource, namespace: place(resource), name });
      else failures.push(live.error);
    }
    const only = failures[0];
    if (wanted.length === 0 && only !== undefined && isNotFound(only) && !(args[0] ?? '').includes('/')) return yield* byPrefix(inv, selection.names, place, limit, only);
    for (const resource of selection.types) {
      const found = yield* check(yield* listObjects(resource, { namespace: place(resource) }, query({ labelSelector: flags.string('selector'), limit })));
      for (const object of found) wanted.push({ resource, namespace: object.metadata.namespace, name: object.metadata.name });
    }
  }
  let first = true;
  for (const one of wanted) {
    const described = yield* describeObject(inv, one.resource, one.namespace, one.name, flags.bool('show-events'));
    if (!described.ok) {
      failures.push(described.error);
      continue;
    }
    yield* print(`${first ? '' : '\n\n'}${described.value}`);
    first = false;
  }
  if (failures.length > 0) return yield* fail({ kind: 'several', failures });
  if (wanted.length === 0) yield* printError(everywhere || selectionIsClusterWide(inv) ? 'No resources found\n' : `No resources found in ${config.namespace} namespace.\n`);
  return 0;
}

function selectionIsClusterWide(inv: Invocation): boolean {
  return (inv.args[0] ?? '').split(',').every((word) => inv.scheme.resolve(word)?.namespaced === false);
}

/** A name that does not exist is taken as the beginning of names. */
function* byPrefix(inv: Invocation, names: readonly { readonly resource: Resource; readonly name: string }[], place: (resource: Resource) => string | undefined, limit: string | undefined, failure: Failure): Program<number> {
  const [one] = names;
  if (one === undefined) return yield* fail(failure);
  const { resource, name } = one;
  const list = yield* listObjects(resource, { namespace: place(resource) }, query({ limit }), ACCEPT.unstructured, LOG.list);
  if (!list.ok) return yield* fail(list.error);
  const found = list.value.filter((object) => object.metadata.name.startsWith(name));
  if (found.length === 0) return yield* fail(failure);
  for (const object of found) {
    const described = yield* check(yield* describeObject(inv, resource, object.metadata.namespace, object.metadata.name, inv.flags.bool('show-events')));
    yield* print(`${described}\n`);
  }
  return 0;
}
