import { deepEqual } from '../../../base/json';
import { formatTime } from '../../../api/time';
import type { KubeObject } from '../../../api/types';
import { wallMicros } from '../../clock';
import type { CommandSpec } from '../cli/command';
import { bool, duration, int64, string, type FlagSpec } from '../cli/flags';
import { connect } from '../connect';
import { Page } from '../describe/page';
import { templateLines } from '../describe/pod';
import { dig, recordAt, withValue, type Dict } from '../document';
import { failureText, text, type Failure } from '../failure';
import { fileFlags, hasFiles } from '../files';
import type { Invocation } from '../invocation';
import type { ClientConfig } from '../kubeconfig';
import { DRY_RUN_FLAG, dryRunOf, objectName, objectPrinter, PRINT_FLAGS } from '../output-flags';
import { build, check, fail, print, type Program } from '../program';
import { ACCEPT, askObject, LOG, query, to } from '../requests';
import { HISTORY_KINDS, readHistory, withoutHash, type Revision } from '../rollout-history';
import { rolloutStatus, STATUS_KINDS } from '../rollout-status';
import { selectObjects, type Live } from '../select';
import { watchOne } from '../watch-one';
import { qualifiedResource } from '../../../api/gvk';
import { alignTabs, DESCRIPTION } from '../print/tabwriter';
import { LAST_APPLIED } from '../last-applied';

const FLAGS: readonly FlagSpec[] = [...fileFlags(), string('selector', '', 'l')];
const CHANGE_FLAGS: readonly FlagSpec[] = [...PRINT_FLAGS, ...FLAGS, string('field-manager', 'kubectl-rollout')];

const command = (name: string, about: string, flags: readonly FlagSpec[], run: CommandSpec['run'], usage = '(TYPE NAME | TYPE/NAME) [flags] [options]'): CommandSpec => ({ path: ['rollout', name], about, usage, flags, run });

export const ROLLOUT: readonly CommandSpec[] = [
  command('history', 'View rollout history', [...PRINT_FLAGS, ...FLAGS, int64('revision', 0)], history),
  command('pause', 'Mark the provided resource as paused', CHANGE_FLAGS, (inv) => change(inv, 'paused', pausing), 'RESOURCE [options]'),
  command('restart', 'Restart a resource', CHANGE_FLAGS, (inv) => change(inv, 'restarted', restarting(inv)), 'RESOURCE [options]'),
  command('resume', 'Resume a paused resource', CHANGE_FLAGS, (inv) => change(inv, 'resumed', resuming), 'RESOURCE [options]'),
  command('status', 'Show the status of the rollout', [...FLAGS, int64('revision', 0), duration('timeout'), bool('watch', true, 'w')], status),
  command('undo', 'Undo a previous rollout', [...PRINT_FLAGS, DRY_RUN_FLAG, ...FLAGS, int64('to-revision', 0)], undo),
];

function* select(inv: Invocation, config: ClientConfig): Program<readonly Live[]> {
  const { flags, args } = inv;
  const selector = flags.string('selector');
  const selected = yield* selectObjects(inv, config, args, { accept: ACCEPT.scheme, selector, all: selector === '' && args.length === 1 && !(args[0] ?? '').includes('/'), continueOnError: true });
  if (selected.failures.length > 0) return yield* fail({ kind: 'several', failures: selected.failures });
  return selected.objects;
}

function* begin(inv: Invocation): Program<ClientConfig> {
  if (inv.args.length === 0 && !hasFiles(inv.flags)) yield* fail(text('required resource not specified'));
  return yield* connect(inv);
}

