import type { Resource } from '../../../api/scheme';
import type { KubeObject, Table } from '../../../api/types';
import { selectArguments } from '../arguments';
import type { CommandSpec } from '../cli/command';
import { bool, int64, slice, string } from '../cli/flags';
import { connect } from '../connect';
import { refused, statusOf, text, usage, type Failure } from '../failure';
import { fileFlags, hasFiles, readManifests } from '../files';
import type { Invocation } from '../invocation';
import type { ClientConfig } from '../kubeconfig';
import { PRINT_FLAGS } from '../output-flags';
import { check, exchange, fail, print, printError, type Program } from '../program';
import { ACCEPT, LOG, namespaceMissing, query, to, type At } from '../requests';
import { customColumns } from '../print/custom-columns';
import { printTable } from '../print/table';
import { TABLE } from '../print/tabwriter';
import { sortRows } from '../print/sort';
import { getPrinter, type GetPrinter } from './get-printer';
import { readAnswer, tableOptions, type Got, type Wanted } from './get-answer';
import { watchObjects } from './get-watch';

export const get: CommandSpec = {
  path: ['get'], about: 'Display one or many resources', suggestFor: ['list', 'ps'],
  usage: '[(-o|--output=)json|yaml|kyaml|name|go-template|go-template-file|template|templatefile|jsonpath|jsonpath-as-json|jsonpath-file|custom-columns|custom-columns-file|wide] (TYPE[.VERSION][.GROUP] [NAME | -l label] | TYPE[.VERSION][.GROUP]/NAME ...) [flags] [options]',
  flags: [
    ...PRINT_FLAGS, bool('all-namespaces', false, 'A'), int64('chunk-size', 500), string('field-selector'), ...fileFlags(), bool('ignore-not-found'), slice('label-columns', 'L'), bool('no-headers'),
    bool('output-watch-events'), string('raw'), string('selector', '', 'l'), bool('server-print', true), bool('show-kind'), bool('show-labels'), string('sort-by'), string('subresource'),
    bool('watch', false, 'w'), bool('watch-only'),
  ],
  run,
};

// Models kubectl pkg/cmd/get get.go
function* run(inv: Invocation): Program<number> {
  const { flags } = inv;
  if (flags.string('raw') !== '') return yield* raw(inv);
  const config = yield* connect(inv);
  const printer = getPrinter(flags, inv.scheme);
  if (inv.args.length === 0 && !hasFiles(flags)) {
    yield* printError('You must specify the type of resource to get. Use "kubectl api-resources" for a complete list of supported resources.\n\n');
    return yield* fail(usage('kubectl get', 'Required resource not specified.\nUse "kubectl explain <resource>" for a detailed description of that resource (e.g. kubectl explain pods).'));
  }
  const selection = yield* select(inv, config);
  if (flags.bool('watch') || flags.bool('watch-only')) return yield* watchObjects(inv, selection.wanted, selection.severalTypes, yield* check(printer));
  const failures: Failure[] = [];
  const got = yield* fetchAll(inv, selection.wanted, printer.ok ? printer.value : undefined, failures);
  const chosen = yield* check(printer);
  const written = chosen.kind === 'table'
    ? yield* printTables(inv, chosen, got)
    : yield* printDocuments(inv, chosen, got, selection.single, failures);
  if (!written && failures.length === 0 && !flags.bool('ignore-not-found') && chosen.kind === 'table') {
    const namespaced = selection.wanted.every((w) => w.resource.namespaced) && !flags.bool('all-namespaces');
    yield* printError(namespaced ? `No resources found in ${config.namespace} namespace.\n` : 'No resources found\n');
  }
  if (failures.length === 0) return 0;
  return yield* fail({ kind: 'several', failures });
}

export interface Wish {
  readonly wanted: readonly Wanted[];
  readonly severalTypes: boolean;
  /** One object by its name: printed bare, not in a list. */
  readonly single: boolean;
}

export function* select(inv: Invocation, config: ClientConfig): Program<Wish> {
  const { flags } = inv;
  const everywhere = flags.bool('all-namespaces');
  const place = (resource: Resource): At => (resource.namespaced && !everywhere ? { namespace: config.namespace } : {});
  if (hasFiles(flags)) {
    const manifests = yield* readManifests(inv, config);
    const wanted = manifests.map((m) => ({ resource: m.resource, at: { namespace: m.namespace, name: m.object.metadata.name } }));
    return { wanted, severalTypes: new Set(wanted.map((w) => w.resource)).size > 1, single: wanted.length === 1 };
  }
  const selection = yield* selectArguments(inv, inv.args);
  if (selection.names.length > 0) {
    if (everywhere) return yield* fail(text('a resource cannot be retrieved by name across all namespaces'));
    if (flags.string('selector') !== '' || flags.string('field-selector') !== '') return yield* fail(text('name cannot be provided when a selector is specified'));
    const wanted = selection.names.map(({ resource, name }) => ({ resource, at: { ...place(resource), name } }));
    return { wanted, severalTypes: selection.severalTypes, single: wanted.length === 1 };
  }
  return { wanted: selection.types.map((resource) => ({ resource, at: place(resource) })), severalTypes: selection.severalTypes, single: false };
}

