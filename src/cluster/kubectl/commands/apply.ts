import { gvkString, gvrString } from '../../../api/gvk';
import type { KubeObject } from '../../../api/types';
import type { CommandSpec } from '../cli/command';
import { bool, choice, duration, int64, slice, string } from '../cli/flags';
import { connect } from '../connect';
import { failureText, text, usage, withSource, type Failure } from '../failure';
import { fileFlags, hasFiles, readManifests, type Manifest } from '../files';
import type { Invocation } from '../invocation';
import { LAST_APPLIED, lastApplied, withLastApplied } from '../last-applied';
import { DRY_RUN_FLAG, dryRunOf, objectPrinter, PRINT_FLAGS, VALIDATE_FLAG, type DryRun } from '../output-flags';
import { build, check, fail, log, print, printError, sleep, type Program } from '../program';
import { ACCEPT, askObject, getLive, isNotFound, LOG, query, to } from '../requests';
import { SECOND } from '../../../kernel/time';
import { applyPatch } from '../three-way';
import { fieldValidation } from './create-typed';
import { serverSideApply, type Applied } from './apply-server-side';
import { isRecord } from '../document';

export const apply: CommandSpec = {
  path: ['apply'], usage: '(-f FILENAME | -k DIRECTORY) [options]', about: 'Apply a configuration to a resource by file name or stdin',
  flags: [
    ...PRINT_FLAGS, bool('all'), choice('cascade', 'background', 'background'), DRY_RUN_FLAG, string('field-manager', 'kubectl-client-side-apply'), ...fileFlags(), bool('force'), bool('force-conflicts'),
    int64('grace-period', -1), bool('openapi-patch', true), bool('overwrite', true), bool('prune'), slice('prune-allowlist'), string('selector', '', 'l'), bool('server-side'), string('subresource'),
    duration('timeout'), VALIDATE_FLAG, bool('wait'),
  ],
  run,
};

// Models kubectl pkg/cmd/apply apply.go
function* run(inv: Invocation): Program<number> {
  const { flags } = inv;
  if (inv.args.length > 0) return yield* fail(usage(inv.command, `Unexpected args: [${inv.args.join(' ')}]`));
  const dryRun = yield* check(dryRunOf(flags));
  const serverSide = flags.bool('server-side');
  if (flags.bool('force-conflicts') && !serverSide) return yield* fail(text('--force-conflicts only works with --server-side'));
  if (dryRun === 'client' && serverSide) return yield* fail(text("--dry-run=client doesn't work with --server-side (did you mean --dry-run=server instead?)"));
  if (flags.bool('force') && serverSide) return yield* fail(text('--force cannot be used with --server-side'));
  if (flags.bool('prune')) return yield* fail(text('--prune is not available in this simulation'));
  if (!hasFiles(flags)) return yield* fail(text('must specify one of -f and -k'));
  const config = yield* connect(inv);
  const validation = yield* fieldValidation(inv);
  const manifests = yield* readManifests(inv, config, validation !== 'Ignore');
  const output = flags.string('output');
  const failures: Failure[] = [];
  const done: Applied[] = [];
  const printer = yield* check(objectPrinter(flags, inv.scheme));
  for (const manifest of manifests) {
    if (manifest.object.metadata.generateName !== undefined && !manifest.object.metadata.name) return yield* fail(text(`from ${manifest.object.metadata.generateName}: cannot use generate name with apply`));
    const applied = yield* serverSide ? serverSideApply(inv, manifest, dryRun, validation) : clientSideApply(inv, manifest, dryRun, validation);
    yield* log(4, 'apply.go:546', 'Running apply post-processor function');
    if (applied.ok && dryRun !== 'client' && applied.value.object.metadata.deletionTimestamp !== undefined) yield* printError(`Warning: Detected changes to resource ${applied.value.object.metadata.name} which is currently being deleted.\n`);
    if (!applied.ok) {
      failures.push(applied.error);
      continue;
    }
    done.push(applied.value);
    // Documents are printed together at the end, words at once.
    if (output === '' || output === 'name') yield* print(yield* check(printer(applied.value.object, applied.value.done, dryRun)));
  }
  if (manifests.length === 0) return yield* fail(text('no objects passed to apply'));
  if (output !== '' && output !== 'name' && done.length > 0) yield* print(yield* check(printer(together(done), '', dryRun)));
  return failures.length === 0 ? 0 : yield* fail({ kind: 'several', failures });
}

function together(done: readonly Applied[]): KubeObject {
  const [only] = done;
  if (only !== undefined && done.length === 1) return only.object;
  const list: unknown = { apiVersion: 'v1', kind: 'List', metadata: {}, items: done.map((d) => d.object) };
  return list as KubeObject;
}

