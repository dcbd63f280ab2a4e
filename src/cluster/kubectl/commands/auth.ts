import { defined } from '../../../base/assert';
import type { CommandSpec } from '../cli/command';
import { bool, string } from '../cli/flags';
import { connect } from '../connect';
import { refreshDiscovery } from '../discovery';
import { dig, listAt, recordAt, stringAt } from '../document';
import { text } from '../failure';
import type { Invocation } from '../invocation';
import { PRINT_FLAGS } from '../output-flags';
import { alignTabs, TABLE } from '../print/tabwriter';
import { build, check, fail, print, printError, type Program } from '../program';
import { ACCEPT, ask, LOG, PROTOBUF, to } from '../requests';

export const canI: CommandSpec = {
  path: ['auth', 'can-i'], about: 'Check whether an action is allowed', usage: 'VERB [TYPE | TYPE/NAME | NONRESOURCEURL] [options]',
  flags: [bool('all-namespaces', false, 'A'), bool('list'), bool('no-headers'), bool('quiet', false, 'q'), string('subresource')], run,
};

export const whoAmI: CommandSpec = {
  path: ['auth', 'whoami'], about: 'Experimental: Check self subject attributes', usage: '[options]', flags: PRINT_FLAGS,
  *run(inv) {
    yield* connect(inv);
    const resource = inv.scheme.resourceFor('authentication.k8s.io', 'v1', 'selfsubjectreviews');
    if (resource === undefined) return yield* fail(text('the selfsubjectreviews API is not enabled in the cluster\nenable authentication.k8s.io/v1alpha1 or authentication.k8s.io/v1beta1 or authentication.k8s.io/v1'));
    const body = { kind: 'SelfSubjectReview', apiVersion: 'authentication.k8s.io/v1', metadata: {}, status: { userInfo: {} } };
    const answer = yield* check(yield* ask(to(resource, {}, { method: 'POST', accept: ACCEPT.typed, contentType: PROTOBUF, body, logFrom: LOG.typedCreate })));
    const info = recordAt(answer, 'status', 'userInfo');
    const rows = [['ATTRIBUTE', 'VALUE'], ['Username', stringAt(info, 'username')], ['UID', stringAt(info, 'uid')], ['Groups', listAt(info, 'groups').length === 0 ? '' : `[${listAt(info, 'groups').join(' ')}]`]];
    yield* print(alignTabs(`${rows.filter(([, value]) => value !== '').map((row) => row.join('\t')).join('\n')}\n`, TABLE));
    return 0;
  },
};

// Models kubectl pkg/cmd/auth cani.go
function* run(inv: Invocation): Program<number> {
  const { flags, args } = inv;
  const config = yield* connect(inv);
  if (flags.bool('list')) return yield* listRules(inv, config.namespace);
  if (args.length < 2 || args.length > 3) {
    return yield* fail({ kind: 'text', text: `you must specify two arguments: verb resource or verb resource/resourceName.\nSee '${inv.command} -h' for help and examples.` });
  }
  const [verb = '', target = ''] = args;
  const namespace = flags.bool('all-namespaces') ? '' : config.namespace;
  const attributes = target.startsWith('/') ? { nonResourceAttributes: { path: target, verb } } : { resourceAttributes: yield* resourceAttributes(inv, verb, target, args[2] ?? '', namespace) };
  const body = { kind: 'SelfSubjectAccessReview', apiVersion: 'authorization.k8s.io/v1', metadata: {}, spec: attributes, status: { allowed: false } };
  yield* build(body);
  const reviews = defined(inv.scheme.resourceFor('authorization.k8s.io', 'v1', 'selfsubjectaccessreviews'), 'reviews');
  const answer = yield* check(yield* ask(to(reviews, {}, { method: 'POST', accept: ACCEPT.typed, contentType: PROTOBUF, body, logFrom: LOG.typedCreate })));
  const allowed = dig(answer, 'status', 'allowed') === true;
  const reason = stringAt(answer, 'status', 'reason');
  const problem = stringAt(answer, 'status', 'evaluationError');
  const no = `no${reason === '' ? '' : ` - ${reason}`}${problem === '' ? '' : ` - ${problem}`}`;
  if (!flags.bool('quiet')) yield* print(`${allowed ? 'yes' : no}\n`);
  return allowed ? 0 : 1;
}

function* resourceAttributes(inv: Invocation, verb: string, target: string, name: string, namespace: string): Program<Readonly<Record<string, unknown>>> {
  const { flags } = inv;
  const [type = '', tail = ''] = target.split('/');
  const subresourceTyped = type === 'pods' && tail === 'log' ? 'log' : '';
  const resource = type === '*' ? undefined : inv.scheme.resolve(type);
  if (type !== '*') {
    yield { kind: 'discover', document: { word: type, resource: resource?.resource } };
    if (resource === undefined) {
      yield* refreshDiscovery(inv);
      yield* printError(`Warning: the server doesn't have a resource type '${type}'\n\n`);
    } else if (namespace !== '') {
      // Whether it is namespaced is asked anew.
      yield* ask({ method: 'GET', path: resource.group === '' ? `/api/${resource.version}` : `/apis/${resource.group}/${resource.version}`, accept: ACCEPT.scheme, logFrom: LOG.discovery });
      if (!resource.namespaced) yield* printError(`Warning: resource '${resource.resource}' is not namespace scoped${resource.group === '' ? '' : ` in group '${resource.group}'`}\n\n`);
    }
  }
  const objectName = name || (subresourceTyped === '' ? tail : '');
  const subresource = flags.string('subresource') || subresourceTyped;
  return {
    ...(namespace === '' ? {} : { namespace }), verb, ...(resource === undefined || resource.group === '' ? (type === '*' ? { group: '*' } : {}) : { group: resource.group }), resource: resource?.resource ?? type,
    ...(subresource === '' ? {} : { subresource }), ...(objectName === '' ? {} : { name: objectName }),
  };
}

function* listRules(inv: Invocation, namespace: string): Program<number> {
  const resource = defined(inv.scheme.resourceFor('authorization.k8s.io', 'v1', 'selfsubjectrulesreviews'), 'reviews');
  const body = { kind: 'SelfSubjectRulesReview', apiVersion: 'authorization.k8s.io/v1', metadata: {}, spec: { namespace }, status: { resourceRules: null, nonResourceRules: null, incomplete: false } };
  const answer = yield* check(yield* ask(to(resource, {}, { method: 'POST', accept: ACCEPT.typed, contentType: PROTOBUF, body, logFrom: LOG.typedCreate })));
  const rows = listAt(answer, 'status', 'resourceRules').flatMap((rule) =>
    listAt(rule, 'resources').flatMap((r) => listAt(rule, 'apiGroups').map((g) => [String(g) === '' ? String(r) : `${String(r)}.${String(g)}`, '[]', `[${listAt(rule, 'resourceNames').join(' ')}]`, `[${listAt(rule, 'verbs').join(' ')}]`])),
  );
  const urls = listAt(answer, 'status', 'nonResourceRules').flatMap((rule) => listAt(rule, 'nonResourceURLs').map((url) => ['', `[${String(url)}]`, '[]', `[${listAt(rule, 'verbs').join(' ')}]`]));
  const lines = [...(inv.flags.bool('no-headers') ? [] : [['Resources', 'Non-Resource URLs', 'Resource Names', 'Verbs']]), ...rows, ...urls];
  yield* print(alignTabs(`${lines.map((line) => line.join('\t')).join('\n')}\n`, TABLE));
  return 0;
}