function* fetchAll(inv: Invocation, wanted: readonly Wanted[], printer: GetPrinter | undefined, failures: Failure[]): Program<readonly Got[]> {
  const { flags } = inv;
  const table = printer?.kind === 'table';
  const sorting = flags.string('sort-by') !== '';
  const got: Got[] = [];
  for (const { resource, at } of wanted) {
    const selection = query({
      labelSelector: flags.string('selector'), fieldSelector: flags.string('field-selector'),
      ...(table && sorting ? { includeObject: 'Object' } : at.name === undefined && flags.number('chunk-size') > 0 ? { limit: String(flags.number('chunk-size')) } : {}),
    });
    const response = yield* exchange(to(resource, at, {
      method: 'GET', query: selection, accept: table ? ACCEPT.table : ACCEPT.unstructured, logFrom: at.name === undefined ? LOG.list : LOG.get,
    }));
    if (response.code < 400) {
      got.push(readAnswer(resource, at, response.body));
      continue;
    }
    const failure = refused(statusOf(response.body, response.code));
    if (response.code === 404 && at.name !== undefined && flags.bool('ignore-not-found')) continue;
    failures.push(response.code === 404 && at.name !== undefined ? yield* namespaceMissing(inv, at.namespace, failure) : failure);
  }
  return got;
}

function* printTables(inv: Invocation, printer: Extract<GetPrinter, { kind: 'table' }>, got: readonly Got[]): Program<boolean> {
  const { flags } = inv;
  const severalTypes = new Set(got.map((g) => g.resource)).size > 1;
  let out = '';
  let previous: Resource | undefined;
  for (const group of grouped(got)) {
    const sorted = flags.string('sort-by') === '' ? undefined : sortRows(group.table.rows, flags.string('sort-by'));
    // Rows that have no such field are not shown at all.
    const rows = sorted === undefined ? group.table.rows : sorted.ok ? sorted.value : [];
    if (rows.length === 0) continue;
    const options = tableOptions(inv, printer, group.resource, severalTypes);
    if (previous !== undefined && !options.noHeaders) out += '\n';
    previous = group.resource;
    out += printTable({ ...group.table, rows }, options, true);
  }
  yield* print(out);
  return out !== '';
}

/** Neighbouring answers of one type share their header. */
function grouped(got: readonly Got[]): readonly { readonly resource: Resource; readonly table: Table }[] {
  const groups: { resource: Resource; table: Table }[] = [];
  for (const { resource, table } of got) {
    if (table === undefined) continue;
    const last = groups.at(-1);
    if (last !== undefined && last.resource === resource) last.table = { ...last.table, rows: [...last.table.rows, ...table.rows] };
    else groups.push({ resource, table });
  }
  return groups;
}

function* printDocuments(inv: Invocation, printer: Exclude<GetPrinter, { kind: 'table' }>, got: readonly Got[], single: boolean, failures: readonly Failure[]): Program<boolean> {
  const objects = got.flatMap((g) => g.objects);
  const [only] = objects;
  if (single && only === undefined && failures.length > 0) return true;
  if (printer.kind === 'columns') {
    yield* print(yield* check(customColumns(printer.spec, objects, inv.flags.bool('no-headers'), TABLE)));
    return objects.length > 0;
  }
  if (printer.kind === 'name') {
    yield* print(objects.map(printer.nameOf).join(''));
    return true;
  }
  if (single && only === undefined) return true;
  yield* print(yield* check(printer.print(single && only !== undefined ? only : listDocument(objects))));
  return true;
}

/** The list that kubectl makes up; a list has no name. */
function listDocument(items: readonly KubeObject[]): KubeObject {
  const document: unknown = { apiVersion: 'v1', items, kind: 'List', metadata: { resourceVersion: '' } };
  return document as KubeObject;
}

/** `--raw`: the answer to a path, as it comes. */
function* raw(inv: Invocation): Program<number> {
  yield* connect(inv);
  const [path = '', search = ''] = inv.flags.string('raw').split('?');
  const values = Object.fromEntries(search === '' ? [] : search.split('&').map((pair) => [decodeURIComponent(pair.split('=')[0] ?? ''), decodeURIComponent(pair.split('=')[1] ?? '')]));
  const response = yield* exchange({ method: 'GET', path, query: values, accept: 'application/json, */*', logFrom: 'rawhttp.go:95' });
  const body = typeof response.body === 'string' ? response.body : `${JSON.stringify(response.body)}\n`;
  if (response.code >= 400) return yield* fail(refused(statusOf(response.body, response.code)));
  yield* print(body);
  return 0;
}

