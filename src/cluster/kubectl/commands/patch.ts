import { deepEqual } from '../../../base/json';
import type { CommandSpec } from '../cli/command';
import { bool, string } from '../cli/flags';
import { connect } from '../connect';
import { text } from '../failure';
import { fileFlags } from '../files';
import type { Invocation } from '../invocation';
import { dryRunOf, objectPrinter } from '../output-flags';
import { build, check, fail, print, type Program } from '../program';
import { ACCEPT, askObject, LOG, query, to } from '../requests';
import { eachLive } from '../select';
import { readDocument } from '../yaml-read';
import { writeFlags } from './create-flags';

export const patch: CommandSpec = {
  path: ['patch'], about: 'Update fields of a resource', usage: '(-f FILENAME | TYPE NAME) [-p PATCH|--patch-file FILE] [options]',
  flags: [...writeFlags('kubectl-patch'), ...fileFlags(), bool('local'), string('patch', '', 'p'), string('patch-file'), string('subresource'), string('type', 'strategic')], run,
};

const TYPES: Readonly<Record<string, string>> = { json: 'application/json-patch+json', merge: 'application/merge-patch+json', strategic: 'application/strategic-merge-patch+json' };

// Models kubectl pkg/cmd/patch patch.go
function* run(inv: Invocation): Program<number> {
  const { flags } = inv;
  const dryRun = yield* check(dryRunOf(flags));
  const content = flags.string('patch-file') === '' ? flags.string('patch') : inv.files[flags.string('patch-file')];
  if (content === undefined) return yield* fail(text(`unable to read patch file: open ${flags.string('patch-file')}: no such file or directory`));
  if (content === '') return yield* fail(text('must specify --patch or --patch-file containing the contents of the patch'));
  const type = flags.string('type').toLowerCase();
  const contentType = TYPES[type];
  if (contentType === undefined) return yield* fail(text(`--type must be one of [json merge strategic], not ${JSON.stringify(flags.string('type'))}`));
  if (flags.bool('local')) return yield* fail(text('--local is not available in this simulation'));
  const printer = yield* check(objectPrinter(flags, inv.scheme));
  const config = yield* connect(inv);
  const read = readDocument(content);
  // What cannot be read is sent as it stands: the server says what is wrong with it.
  const body: unknown = read.ok ? read.value : content;
  if (!read.ok && !/^\s*[[{]/.test(content)) return yield* fail(text(`unable to parse ${JSON.stringify(content)}: ${read.error.replace(/^error converting YAML to JSON: /, '')}`));
  const subresource = flags.string('subresource') || undefined;
  const selected = yield* eachLive(inv, config, inv.args, { ...(subresource === undefined ? {} : { subresource }), continueOnError: true }, function* ({ resource, namespace, object }) {
    yield* build(body);
    if (dryRun === 'client') return yield* print(yield* check(printer(object, 'patched')));
    const answer = yield* askObject(to(resource, { namespace, name: object.metadata.name, subresource }, {
      method: 'PATCH', accept: ACCEPT.unstructured, contentType, body, logFrom: LOG.patch, query: query({ dryRun: dryRun === 'server' ? 'All' : undefined, fieldManager: flags.string('field-manager') }),
    }));
    if (!answer.ok) return answer.error;
    const same = dryRun === 'none' && deepEqual(answer.value, object);
    yield* print(yield* check(printer(answer.value, same ? 'patched (no change)' : 'patched')));
    return undefined;
  });
  if (selected.failures.length > 0) return yield* fail({ kind: 'several', failures: selected.failures });
  if (selected.count === 0) return yield* fail(text('no objects passed to patch'));
  return 0;
}
