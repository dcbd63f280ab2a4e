import { SECOND, type Micros } from '../../../kernel/time';
import type { CommandSpec } from '../cli/command';
import { bool, duration, string } from '../cli/flags';
import { connect } from '../connect';
import { isObject, listAt, numberAt, stringAt } from '../document';
import { text, type Failure } from '../failure';
import { fileFlags, hasFiles } from '../files';
import type { Invocation } from '../invocation';
import { objectPrinter, PRINT_FLAGS } from '../output-flags';
import { findJsonPath, show } from '../print/jsonpath';
import { relaxed } from '../print/custom-columns';
import { check, fail, print, sleep, type Program } from '../program';
import { ACCEPT, askObject, isNotFound, LOG, to } from '../requests';
import { eachLive, NO_RESOURCES, type Live } from '../select';
import { selectArguments } from '../arguments';
import { waitForDeletion } from '../wait-deletion';
import { watchOne } from '../watch-one';
import type { KubeObject } from '../../../api/types';

export const wait: CommandSpec = {
  path: ['wait'], about: 'Wait for a specific condition on one or many resources',
  usage: "([-f FILENAME] | resource.group/resource.name | resource.group [(-l label | --all)]) [--for=create|--for=delete|--for condition=available|--for=jsonpath='{}'[=value]] [options]",
  flags: [...PRINT_FLAGS, bool('all'), bool('all-namespaces', false, 'A'), string('field-selector'), ...fileFlags(true), string('for'), bool('local'), string('selector', '', 'l'), duration('timeout', 30 * SECOND)], run,
};

type Condition =
  | { readonly kind: 'delete' | 'create' }
  | { readonly kind: 'until'; readonly met: (object: KubeObject) => boolean };

// Models kubectl pkg/cmd/wait wait.go
function* run(inv: Invocation): Program<number> {
  const { flags } = inv;
  const condition = yield* readCondition(flags.string('for'));
  const config = yield* connect(inv);
  if (inv.args.length === 0 && !hasFiles(flags)) return yield* fail(text(NO_RESOURCES));
  const timeout = flags.number('timeout') < 0 ? 7 * 24 * 3600 * SECOND : flags.number('timeout');
  const deadline = inv.host.now() + timeout;
  const printer = yield* check(objectPrinter(flags, inv.scheme));
  const failures: Failure[] = [];
  const options = { selector: flags.string('selector'), fieldSelector: flags.string('field-selector'), all: flags.bool('all'), everywhere: flags.bool('all-namespaces'), continueOnError: true };
  if (condition.kind === 'create' && !hasFiles(flags)) yield* waitForCreation(inv, config.namespace, deadline);
  const visited = yield* eachLive(inv, config, inv.args, options, function* (live) {
    const found = yield* one(inv, live, condition, deadline, failures);
    if (found !== undefined) yield* print(yield* check(printer(found, 'condition met')));
    return undefined;
  });
  // Gone before it was looked for is what waiting for deletion wants.
  const others = visited.failures.filter((f) => !(condition.kind === 'delete' && isNotFound(f)));
  const all = [...others, ...failures];
  if (all.length > 0) return yield* fail({ kind: 'several', failures: all });
  if (visited.count === 0 && condition.kind !== 'delete') return yield* fail(text('no matching resources found'));
  return 0;
}

function* readCondition(wanted: string): Program<Condition> {
  const lower = wanted.toLowerCase();
  if (lower === 'delete') return { kind: 'delete' };
  if (lower === 'create') return { kind: 'create' };
  const condition = /^condition=([^=]+)(?:=(.*))?$/i.exec(wanted);
  if (condition !== null) {
    const [, type = '', value = 'true'] = condition;
    return { kind: 'until', met: (object) => hasCondition(object, type, value) };
  }
  const path = /^jsonpath=(.*)$/i.exec(wanted);
  if (path === null) return yield* fail(text(`unrecognized condition: ${JSON.stringify(wanted)}`));
  const [, spec = ''] = path;
  const split = /^(['"]?)(\{[\s\S]*\}|[^=]+)\1(?:=(['"]?)([\s\S]*)\3)?$/.exec(spec);
  if (split === null) return yield* fail(text(`jsonpath wait format must be --for=jsonpath='{.status.readyReplicas}'=3 or --for=jsonpath='{.status.readyReplicas}'`));
  const [, , expression = '', , value] = split;
  return {
    kind: 'until',
    met: (object) => {
      const found = findJsonPath(relaxed(expression), object);
      if (!found.ok || found.value.length !== 1) return false;
      return value === undefined ? true : show(found.value[0]) === value;
    },
  };
}

function hasCondition(object: KubeObject, type: string, value: string): boolean {
  const generation = object.metadata.generation;
  const observed = numberAt(object, 'status', 'observedGeneration');
  for (const c of listAt(object, 'status', 'conditions')) {
    if (stringAt(c, 'type').toLowerCase() !== type.toLowerCase()) continue;
    if (generation !== undefined && observed > 0 && observed < generation) return false;
    return stringAt(c, 'status').toLowerCase() === value.toLowerCase();
  }
  return false;
}

/** Waits for one object; gives what is printed. */
function* one(inv: Invocation, live: Live, condition: Condition, deadline: Micros, failures: Failure[]): Program<KubeObject | undefined> {
  const { resource, namespace, object } = live;
  const left = deadline - inv.host.now();
  if (condition.kind === 'delete') {
    const before = failures.length;
    yield* waitForDeletion(inv, { resource, namespace, name: object.metadata.name, uid: object.metadata.uid ?? '' }, Math.max(0, left), failures);
    return failures.length === before ? object : undefined;
  }
  if (condition.kind !== 'until') return object;
  const timedOut = (): undefined => {
    failures.push(text(`timed out waiting for the condition on ${resource.resource}${resource.group === '' ? '' : `.${resource.group}`}/${object.metadata.name}`));
    return undefined;
  };
  if (inv.flags.number('timeout') === 0 && condition.met(object)) return object;
  if (left <= 0) return timedOut();
  const watch = yield* watchOne(inv, resource, namespace, object.metadata.name);
  const pending: KubeObject[] = [...watch.objects];
  for (;;) {
    const next = pending.shift();
    if (next !== undefined) {
      if (!condition.met(next)) continue;
      yield* watch.close();
      return { ...next, apiVersion: object.apiVersion, kind: object.kind };
    }
    const frame = yield* watch.next(deadline);
    if (frame === 'deadline' || frame === 'ended') {
      yield* watch.close();
      return timedOut();
    }
    if ((frame.type === 'ADDED' || frame.type === 'MODIFIED') && isObject(frame.object)) pending.push(frame.object);
  }
}

/** Looks twice a second until the named objects are there. */
function* waitForCreation(inv: Invocation, namespace: string, deadline: Micros): Program<void> {
  const selection = yield* selectArguments(inv, inv.args);
  for (const { resource, name } of selection.names) {
    for (;;) {
      const live = yield* askObject(to(resource, { namespace: resource.namespaced ? namespace : undefined, name }, { method: 'GET', accept: ACCEPT.unstructured, logFrom: LOG.get }));
      if (live.ok || !isNotFound(live.error)) break;
      if (inv.host.now() + SECOND / 2 > deadline) {
        if (deadline > inv.host.now()) yield* sleep(deadline - inv.host.now());
        yield* fail(text('timed out waiting for the condition'));
      }
      yield* sleep(SECOND / 2);
    }
  }
}
