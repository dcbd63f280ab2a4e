import type { CommandSpec } from '../cli/command';
import { bool, string } from '../cli/flags';
import { connect } from '../connect';
import { listAt, stringAt } from '../document';
import { text, usage, type Failure } from '../failure';
import type { Invocation } from '../invocation';
import { dryRunOf, objectPrinter, VALIDATE_FLAG } from '../output-flags';
import { build, check, fail, print, type Program } from '../program';
import { isQualifiedName } from '../../../api/field/names';
import { ACCEPT, askObject, LOG, query, to } from '../requests';
import { eachLive } from '../select';
import { writeFlags } from './create-flags';
import { fieldValidation } from './create-typed';

export const taint: CommandSpec = {
  path: ['taint'], about: 'Update the taints on one or more nodes', usage: 'NODE NAME KEY_1=VAL_1:TAINT_EFFECT_1 ... KEY_N=VAL_N:TAINT_EFFECT_N [options]',
  flags: [...writeFlags('kubectl-taint'), bool('all'), bool('overwrite'), string('selector', '', 'l'), VALIDATE_FLAG], run,
};

interface Taint {
  readonly key: string;
  readonly value?: string;
  readonly effect: string;
}

const EFFECTS: readonly string[] = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

// Models kubectl pkg/cmd/taint taint.go
function* run(inv: Invocation): Program<number> {
  const { flags, args } = inv;
  const dryRun = yield* check(dryRunOf(flags));
  const validation = yield* fieldValidation(inv);
  const printer = yield* check(objectPrinter(flags, inv.scheme));
  const firstSpec = args.findIndex((arg) => arg.includes('=') || arg.includes(':') || arg.endsWith('-'));
  const resources = firstSpec < 0 ? args : args.slice(0, firstSpec);
  const specs = firstSpec < 0 ? [] : args.slice(firstSpec);
  if (resources.length === 0) return yield* fail(text('one or more resources must be specified as <resource> <name>'));
  if (specs.length === 0) return yield* fail(text('at least one taint update is required'));
  const { add, remove } = yield* readSpecs(inv, specs);
  for (const type of (resources[0] ?? '').split(',')) {
    if (inv.scheme.resolve(type.split('/')[0] ?? '')?.kind !== 'Node') return yield* fail(text(`invalid resource type ${type}, only node types are supported`));
  }
  const config = yield* connect(inv);
  const options = { selector: flags.string('selector'), all: flags.bool('all'), accept: ACCEPT.scheme, continueOnError: true };
  const visited = yield* eachLive(inv, config, resources, options, function* ({ resource, object }) {
    const before = listAt(object, 'spec', 'taints').map(readTaint);
    const problem = flags.bool('overwrite') ? undefined : alreadyThere(object.metadata.name, before, add);
    if (problem !== undefined) return problem;
    const kept = before.filter((old) => !add.some((t) => same(t, old)));
    const joined = [...add, ...kept];
    const missing = remove.filter((t) => !joined.some((old) => matches(t, old)));
    const [absent] = missing;
    if (absent !== undefined) return text(`taint ${JSON.stringify(absent.effect === '' ? absent.key : `${absent.key}:${absent.effect}`)} not found`);
    const after = joined.filter((old) => !remove.some((t) => matches(t, old)));
    const added = joined.length !== before.length;
    const done = flags.bool('overwrite') || (added && remove.length > 0) ? 'modified' : added ? 'tainted' : 'untainted';
    const body = { spec: { taints: after.length === 0 ? null : after.map(({ key, value, effect }) => ({ effect, key, ...(value === undefined ? {} : { value }) })) } };
    yield* build(body);
    if (dryRun === 'client') return yield* print(yield* check(printer(object, done, dryRun)));
    const answer = yield* askObject(to(resource, { name: object.metadata.name }, {
      method: 'PATCH', accept: ACCEPT.scheme, contentType: 'application/strategic-merge-patch+json', body, logFrom: LOG.patch,
      query: query({ dryRun: dryRun === 'server' ? 'All' : undefined, fieldManager: flags.string('field-manager'), fieldValidation: validation }),
    }));
    if (!answer.ok) return answer.error;
    yield* print(yield* check(printer(answer.value, done, dryRun)));
    return undefined;
  });
  return visited.failures.length === 0 ? 0 : yield* fail({ kind: 'several', failures: visited.failures });
}

function readTaint(taint: unknown): Taint {
  const value = stringAt(taint, 'value');
  return { key: stringAt(taint, 'key'), ...(value === '' ? {} : { value }), effect: stringAt(taint, 'effect') };
}

const same = (a: Taint, b: Taint): boolean => a.key === b.key && a.effect === b.effect;
const matches = (wanted: Taint, t: Taint): boolean => wanted.key === t.key && (wanted.effect === '' || wanted.effect === t.effect);

function alreadyThere(node: string, before: readonly Taint[], add: readonly Taint[]): Failure | undefined {
  const clash = add.filter((t) => before.some((old) => same(old, t))).map((t) => `{${t.key} ${t.value ?? ''} ${t.effect} <nil>}`);
  return clash.length === 0 ? undefined : text(`node ${node} already has ${clash.join(', ')} taint(s) with same effect(s) and --overwrite is false`);
}

/** `key=value:Effect`, `key:Effect`, and with `-` at the end what is to go. */
function* readSpecs(inv: Invocation, specs: readonly string[]): Program<{ readonly add: readonly Taint[]; readonly remove: readonly Taint[] }> {
  const add: Taint[] = [];
  const remove: Taint[] = [];
  for (const spec of specs) {
    const removing = spec.endsWith('-');
    const body = removing ? spec.slice(0, -1) : spec;
    const [pair = '', effect = '', ...more] = body.split(':');
    if (more.length > 0) yield* fail(usage(inv.command, `invalid taint spec: ${spec}`));
    const [key = '', value] = pair.split('=');
    if (!removing && effect === '') yield* fail(usage(inv.command, `invalid taint spec: ${spec}, ${isQualifiedName(pair).join('; ') || 'unsupported taint effect'}`));
    if (effect !== '' && !EFFECTS.includes(effect)) yield* fail(usage(inv.command, `invalid taint effect: ${effect}, unsupported taint effect`));
    const read = { key, ...(value === undefined || value === '' ? {} : { value }), effect };
    if (removing) remove.push(read);
    else add.push(read);
  }
  return { add, remove };
}