// Models kubectl pkg/cmd/rollout rollout_status.go
function* status(inv: Invocation): Program<number> {
  const { flags } = inv;
  const config = yield* begin(inv);
  const deadline = flags.number('timeout') > 0 ? inv.host.now() + flags.number('timeout') : undefined;
  for (const { resource, namespace, object } of yield* select(inv, config)) {
    if (!STATUS_KINDS.includes(object.kind)) return yield* fail(text(`no status viewer has been implemented for ${object.kind}`));
    const watch = yield* watchOne(inv, resource, namespace, object.metadata.name);
    const pending: KubeObject[] = [...watch.objects];
    for (;;) {
      const next = pending.shift();
      if (next === undefined) {
        const frame = yield* watch.next(deadline);
        if (frame === 'deadline') return yield* fail(text('timed out waiting for the condition'));
        if (frame === 'ended') return yield* fail(text('watch closed before UntilWithoutRetry timeout'));
        if (frame.type === 'DELETED') return yield* fail(text('object has been deleted'));
        if (frame.type === 'ADDED' || frame.type === 'MODIFIED') pending.push(frame.object);
        continue;
      }
      const state = yield* check(asFailure(rolloutStatus({ ...next, kind: object.kind }, flags.number('revision'))));
      yield* print(state.text);
      if (state.done || !flags.bool('watch')) break;
    }
    yield* watch.close();
  }
  return 0;
}

function asFailure<T>(result: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: string }) {
  return result.ok ? result : { ok: false as const, error: text(result.error) };
}

/** `*v1.Deployment`-free names: `deployments.apps "web"`. */
const named = ({ resource, object }: Live): string => `${qualifiedResource(resource)} ${JSON.stringify(object.metadata.name)}`;

type Patch = (live: Live) => { readonly ok: true; readonly value: Dict } | { readonly ok: false; readonly error: string };

const pausing: Patch = (live) => {
  if (live.object.kind !== 'Deployment') return { ok: false, error: `${named(live)} pausing is not supported` };
  return dig(live.object, 'spec', 'paused') === true ? { ok: false, error: `${named(live)} is already paused` } : { ok: true, value: { spec: { paused: true } } };
};

const resuming: Patch = (live) => {
  if (live.object.kind !== 'Deployment') return { ok: false, error: `${named(live)} resuming is not supported` };
  return dig(live.object, 'spec', 'paused') === true ? { ok: true, value: { spec: { paused: null } } } : { ok: false, error: `${named(live)} is not paused` };
};

const restarting = (inv: Invocation): Patch => (live) => {
  if (!HISTORY_KINDS.includes(live.object.kind)) return { ok: false, error: `${named(live)} restarting is not supported` };
  if (dig(live.object, 'spec', 'paused') === true) return { ok: false, error: "can't restart paused deployment (run rollout resume first)" };
  return { ok: true, value: { spec: { template: { metadata: { annotations: { 'kubectl.kubernetes.io/restartedAt': formatTime(wallMicros(inv.host.now())) } } } } } };
};

/** pause, resume and restart: look, then patch. */
function* change(inv: Invocation, done: string, patch: Patch): Program<number> {
  const { flags } = inv;
  const config = yield* begin(inv);
  const printer = yield* check(objectPrinter(flags, inv.scheme, true));
  const failures: Failure[] = [];
  const patches: { live: Live; body: Dict }[] = [];
  for (const live of yield* select(inv, config)) {
    const body = patch(live);
    if (body.ok) patches.push({ live, body: body.value });
    else failures.push(text(body.error));
  }
  for (const { live, body } of patches) {
    yield* build(body);
    const answer = yield* askObject(to(live.resource, { namespace: live.namespace, name: live.object.metadata.name }, {
      method: 'PATCH', accept: ACCEPT.scheme, contentType: 'application/strategic-merge-patch+json', body, logFrom: LOG.patch, query: query({ fieldManager: flags.string('field-manager') }),
    }));
    if (answer.ok) yield* print(yield* check(printer(answer.value, done)));
    else failures.push(text(`failed to patch: ${failureText(answer.error)}`));
  }
  return failures.length === 0 ? 0 : yield* fail({ kind: 'several', failures });
}

// Models kubectl pkg/cmd/rollout rollout_history.go
function* history(inv: Invocation): Program<number> {
  const { flags } = inv;
  const config = yield* begin(inv);
  const wanted = flags.number('revision');
  if (wanted < 0) return yield* fail(text(`revision must be a positive integer: ${wanted}`));
  for (const live of yield* select(inv, config)) {
    if (!HISTORY_KINDS.includes(live.object.kind)) return yield* fail(text(`no history viewer has been implemented for ${JSON.stringify(live.object.kind)}`));
    const { revisions } = yield* readHistory(inv, live);
    const name = objectName(inv.scheme, live.object);
    if (wanted > 0) {
      const revision = revisions.find((r) => r.number === wanted);
      if (revision === undefined) return yield* fail(text('unable to find the specified revision'));
      yield* print(`${name} with revision #${wanted}\n${templateText(revision)}\n`);
    } else if (revisions.length === 0) yield* print(`${name} \nNo rollout history found.\n`);
    else yield* print(`${name} \n${alignTabs(`REVISION\tCHANGE-CAUSE\n${revisions.map((r) => `${r.number}\t${r.cause || '<none>'}\n`).join('')}`, DESCRIPTION)}\n`);
  }
  return 0;
}

