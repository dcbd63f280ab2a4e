import type { CommandSpec } from '../cli/command';
import { bool, duration, int, int64, string } from '../cli/flags';
import { connect } from '../connect';
import type { Resource } from '../../../api/scheme';
import { numberAt, stringAt, withValue } from '../document';
import { text } from '../failure';
import { fileFlags } from '../files';
import type { Invocation } from '../invocation';
import { DRY_RUN_FLAG, dryRunOf, objectPrinter, PRINT_FLAGS } from '../output-flags';
import { build, check, fail, print, type Program } from '../program';
import { ACCEPT, ask, query, to, type At, type Query } from '../requests';
import { selectObjects } from '../select';

export const scale: CommandSpec = {
  path: ['scale'], about: 'Set a new size for a deployment, replica set, or replication controller', suggestFor: ['resize'],
  usage: '[--resource-version=version] [--current-replicas=count] --replicas=COUNT (-f FILENAME | TYPE NAME) [options]', required: ['replicas'],
  flags: [...PRINT_FLAGS, DRY_RUN_FLAG, bool('all'), int('current-replicas', -1), ...fileFlags(), int64('replicas', 0), string('resource-version'), string('selector', '', 'l'), duration('timeout')],
  run,
};

// Models kubectl pkg/cmd/scale scale.go and pkg/scale scale.go genericScaler.ScaleSimple
function* run(inv: Invocation): Program<number> {
  const { flags } = inv;
  const config = yield* connect(inv);
  const dryRun = yield* check(dryRunOf(flags));
  const printer = yield* check(objectPrinter(flags, inv.scheme));
  yield { kind: 'validate' };
  if (flags.number('replicas') < 0) return yield* fail(text('The --replicas=COUNT flag is required, and COUNT must be greater than or equal to 0'));
  const selected = yield* selectObjects(inv, config, inv.args, { selector: flags.string('selector'), all: flags.bool('all'), continueOnError: true, local: true });
  const guarded = flags.number('current-replicas') >= 0 || flags.string('resource-version') !== '';
  if (flags.string('resource-version') !== '' && selected.objects.length > 1) return yield* fail(text('cannot use --resource-version with multiple resources'));
  for (const { resource, namespace, object } of selected.objects) {
    const at = { namespace, name: object.metadata.name, subresource: 'scale' };
    yield* build({ spec: { replicas: flags.number('replicas') } });
    if (dryRun !== 'client') yield* resize(inv, resource, at, guarded, query({ dryRun: dryRun === 'server' ? 'All' : undefined }));
    yield* print(yield* check(printer(object, 'scaled', dryRun)));
  }
  if (selected.failures.length > 0) return yield* fail({ kind: 'several', failures: selected.failures });
  if (selected.objects.length === 0) return yield* fail(text('no objects passed to scale'));
  return 0;
}

/** A plain change is one patch; a guarded one reads the scale first and writes it whole. */
function* resize(inv: Invocation, resource: Resource, at: At, guarded: boolean, options: Query): Program<void> {
  const { flags } = inv;
  const replicas = flags.number('replicas');
  if (!guarded) {
    yield* check(yield* ask(to(resource, at, { method: 'PATCH', accept: ACCEPT.scheme, contentType: 'application/merge-patch+json', body: { spec: { replicas } }, logFrom: 'client.go:232', query: options })));
    return;
  }
  const now = yield* check(yield* ask(to(resource, at, { method: 'GET', accept: ACCEPT.scheme, logFrom: 'client.go:156' })));
  const expected = flags.number('current-replicas');
  const version = flags.string('resource-version');
  if (expected >= 0 && numberAt(now, 'spec', 'replicas') !== expected) yield* fail(text(`Expected replicas to be ${expected}, was ${numberAt(now, 'spec', 'replicas')}`));
  if (version !== '' && stringAt(now, 'metadata', 'resourceVersion') !== version) yield* fail(text(`Expected resource version to be ${version}, was ${stringAt(now, 'metadata', 'resourceVersion')}`));
  yield* check(yield* ask(to(resource, at, { method: 'PUT', accept: ACCEPT.scheme, contentType: 'application/json', body: withValue(now, ['spec', 'replicas'], replicas), logFrom: 'client.go:196', query: options })));
}
