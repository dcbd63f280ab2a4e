import type { CommandSpec } from '../cli/command';
import { bool, choice, duration, int64, string } from '../cli/flags';
import { connect } from '../connect';
import { stringAt, withValue } from '../document';
import { text, usage, withSource, type Failure } from '../failure';
import { eachManifest, fileFlags, hasFiles, type Manifest } from '../files';
import type { Invocation } from '../invocation';
import type { ClientConfig } from '../kubeconfig';
import { withLastApplied } from '../last-applied';
import { dryRunOf, objectPrinter } from '../output-flags';
import { build, check, fail, print, type Program } from '../program';
import { ACCEPT, ask, askObject, isNotFound, LOG, query, to } from '../requests';
import { kindName } from '../discovery';
import { waitForDeletion } from '../wait-deletion';
import { SECOND } from '../../../kernel/time';
import { fieldValidation } from './create-typed';
import { writeFlags } from './create-flags';
import { VALIDATE_FLAG } from '../output-flags';

export const replace: CommandSpec = {
  path: ['replace'], usage: '-f FILENAME [options]', about: 'Replace a resource by file name or stdin',
  flags: [
    ...writeFlags('kubectl-replace'), choice('cascade', 'background', 'background'), ...fileFlags(), bool('force'), int64('grace-period', -1), string('raw'), bool('save-config'), string('subresource'),
    duration('timeout'), VALIDATE_FLAG, bool('wait'),
  ],
  run,
};

// Models kubectl pkg/cmd/replace replace.go
function* run(inv: Invocation): Program<number> {
  const { flags } = inv;
  const dryRun = yield* check(dryRunOf(flags));
  if (!hasFiles(flags)) return yield* fail(inv.args.length > 0 ? usage(inv.command, `Unexpected args: [${inv.args.join(' ')}]`) : text('must specify one of -f and -k'));
  const printer = yield* check(objectPrinter(flags, inv.scheme));
  const config = yield* connect(inv);
  const validation = yield* fieldValidation(inv);
  if (flags.bool('force')) yield* removeFirst(inv, config);
  const failures: Failure[] = [];
  let count = 0;
  yield* eachManifest(inv, config, validation !== 'Ignore', function* (manifest) {
    count++;
    const { object, resource, namespace, source } = manifest;
    const wanted = flags.bool('save-config') ? withLastApplied(object) : object;
    yield* build(wanted);
    if (dryRun === 'client') return yield* print(yield* check(printer(wanted, 'replaced', dryRun)));
    const options = query({ dryRun: dryRun === 'server' ? 'All' : undefined, fieldManager: flags.string('field-manager'), fieldValidation: validation });
    const at = { namespace, name: object.metadata.name };
    // Without a version in the file the live one is taken: whatever is there is overwritten.
    const body = flags.bool('force') || stringAt(wanted, 'metadata', 'resourceVersion') !== '' ? wanted : yield* withLiveVersion(wanted, manifest);
    const answer = flags.bool('force')
      ? yield* askObject(to(resource, { namespace }, { method: 'POST', accept: ACCEPT.unstructured, body, query: options, logFrom: LOG.create }))
      : yield* askObject(to(resource, at, { method: 'PUT', accept: ACCEPT.unstructured, body, query: options, logFrom: LOG.replace }));
    if (answer.ok) yield* print(yield* check(printer(answer.value, 'replaced', dryRun)));
    else failures.push(withSource(answer.error, 'replacing', source));
  });
  if (failures.length > 0) return yield* fail({ kind: 'several', failures });
  if (count === 0) return yield* fail(text('no objects passed to replace'));
  return 0;
}

/** Models cli-runtime pkg/resource helper.go Replace. */
function* withLiveVersion(wanted: Readonly<Record<string, unknown>>, { resource, namespace, object }: Manifest): Program<Readonly<Record<string, unknown>>> {
  const live = yield* ask(to(resource, { namespace, name: object.metadata.name }, { method: 'GET', accept: ACCEPT.unstructured, logFrom: LOG.replaceGet }));
  return live.ok ? withValue(wanted, ['metadata', 'resourceVersion'], stringAt(live.value, 'metadata', 'resourceVersion')) : wanted;
}

/** `--force`: deletes first and waits until it is gone. */
function* removeFirst(inv: Invocation, config: ClientConfig): Program<void> {
  const grace = inv.flags.number('grace-period');
  yield* eachManifest(inv, config, false, function* ({ resource, namespace, object }) {
    const name = object.metadata.name;
    const body = { ...(grace >= 0 ? { gracePeriodSeconds: grace } : {}), propagationPolicy: 'Background' };
    const answer = yield* ask(to(resource, { namespace, name }, { method: 'DELETE', accept: ACCEPT.unstructured, contentType: 'application/json', body, logFrom: LOG.delete }));
    if (!answer.ok) {
      if (!isNotFound(answer.error)) yield* fail(answer.error);
      return;
    }
    yield* print(`${kindName(resource)} ${JSON.stringify(name)} deleted${namespace === undefined ? '' : ` from ${namespace} namespace`}\n`);
    const failures: Failure[] = [];
    yield* waitForDeletion(inv, { resource, namespace, name, uid: '' }, inv.flags.number('timeout') || 300 * SECOND, failures);
    if (failures.length > 0) yield* fail({ kind: 'several', failures });
  });
}
