import { createMergePatch } from '../../../api/patch/merge-patch';
import { isQualifiedName, isValidLabelValue } from '../../../api/field/names';
import { deepEqual } from '../../../base/json';
import type { KubeObject } from '../../../api/types';
import type { CommandSpec } from '../cli/command';
import { bool, string } from '../cli/flags';
import { connect } from '../connect';
import { isObject, stringsAt, withValue, type Dict } from '../document';
import { text, type Failure } from '../failure';
import { fileFlags, hasFiles } from '../files';
import type { Invocation } from '../invocation';
import { dryRunOf, objectPrinter } from '../output-flags';
import { build, check, fail, print, type Program } from '../program';
import { ACCEPT, askObject, LOG, query, to } from '../requests';
import { eachLive } from '../select';
import { writeFlags } from './create-flags';

type What = 'label' | 'annotate';

const flagsFor = (what: What): CommandSpec['flags'] => [
  ...writeFlags(`kubectl-${what}`), bool('all'), bool('all-namespaces', false, 'A'), string('field-selector'), ...fileFlags(), bool('list'), bool('local'), bool('overwrite'), string('resource-version'), string('selector', '', 'l'),
];
const USAGE = '[--overwrite] (-f FILENAME | TYPE NAME) KEY_1=VAL_1 ... KEY_N=VAL_N [--resource-version=version] [options]';

export const label: CommandSpec = { path: ['label'], about: 'Update the labels on a resource', usage: USAGE, flags: flagsFor('label'), run: (inv) => run(inv, 'label') };
export const annotate: CommandSpec = { path: ['annotate'], about: 'Update the annotations on a resource', usage: USAGE, flags: flagsFor('annotate'), run: (inv) => run(inv, 'annotate') };

interface Change {
  readonly set: Readonly<Record<string, string>>;
  readonly remove: readonly string[];
}

// Models kubectl pkg/cmd/label label.go and pkg/cmd/annotate annotate.go
function* run(inv: Invocation, what: What): Program<number> {
  const { flags } = inv;
  const noun = what === 'label' ? 'label' : 'annotation';
  const dryRun = yield* check(dryRunOf(flags));
  const printer = yield* check(objectPrinter(flags, inv.scheme));
  const firstPair = inv.args.findIndex((arg) => arg.includes('=') || (arg.endsWith('-') && arg.length > 1));
  const resources = firstPair < 0 ? inv.args : inv.args.slice(0, firstPair);
  const pairs = firstPair < 0 ? [] : inv.args.slice(firstPair);
  if (resources.length === 0 && !hasFiles(flags)) return yield* fail(text('one or more resources must be specified as <resource> <name> or <resource>/<name>'));
  if (pairs.length === 0 && !flags.bool('list')) return yield* fail(text(`at least one ${noun} update is required`));
  const change = yield* readChange(pairs, what);
  const config = yield* connect(inv);
  const options = { selector: flags.string('selector'), fieldSelector: flags.string('field-selector'), all: flags.bool('all'), everywhere: flags.bool('all-namespaces'), continueOnError: true };
  const visited = yield* eachLive(inv, config, resources, options, function* ({ resource, namespace, object }) {
    if (flags.bool('list')) return yield* list(object, what);
    const changed = yield* applyChange(inv, object, change, what);
    if (!isChanged(changed)) return changed.failure;
    const next = changed.object;
    const body = createMergePatch(object, flags.string('resource-version') === '' ? next : withValue(next, ['metadata', 'resourceVersion'], flags.string('resource-version')));
    const sent = flags.string('resource-version') === '' ? body : withValue(body, ['metadata', 'resourceVersion'], flags.string('resource-version'));
    yield* build(sent);
    const done = what === 'annotate' ? 'annotated' : labelMessage(object, next, flags.bool('overwrite'));
    if (dryRun === 'client') return yield* print(yield* check(printer(isObject(next) ? next : object, done, dryRun)));
    const answer = yield* askObject(to(resource, { namespace, name: object.metadata.name }, {
      method: 'PATCH', accept: ACCEPT.unstructured, contentType: 'application/merge-patch+json', body: sent, logFrom: LOG.patch,
      query: query({ dryRun: dryRun === 'server' ? 'All' : undefined, fieldManager: flags.string('field-manager') }),
    }));
    if (!answer.ok) return answer.error;
    yield* print(yield* check(printer(answer.value, done, dryRun)));
    return undefined;
  });
  return visited.failures.length === 0 ? 0 : yield* fail({ kind: 'several', failures: visited.failures });
}

function* readChange(pairs: readonly string[], what: What): Program<Change> {
  const set: Record<string, string> = {};
  const remove: string[] = [];
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    if (equals < 0) {
      if (!pair.endsWith('-')) yield* fail(text(what === 'label' ? `unknown label spec: ${pair}` : `unexpected annotation format: ${pair}`));
      remove.push(pair.slice(0, -1));
      continue;
    }
    const key = pair.slice(0, equals);
    const value = pair.slice(equals + 1);
    if (what === 'label') {
      if (value.includes('=')) yield* fail(text(`invalid label spec: ${pair}`));
      const problems = [...isValidLabelValue(value)];
      if (problems.length > 0) yield* fail(text(`invalid label value: ${JSON.stringify(pair)}: ${problems.join(';')}`));
    } else if (isQualifiedName(key).length > 0) yield* fail(text(`invalid annotation key: ${JSON.stringify(key)}: ${isQualifiedName(key).join(';')}`));
    set[key] = value;
  }
  for (const key of remove) if (key in set) yield* fail(text(`can not both modify and remove ${what === 'label' ? 'a label' : 'an annotation'} in the same command`));
  return { set, remove };
}

type Changed = { readonly object: Dict } | { readonly failure: Failure };
const isChanged = (changed: Changed): changed is { readonly object: Dict } => 'object' in changed;

function* applyChange(inv: Invocation, object: KubeObject, change: Change, what: What): Program<Changed> {
  const field = what === 'label' ? 'labels' : 'annotations';
  const before = stringsAt(object, 'metadata', field);
  if (!inv.flags.bool('overwrite')) {
    const taken = Object.keys(change.set).filter((key) => key in before && before[key] !== change.set[key]).map((key) => `'${key}' already has a value (${before[key] ?? ''})`);
    if (taken.length > 0) return { failure: text(what === 'label' ? `${taken.join('; ')}, and --overwrite is false` : `--overwrite is false but found the following declared annotation(s): ${taken.join('; ')}`) };
  }
  const after: Record<string, string> = { ...before, ...change.set };
  for (const key of change.remove) {
    if (!(key in before) && what === 'label') yield* print(`label ${JSON.stringify(key)} not found.\n`);
    delete after[key];
  }
  return { object: withValue(object, ['metadata', field], after) };
}

/** Compared by length, as kubectl does: an object that became shorter has lost a label. */
function labelMessage(before: KubeObject, after: Dict, overwrite: boolean): string {
  if (deepEqual(before, after)) return 'not labeled';
  return !overwrite && JSON.stringify(after).length < JSON.stringify(before).length ? 'unlabeled' : 'labeled';
}

function* list(object: KubeObject, what: What): Program<undefined> {
  const pairs = stringsAt(object, 'metadata', what === 'label' ? 'labels' : 'annotations');
  yield* print(Object.keys(pairs).sort().map((key) => `${key}=${pairs[key] ?? ''}\n`).join(''));
  return undefined;
}
