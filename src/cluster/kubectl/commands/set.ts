import { createTwoWayMergePatch } from '../../../api/patch/strategic-diff';
import { schemaOf } from '../../../api/schema/schema';
import type { CommandSpec } from '../cli/command';
import { array, bool, string, type FlagSpec } from '../cli/flags';
import { connect } from '../connect';
import { dig, isObject, isRecord, listAt, recordAt, stringAt, withValue, type Dict } from '../document';
import { text, type Failure } from '../failure';
import { fileFlags, hasFiles } from '../files';
import type { Invocation } from '../invocation';
import { dryRunOf, objectPrinter } from '../output-flags';
import { build, check, fail, print, type Program } from '../program';
import { ACCEPT, askObject, LOG, query, to } from '../requests';
import { NO_RESOURCES, selectObjects, type Live } from '../select';
import { writeFlags } from './create-flags';
import { resourceList } from './create-simple';

const SET_FLAGS: readonly FlagSpec[] = [...writeFlags('kubectl-set'), bool('all'), ...fileFlags(), bool('local'), string('selector', '', 'l')];

type Container = Dict;
/** Changes one container; undefined leaves it alone. */
type Change = (container: Container) => Container;

/** How a set command changes a pod spec: the whole new spec, or why not. */
type SpecChange = (spec: Dict) => { readonly ok: true; readonly value: Dict } | { readonly ok: false; readonly error: Failure };

export const setImage: CommandSpec = {
  path: ['set', 'image'], about: 'Update the image of a pod template', usage: '(-f FILENAME | TYPE NAME) CONTAINER_NAME_1=CONTAINER_IMAGE_1 ... CONTAINER_NAME_N=CONTAINER_IMAGE_N [options]', flags: SET_FLAGS,
  // Models kubectl pkg/cmd/set set_image.go
  *run(inv) {
    const { resources, pairs } = splitPairs(inv.args);
    if (resources.length === 0 && !hasFiles(inv.flags)) return yield* fail(text(NO_RESOURCES));
    return yield* change(inv, resources, 'image updated', (spec) => setImages(spec, pairs), pairs.length === 0 ? text('at least one image update is required') : undefined);
  },
};

export const setResources: CommandSpec = {
  path: ['set', 'resources'], about: 'Update resource requests/limits on objects with pod templates', usage: '(-f FILENAME | TYPE NAME)  ([--limits=LIMITS & --requests=REQUESTS] [options]',
  flags: [...SET_FLAGS, string('containers', '*', 'c'), string('limits'), string('requests')],
  // Models kubectl pkg/cmd/set set_resources.go
  *run(inv) {
    const { flags } = inv;
    const nothing = flags.string('limits') === '' && flags.string('requests') === '';
    const early = nothing ? text('you must specify an update to requests or limits (in the form of --requests/--limits)') : undefined;
    return yield* change(inv, inv.args, 'resource requirements updated', undefined, early, function* () {
      const limits = yield* resourceList(flags.string('limits'));
      const requests = yield* resourceList(flags.string('requests'));
      return onContainers(flags.string('containers'), (c) => {
        const merged = { ...recordAt(c, 'resources'), ...merge(c, 'limits', limits), ...merge(c, 'requests', requests) };
        return { ...c, resources: merged };
      });
    });
  },
};

function merge(container: Dict, key: 'limits' | 'requests', amounts: Dict): Dict {
  return Object.keys(amounts).length === 0 ? {} : { [key]: { ...recordAt(container, 'resources', key), ...amounts } };
}

