import type { KubeObject } from '../../../api/types';
import { defined } from '../../../base/assert';
import { connect } from '../connect';
import { failureText, text, usage } from '../failure';
import type { Invocation } from '../invocation';
import type { ClientConfig } from '../kubeconfig';
import { dryRunOf, objectPrinter, type DryRun } from '../output-flags';
import { build, check, fail, print, type Program } from '../program';
import { ACCEPT, askObject, LOG, PROTOBUF, query, to } from '../requests';
import { withLastApplied } from '../last-applied';

/** What a create sub-command sends, as far as it is known before the namespace is. */
export type NewObject = { readonly apiVersion: string; readonly kind: string; readonly metadata: { readonly name: string } & Readonly<Record<string, unknown>> } & Readonly<Record<string, unknown>>;

/** The NAME argument. Models kubectl pkg/cmd/create create.go NameFromCommandArgs. */
export function* nameArgument(inv: Invocation): Program<string> {
  const count = inv.dash >= 0 ? inv.dash : inv.args.length;
  if (count !== 1) return yield* fail(usage(inv.command, `exactly one NAME is required, got ${count}`));
  return inv.args[0] ?? '';
}

/** The value of --validate as the server's fieldValidation. */
export function* fieldValidation(inv: Invocation): Program<string> {
  const value = inv.flags.string('validate').toLowerCase();
  if (['strict', 'true', ''].includes(value)) return 'Strict';
  if (value === 'warn') return 'Warn';
  if (['ignore', 'false'].includes(value)) return 'Ignore';
  return yield* fail(text(`invalid - validate option ${JSON.stringify(value)}; must be one of: strict (or true), warn, ignore (or false)`));
}

/**
 * The common end of the create sub-commands: sends the object with a generated client and prints what came of it.
 * Most of these commands turn a refusal into plain text after `failed to create `; `what` is what follows there.
 */
export function* createTyped(inv: Invocation, what: string | undefined, object: NewObject, options: { readonly clusterScoped?: boolean; readonly dryRun?: DryRun; readonly config?: ClientConfig } = {}): Program<number> {
  const { flags } = inv;
  const config = options.config ?? (yield* connect(inv));
  const dryRun = options.dryRun ?? (yield* check(dryRunOf(flags)));
  const validation = yield* fieldValidation(inv);
  const printer = yield* check(objectPrinter(flags, inv.scheme, true));
  const namespaced = options.clusterScoped !== true && config.namespaceGiven;
  const { name, ...meta } = object.metadata;
  const placed = { ...object, metadata: { name, ...(namespaced ? { namespace: config.namespace } : {}), ...meta } };
  const wanted = flags.bool('save-config') ? withLastApplied(placed) : placed;
  yield* build(wanted);
  let made: KubeObject = wanted as KubeObject;
  if (dryRun !== 'client') {
    const resource = defined(inv.scheme.kindFor(object.apiVersion, object.kind), object.kind);
    const answer = yield* askObject(to(resource, { namespace: config.namespace }, {
      method: 'POST', accept: ACCEPT.typed, contentType: PROTOBUF, body: wanted, logFrom: LOG.typedCreate,
      query: query({ dryRun: dryRun === 'server' ? 'All' : undefined, fieldManager: flags.string('field-manager'), fieldValidation: validation }),
    }));
    if (!answer.ok) return yield* fail(what === undefined ? answer.error : text(`failed to create ${what}${failureText(answer.error)}`));
    made = answer.value;
  }
  yield* print(yield* check(printer(made, 'created', dryRun)));
  return 0;
}