type Outcome = { readonly ok: true; readonly value: Applied } | { readonly ok: false; readonly error: Failure };

function* clientSideApply(inv: Invocation, manifest: Manifest, dryRun: DryRun, validation: string): Program<Outcome> {
  const { resource, namespace, source, object } = manifest;
  const at = { namespace, name: object.metadata.name };
  const retrieving = (failure: Failure): Failure => {
    const head = `error when retrieving current configuration of:\nResource: ${JSON.stringify(gvrString(resource, resource.resource))}, GroupVersionKind: ${JSON.stringify(gvkString(resource, resource.kind))}\nName: ${JSON.stringify(at.name ?? '')}, Namespace: ${JSON.stringify(namespace ?? '')}\nfrom server for: ${JSON.stringify(source)}: `;
    return failure.kind === 'status' ? { kind: 'status', status: { ...failure.status, message: head + (failure.status.message ?? '') } } : text(head + failureText(failure));
  };
  if (!object.metadata.name) return { ok: false, error: retrieving(text('resource name may not be empty')) };
  const live = yield* getLive(inv, resource, at);
  const options = query({ dryRun: dryRun === 'server' ? 'All' : undefined, fieldManager: inv.flags.string('field-manager'), fieldValidation: validation });
  if (!live.ok) {
    if (!isNotFound(live.error)) return { ok: false, error: retrieving(live.error) };
    const wanted = withLastApplied(object);
    yield* build(wanted);
    if (dryRun === 'client') return { ok: true, value: { object: wanted, done: 'created' } };
    const made = yield* askObject(to(resource, { namespace }, { method: 'POST', accept: ACCEPT.unstructured, body: wanted, query: options, logFrom: LOG.create }));
    return made.ok ? { ok: true, value: { object: made.value, done: 'created' } } : { ok: false, error: withSource(made.error, 'creating', source) };
  }
  if (dryRun === 'client') return { ok: true, value: { object: live.value, done: 'configured' } };
  if (lastApplied(live.value) === undefined) {
    yield* printError(`Warning: resource ${resource.resource}/${at.name} is missing the ${LAST_APPLIED} annotation which is required by ${inv.command}. ${inv.command} should only be used on resources created declaratively by either kubectl create --save-config or kubectl apply. The missing annotation will be patched automatically.\n`);
  }
  return yield* patchLive(inv, manifest, live.value, options);
}

/** Patches, and does so again from a new look when another writer was faster: five times, a second apart from the second time on. Models patcher.go Patch. */
function* patchLive(inv: Invocation, manifest: Manifest, first: KubeObject, options: Readonly<Record<string, string>>): Program<Outcome> {
  const { resource, namespace, source, object } = manifest;
  const at = { namespace, name: object.metadata.name };
  let live = first;
  for (let attempt = 0; ; attempt++) {
    const patch = applyPatch(inv.scheme.version, object, live);
    if (!patch.ok) return { ok: false, error: withSource(text(patch.error), 'applying patch:', source) };
    yield* build(patch.value.body);
    if (isRecord(patch.value.body) && Object.keys(patch.value.body).length === 0) return { ok: true, value: { object: live, done: 'unchanged' } };
    const answer = yield* askObject(to(resource, at, { method: 'PATCH', accept: ACCEPT.unstructured, contentType: patch.value.contentType, body: patch.value.body, query: options, logFrom: LOG.patch }));
    // A patch counts as a change, whether or not the object is another one afterwards.
    if (answer.ok) return { ok: true, value: { object: answer.value, done: 'configured' } };
    if (!(answer.error.kind === 'status' && answer.error.status.reason === 'Conflict') || attempt >= 5) return { ok: false, error: patchFailure(patch.value.body, manifest, answer.error) };
    if (attempt > 0) yield* sleep(SECOND);
    const again = yield* getLive(inv, resource, at);
    if (!again.ok) return { ok: false, error: again.error };
    live = again.value;
  }
}

function patchFailure(patch: unknown, { resource, namespace, source, object }: Manifest, failure: Failure): Failure {
  const head = `error when applying patch:\n${JSON.stringify(patch)}\nto:\nResource: ${JSON.stringify(gvrString(resource, resource.resource))}, GroupVersionKind: ${JSON.stringify(gvkString(resource, resource.kind))}\nName: ${JSON.stringify(object.metadata.name)}, Namespace: ${JSON.stringify(namespace ?? '')}\nfor: ${JSON.stringify(source)}: `;
  if (failure.kind !== 'status') return text(head + failureText(failure));
  const inner = `error when patching ${JSON.stringify(source)}: ${failure.status.message ?? ''}`;
  return { kind: 'status', status: { ...failure.status, message: head + inner } };
}