export const setEnv: CommandSpec = {
  path: ['set', 'env'], about: 'Update environment variables on a pod template', usage: 'RESOURCE/NAME KEY_1=VAL_1 ... KEY_N=VAL_N [options]',
  flags: [...SET_FLAGS, string('containers', '*', 'c'), array('env', 'e'), string('from'), array('keys'), bool('list'), bool('overwrite', true), string('prefix'), bool('resolve')],
  // Models kubectl pkg/cmd/set set_env.go
  *run(inv) {
    const { flags } = inv;
    if (flags.string('from') !== '') return yield* fail(text('--from is not available in this simulation'));
    const split = splitPairs(inv.args, true);
    const pairs = [...split.pairs, ...flags.list('env')];
    if (split.resources.length === 0 && !hasFiles(flags)) return yield* fail(text('one or more resources must be specified as <resource> <name> or <resource>/<name>'));
    if (flags.bool('list')) return yield* listEnvironment(inv, split.resources);
    if (pairs.length === 0) return yield* fail(text('at least one environment variable must be provided'));
    const removed = pairs.filter((pair) => !pair.includes('=')).map((pair) => pair.slice(0, -1));
    const set = pairs.filter((pair) => pair.includes('=')).map((pair) => ({ name: pair.slice(0, pair.indexOf('=')), value: pair.slice(pair.indexOf('=') + 1) }));
    return yield* change(inv, split.resources, 'env updated', onContainers(flags.string('containers'), (c) => {
      const before = listAt(c, 'env');
      if (before.length === 0 && set.length === 0) return c;
      const updated = before.filter((e) => !removed.includes(stringAt(e, 'name'))).map((e) => set.find((s) => s.name === stringAt(e, 'name')) ?? e);
      const added = set.filter((s) => !before.some((e) => stringAt(e, 'name') === s.name));
      return { ...c, env: [...updated, ...added] };
    }));
  },
};

