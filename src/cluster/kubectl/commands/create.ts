import type { CommandSpec } from '../cli/command';
import { bool, string } from '../cli/flags';
import { connect } from '../connect';
import { text, usage, withSource, type Failure } from '../failure';
import { eachManifest, fileFlags, hasFiles } from '../files';
import type { Invocation } from '../invocation';
import { withLastApplied } from '../last-applied';
import { dryRunOf, objectPrinter } from '../output-flags';
import { build, check, fail, print, type Program } from '../program';
import { ACCEPT, askObject, LOG, query, to } from '../requests';
import { CREATE_FLAGS } from './create-flags';
import { fieldValidation } from './create-typed';

export const create: CommandSpec = {
  path: ['create'], usage: '-f FILENAME [options]', about: 'Create a resource from a file or from stdin',
  flags: [...CREATE_FLAGS, bool('edit'), ...fileFlags(), string('raw'), string('selector', '', 'l'), bool('windows-line-endings')], run,
};

// Models kubectl pkg/cmd/create create.go
function* run(inv: Invocation): Program<number> {
  const { flags } = inv;
  if (!hasFiles(flags)) return yield* fail(inv.args.length > 0 ? usage(inv.command, `Unexpected args: [${inv.args.join(' ')}]`) : text('must specify one of -f and -k'));
  if (inv.args.length > 0) return yield* fail(usage(inv.command, `Unexpected args: [${inv.args.join(' ')}]`));
  if (flags.bool('edit')) return yield* fail(text('--edit opens an editor, which this simulation does not have'));
  const dryRun = yield* check(dryRunOf(flags));
  const printer = yield* check(objectPrinter(flags, inv.scheme));
  const config = yield* connect(inv);
  const validation = yield* fieldValidation(inv);
  const failures: Failure[] = [];
  let count = 0;
  yield* eachManifest(inv, config, validation !== 'Ignore', function* ({ object, resource, namespace, source }) {
    count++;
    const wanted = flags.bool('save-config') ? withLastApplied(object) : object;
    yield* build(wanted);
    if (dryRun === 'client') return yield* print(yield* check(printer(wanted, 'created', dryRun)));
    const answer = yield* askObject(to(resource, { namespace }, {
      method: 'POST', accept: ACCEPT.unstructured, body: wanted, logFrom: LOG.create,
      query: query({ dryRun: dryRun === 'server' ? 'All' : undefined, fieldManager: flags.string('field-manager'), fieldValidation: validation }),
    }));
    if (answer.ok) yield* print(yield* check(printer(answer.value, 'created', dryRun)));
    else failures.push(withSource(answer.error, 'creating', source));
  });
  if (failures.length > 0) return yield* fail({ kind: 'several', failures });
  if (count === 0) return yield* fail(text('no objects passed to create'));
  return 0;
}
