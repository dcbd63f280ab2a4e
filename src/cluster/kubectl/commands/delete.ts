import type { Resource } from '../../../api/scheme';
import { SECOND } from '../../../kernel/time';
import { selectArguments } from '../arguments';
import type { CommandSpec } from '../cli/command';
import { bool, choice, duration, int64, string } from '../cli/flags';
import { connect } from '../connect';
import { kindName } from '../discovery';
import { stringAt } from '../document';
import { text, withSource, type Failure } from '../failure';
import { eachManifest, fileFlags, hasFiles } from '../files';
import type { Invocation } from '../invocation';
import type { ClientConfig } from '../kubeconfig';
import { DRY_RUN_FLAG, dryRunOf, type DryRun } from '../output-flags';
import { build, check, fail, print, printError, type Program, visited } from '../program';
import { ACCEPT, ask, listObjects, LOG, query, to } from '../requests';
import { NO_RESOURCES } from '../select';
import { waitForDeletion, type Gone } from '../wait-deletion';

export const deleteCommand: CommandSpec = {
  path: ['delete'], about: 'Delete resources by file names, stdin, resources and names, or by resources and label selector', suggestFor: ['rm'],
  usage: '([-f FILENAME] | [-k DIRECTORY] | TYPE [(NAME | -l label | --all)]) [options]',
  flags: [
    bool('all'), bool('all-namespaces', false, 'A'), choice('cascade', 'background', 'background'), DRY_RUN_FLAG, string('field-selector'), ...fileFlags(), bool('force'), int64('grace-period', -1),
    bool('ignore-not-found'), bool('interactive', false, 'i'), bool('now'), string('output', '', 'o'), string('raw'), string('selector', '', 'l'), duration('timeout'), bool('wait', true),
  ],
  run,
};

interface Options {
  readonly policy: 'Background' | 'Foreground' | 'Orphan';
  readonly grace: number;
  readonly dryRun: DryRun;
  readonly ignoreMissing: boolean;
}

interface Target {
  readonly resource: Resource;
  readonly namespace: string | undefined;
  readonly name: string;
  readonly source: string | undefined;
}

// Models kubectl pkg/cmd/delete delete.go
function* run(inv: Invocation): Program<number> {
  const { flags } = inv;
  const config = yield* connect(inv);
  yield { kind: 'validate' };
  const options = yield* readOptions(inv);
  if (flags.bool('interactive') && !(yield* confirmed(inv, config))) {
    yield* print('deletion is cancelled\n');
    return 0;
  }
  const gone: Gone[] = [];
  const failures: Failure[] = [];
  let found = 0;
  yield* eachTarget(inv, config, function* (target) {
    found++;
    yield* remove(inv, target, options, gone, failures);
  });
  if (found === 0) yield* print('No resources found\n');
  if (failures.length === 0 && flags.bool('wait') && options.dryRun === 'none') {
    const timeout = flags.number('timeout') === 0 ? 168 * 3600 * SECOND : Math.max(0, flags.number('timeout'));
    for (const one of gone) yield* waitForDeletion(inv, one, timeout, failures);
  }
  return failures.length === 0 ? 0 : yield* fail({ kind: 'several', failures });
}

/** Asks first; the answer is on standard input. */
function* confirmed(inv: Invocation, config: ClientConfig): Program<boolean> {
  const lines: string[] = [];
  yield* eachTarget(inv, config, ({ resource, name }) => {
    lines.push(`${kindName(resource)}/${name}\n`);
    return undefined;
  });
  yield* print(`You are about to delete the following ${lines.length} resource(s):\n${lines.join('')}Do you want to continue? (y/N): `);
  return /^y/i.test(inv.stdin ?? '');
}

function* readOptions(inv: Invocation): Program<Options> {
  const { flags } = inv;
  const output = flags.string('output');
  if (output !== '' && output !== 'name') return yield* fail(text(`unexpected -o output mode: ${output}. We only support '-o name'`));
  const dryRun = yield* check(dryRunOf(flags));
  const policy = yield* cascade(inv);
  let grace = flags.number('grace-period');
  if (flags.bool('now')) {
    if (grace !== -1) return yield* fail(text('--now and --grace-period cannot be specified together'));
    grace = 1;
  }
  if (flags.bool('force') && grace > 0) return yield* fail(text('--force and --grace-period greater than 0 cannot be specified together'));
  // Zero is only meant together with --force; alone it becomes the shortest real wait.
  if (grace === 0 && !flags.bool('force')) grace = 1;
  if (flags.bool('force')) {
    grace = 0;
    if (dryRun !== 'client') yield* printError('Warning: Immediate deletion does not wait for confirmation that the running resource has been terminated. The resource may continue to run on the cluster indefinitely.\n');
  }
  if (flags.bool('all') && flags.string('selector') !== '') return yield* fail(text("setting 'all' parameter but found a non empty selector. "));
  return { policy, grace, dryRun, ignoreMissing: flags.bool('ignore-not-found') || (flags.bool('all') && !flags.changed('ignore-not-found')) };
}