function* listEnvironment(inv: Invocation, resources: readonly string[]): Program<number> {
  const config = yield* connect(inv);
  const { objects } = yield* selectObjects(inv, config, resources, { selector: inv.flags.string('selector'), all: inv.flags.bool('all'), accept: ACCEPT.scheme });
  for (const { object } of objects) {
    for (const c of listAt(object, ...specPath(object), 'containers')) {
      yield* print(`# ${object.kind} ${object.metadata.name}, container ${stringAt(c, 'name')}\n${listAt(c, 'env').map((e) => (isRecord(dig(e, 'valueFrom')) ? `# ${stringAt(e, 'name')} from elsewhere\n` : `${stringAt(e, 'name')}=${stringAt(e, 'value')}\n`)).join('')}`);
    }
  }
  return 0;
}

export const setServiceAccount: CommandSpec = {
  path: ['set', 'serviceaccount'], aliases: ['sa'], about: 'Update the service account of a resource', usage: '(-f FILENAME | TYPE NAME) SERVICE_ACCOUNT [options]', flags: SET_FLAGS,
  *run(inv) {
    const account = inv.args.at(-1);
    if (account === undefined) return yield* fail(text('serviceaccount is required'));
    return yield* change(inv, inv.args.slice(0, -1), 'serviceaccount updated', (spec) => ({ ok: true, value: { ...spec, serviceAccountName: account } }));
  },
};

/** Arguments before the first `key=value` name resources. With `removals`, `KEY-` is a pair too. */
function splitPairs(args: readonly string[], removals = false): { readonly resources: readonly string[]; readonly pairs: readonly string[] } {
  const first = args.findIndex((arg) => arg.includes('=') || (removals && arg.endsWith('-') && arg.length > 1));
  return first < 0 ? { resources: args, pairs: [] } : { resources: args.slice(0, first), pairs: args.slice(first) };
}

function setImages(spec: Dict, pairs: readonly string[]): ReturnType<SpecChange> {
  let next = spec;
  for (const pair of pairs) {
    const name = pair.slice(0, pair.indexOf('='));
    const image = pair.slice(pair.indexOf('=') + 1);
    let found = name === '*';
    for (const list of ['initContainers', 'containers']) {
      const containers = listAt(next, list);
      if (containers.length === 0) continue;
      next = { ...next, [list]: containers.map((c) => {
        if (name !== '*' && stringAt(c, 'name') !== name) return c;
        found = true;
        return { ...recordAt(c), image };
      }) };
    }
    if (!found) return { ok: false, error: text(`unable to find container named ${JSON.stringify(name)}`) };
  }
  return { ok: true, value: next };
}

/** The containers that a pattern with `*` names. */
function onContainers(pattern: string, change: Change): SpecChange {
  const matches = new RegExp(`^${pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&')).join('.*')}$`);
  return (spec) => {
    let found = false;
    const containers = listAt(spec, 'containers').map((c) => {
      if (!matches.test(stringAt(c, 'name'))) return c;
      found = true;
      return change(recordAt(c));
    });
    return found ? { ok: true, value: { ...spec, containers } } : { ok: false, error: text(`unable to find container named ${pattern}`) };
  };
}

const specPath = (object: unknown): readonly string[] => {
  const kind = stringAt(object, 'kind');
  return kind === 'Pod' ? ['spec'] : kind === 'CronJob' ? ['spec', 'jobTemplate', 'spec', 'template', 'spec'] : ['spec', 'template', 'spec'];
};

/** Fetches, changes the pod spec of each object, patches with the difference. Models kubectl pkg/cmd/set helper.go CalculatePatches. */
function* change(inv: Invocation, resources: readonly string[], done: string, how: SpecChange | undefined, early?: Failure, later?: () => Program<SpecChange>): Program<number> {
  const { flags } = inv;
  const dryRun = yield* check(dryRunOf(flags));
  const printer = yield* check(objectPrinter(flags, inv.scheme, true));
  if (flags.bool('local')) return yield* fail(text('--local is not available in this simulation'));
  const config = yield* connect(inv);
  const selected = yield* selectObjects(inv, config, resources, { selector: flags.string('selector'), all: flags.bool('all'), accept: ACCEPT.scheme, continueOnError: true });
  if (selected.failures.length > 0) return yield* fail({ kind: 'several', failures: selected.failures });
  if (early !== undefined) return yield* fail(early);
  const specChange = how ?? (later === undefined ? undefined : yield* later());
  const failures: Failure[] = [];
  const patches: { live: Live; body: Dict; object: Dict }[] = [];
  for (const live of selected.objects) {
    const path = specPath(live.object);
    const spec = dig(live.object, ...path);
    if (!isRecord(spec) || !Array.isArray(spec['containers'])) {
      failures.push(text(`${live.resource.resource}/${live.object.metadata.name} the object is not a pod or does not have a pod template: *${live.resource.version}.${live.object.kind}`));
      continue;
    }
    const changed = specChange?.(spec) ?? { ok: true, value: spec };
    if (!changed.ok) {
      failures.push(changed.error);
      continue;
    }
    const object = withValue(live.object, path, changed.value);
    const schema = schemaOf(inv.scheme.version);
    const body = createTwoWayMergePatch(live.object, object, schema.ofKind(live.object.apiVersion, live.object.kind), schema);
    if (body.ok) patches.push({ live, body: body.value, object });
    else failures.push(text(body.error));
  }
  for (const { live, body, object } of patches) {
    if (Object.keys(body).length === 0) continue;
    yield* build(body);
    if (dryRun === 'client') {
      yield* print(yield* check(printer(isObject(object) ? object : live.object, done, dryRun)));
      continue;
    }
    const answer = yield* askObject(to(live.resource, { namespace: live.namespace, name: live.object.metadata.name }, {
      method: 'PATCH', accept: ACCEPT.scheme, contentType: 'application/strategic-merge-patch+json', body, logFrom: LOG.patch,
      query: query({ dryRun: dryRun === 'server' ? 'All' : undefined, fieldManager: flags.string('field-manager') }),
    }));
    if (answer.ok) yield* print(yield* check(printer(answer.value, done, dryRun)));
    else failures.push(text(`failed to patch ${done} to pod template: ${answer.error.kind === 'status' ? (answer.error.status.message ?? '') : ''}`));
  }
  return failures.length === 0 ? 0 : yield* fail(failures.length === 1 && failures[0] !== undefined ? failures[0] : { kind: 'several', failures });
}