/** Here the tabs are left as they are. */
function templateText(revision: Revision): string {
  const page = new Page();
  templateLines(page, revision.template ?? recordAt(revision.patch, 'spec', 'template'));
  return page.raw();
}

const KEPT: readonly string[] = [
  LAST_APPLIED, 'deployment.kubernetes.io/revision', 'deployment.kubernetes.io/revision-history', 'deployment.kubernetes.io/desired-replicas', 'deployment.kubernetes.io/max-replicas', 'deprecated.deployment.rollback.to',
];

// Models kubectl pkg/polymorphichelpers rollback.go
function* undo(inv: Invocation): Program<number> {
  const { flags } = inv;
  const config = yield* begin(inv);
  const dryRun = yield* check(dryRunOf(flags));
  const printer = yield* check(objectPrinter(flags, inv.scheme, true));
  const wanted = flags.number('to-revision');
  for (const live of yield* select(inv, config)) {
    if (!HISTORY_KINDS.includes(live.object.kind)) return yield* fail(text(`no rollbacker has been implemented for ${JSON.stringify(live.object.kind)}`));
    const { object, revisions } = yield* readHistory(inv, live);
    const target = yield* chooseRevision(object, revisions, wanted);
    if (dryRun === 'client') {
      yield* print(yield* check(printer(live.object, templateText(target), dryRun)));
      continue;
    }
    if (dig(object, 'spec', 'paused') === true) return yield* fail(text("you cannot rollback a paused deployment; resume it first with 'kubectl rollout resume' and try again"));
    const patch = rollbackPatch(object, target);
    if (patch === undefined) {
      yield* print(yield* check(printer(live.object, `skipped rollback (current template already matches revision ${target.number})`)));
      continue;
    }
    yield* build(patch);
    const at = { namespace: live.namespace, name: object.metadata.name };
    const contentType = Array.isArray(patch) ? 'application/json-patch+json' : 'application/strategic-merge-patch+json';
    const answer = yield* askObject(to(live.resource, at, { method: 'PATCH', accept: ACCEPT.typed, contentType, body: patch, logFrom: LOG.typedPatch, query: query({ dryRun: dryRun === 'server' ? 'All' : undefined }) }));
    if (!answer.ok) return yield* fail(text(`failed restoring revision ${target.number}: ${failureText(answer.error)}`));
    yield* print(yield* check(printer(live.object, 'rolled back', dryRun)));
  }
  return 0;
}

function* chooseRevision(object: KubeObject, revisions: readonly Revision[], wanted: number): Program<Revision> {
  if (wanted > 0) return revisions.find((r) => r.number === wanted) ?? (yield* fail(text(`unable to find specified revision ${wanted} in history`)));
  const previous = revisions.at(-2);
  if (previous === undefined) return yield* fail(text(`no rollout history found for ${object.kind.toLowerCase()} ${JSON.stringify(object.metadata.name)}`));
  return previous;
}

/** Undefined when there is nothing to go back to. */
function rollbackPatch(object: KubeObject, target: Revision): unknown {
  if (target.template === undefined) return target.patch;
  const template = withoutHash(target.template);
  if (deepEqual(withValue(dig(object, 'spec', 'template'), ['metadata', 'creationTimestamp'], undefined), template)) return undefined;
  const own = object.metadata.annotations ?? {};
  const annotations = Object.fromEntries([
    ...KEPT.filter((key) => key in own).map((key) => [key, own[key] ?? '']), ...Object.entries(target.annotations).filter(([key]) => !KEPT.includes(key)),
  ]) as Readonly<Record<string, string>>;
  return [{ op: 'replace', path: '/spec/template', value: template }, { op: 'replace', path: '/metadata/annotations', value: annotations }];
}