/** Models kubectl pkg/cmd/util helpers.go GetCascadingStrategy. */
function* cascade(inv: Invocation): Program<Options['policy']> {
  const value = inv.flags.string('cascade');
  const known: Readonly<Record<string, Options['policy']>> = { background: 'Background', foreground: 'Foreground', orphan: 'Orphan' };
  const policy = known[value];
  if (policy !== undefined) return policy;
  if (/^(1|t|T|true|TRUE|True|0|f|F|false|FALSE|False)$/.test(value)) {
    const on = /^[1tT]/.test(value);
    yield* printError(`warning: --cascade=${value} is deprecated (boolean value) and can be replaced with --cascade=${on ? 'background' : 'orphan'}.\n`);
    return on ? 'Background' : 'Orphan';
  }
  return yield* fail(text(`invalid cascade value (${value}). Must be "background", "foreground", or "orphan"`));
}

/** Visits what is meant, type after type: a type's list is asked for when the one before is done. */
function* eachTarget(inv: Invocation, config: ClientConfig, visit: (target: Target) => Program<void> | undefined): Program<void> {
  const { flags, args } = inv;
  if (hasFiles(flags)) {
    return yield* eachManifest(inv, config, false, (m) => visit({ resource: m.resource, namespace: m.namespace, name: m.object.metadata.name, source: m.source }));
  }
  if (args.length === 0) yield* fail(text(NO_RESOURCES));
  const selection = yield* selectArguments(inv, args);
  const everywhere = flags.bool('all-namespaces');
  const selector = flags.string('selector');
  const fieldSelector = flags.string('field-selector');
  const selecting = selector !== '' || fieldSelector !== '' || flags.bool('all');
  if (selection.names.length > 0) {
    if (everywhere) yield* fail(text('a resource cannot be retrieved by name across all namespaces'));
    if (selecting) yield* fail(text('name cannot be provided when a selector is specified'));
    for (const { resource, name } of selection.names) yield* visited(visit({ resource, namespace: resource.namespaced ? config.namespace : undefined, name, source: undefined }));
    return;
  }
  if (!selecting) yield* fail(text('resource(s) were provided, but no name was specified'));
  for (const resource of selection.types) {
    const namespace = resource.namespaced && !everywhere ? config.namespace : undefined;
    const found = yield* check(yield* listObjects(resource, { namespace }, query({ labelSelector: selector, fieldSelector })));
    for (const object of found) yield* visited(visit({ resource, namespace: object.metadata.namespace ?? namespace, name: object.metadata.name, source: undefined }));
  }
}

function* remove(inv: Invocation, target: Target, options: Options, gone: Gone[], failures: Failure[]): Program<void> {
  const { resource, namespace, name } = target;
  const body = { ...(options.grace >= 0 ? { gracePeriodSeconds: options.grace } : {}), propagationPolicy: options.policy, ...(options.dryRun === 'server' ? { dryRun: ['All'] } : {}) };
  yield* build(body);
  if (options.dryRun !== 'client') {
    const answer = yield* ask(to(resource, { namespace, name }, { method: 'DELETE', accept: ACCEPT.unstructured, contentType: 'application/json', body, logFrom: LOG.delete }));
    if (!answer.ok) {
      const missing = answer.error.kind === 'status' && answer.error.status.reason === 'NotFound';
      if (missing && options.ignoreMissing) gone.push({ resource, namespace, name, uid: '' });
      else failures.push(target.source === undefined ? answer.error : withSource(answer.error, 'deleting', target.source));
      return;
    }
    const uid = stringAt(answer.value, 'details', 'uid') || stringAt(answer.value, 'metadata', 'uid');
    gone.push({ resource, namespace, name, uid });
  }
  yield* print(deletedLine(inv, target, options));
}

function deletedLine(inv: Invocation, { resource, namespace, name }: Target, options: Options): string {
  if (inv.flags.string('output') === 'name') return `${kindName(resource)}/${name}\n`;
  const done = options.grace === 0 ? 'force deleted' : 'deleted';
  const where = namespace === undefined ? '' : ` from ${namespace} namespace`;
  return `${kindName(resource)} ${JSON.stringify(name)} ${done}${where}${options.dryRun === 'client' ? ' (dry run)' : options.dryRun === 'server' ? ' (server dry run)' : ''}\n`;
}
