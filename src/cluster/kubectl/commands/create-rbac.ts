import type { CommandSpec } from '../cli/command';
import { array, slice, string, type FlagSpec } from '../cli/flags';
import { connect } from '../connect';
import { resolveForRule } from '../discovery';
import { text } from '../failure';
import type { Invocation } from '../invocation';
import { fail, printError, type Program } from '../program';
import { CREATE_FLAGS } from './create-flags';
import { createTyped, nameArgument } from './create-typed';

const DRY = '[--dry-run=server|client|none] [options]';
const RBAC = 'rbac.authorization.k8s.io';
const VERBS: readonly string[] = ['*', 'get', 'delete', 'list', 'create', 'update', 'patch', 'watch', 'proxy', 'redirect', 'deletecollection', 'use', 'bind', 'escalate', 'impersonate', 'approve', 'sign', 'attest'];
const RULE_FLAGS: readonly FlagSpec[] = [...CREATE_FLAGS, slice('resource'), array('resource-name'), slice('verb')];

export const createRole: CommandSpec = {
  path: ['create', 'role'], usage: `NAME --verb=verb --resource=resource.group/subresource [--resource-name=resourcename] ${DRY}`, about: 'Create a role with single rule', flags: RULE_FLAGS,
  // Models kubectl pkg/cmd/create create_role.go
  *run(inv) {
    const name = yield* nameArgument(inv);
    const config = yield* connect(inv);
    const rules = yield* rulesOf(inv, false);
    return yield* createTyped(inv, undefined, { kind: 'Role', apiVersion: `${RBAC}/v1`, metadata: { name }, rules }, { config });
  },
};

export const createClusterRole: CommandSpec = {
  path: ['create', 'clusterrole'], usage: `NAME --verb=verb --resource=resource.group [--resource-name=resourcename] ${DRY}`, about: 'Create a cluster role', flags: [...RULE_FLAGS, slice('non-resource-url'), string('aggregation-rule')],
  *run(inv) {
    const name = yield* nameArgument(inv);
    if (inv.flags.string('aggregation-rule') !== '') return yield* fail(text('--aggregation-rule is not available in this simulation'));
    const config = yield* connect(inv);
    const rules = yield* rulesOf(inv, inv.flags.list('non-resource-url').length > 0);
    return yield* createTyped(inv, undefined, { kind: 'ClusterRole', apiVersion: `${RBAC}/v1`, metadata: { name }, rules }, { config, clusterScoped: true });
  },
};

/** One rule a group, in the order of the groups' names. */
function* rulesOf(inv: Invocation, urls: boolean): Program<readonly unknown[]> {
  const { flags } = inv;
  const verbs = flags.list('verb').includes('*') ? ['*'] : [...new Set(flags.list('verb'))];
  if (verbs.length === 0) yield* fail(text('at least one verb must be specified'));
  if (urls && flags.list('resource').length === 0) return [{ verbs, nonResourceURLs: [...new Set(flags.list('non-resource-url'))] }];
  if (flags.list('resource').length === 0) yield* fail(text('at least one resource must be specified'));
  for (const verb of verbs) if (!VERBS.includes(verb)) yield* printError(`Warning: '${verb}' is not a standard resource verb\n`);
  const groups = new Map<string, string[]>();
  for (const word of flags.list('resource')) {
    const [type = '', subresource] = word.split('/');
    const { group, resource } = yield* resolveForRule(inv, type);
    const full = subresource === undefined ? resource : `${resource}/${subresource}`;
    const list = groups.get(group) ?? [];
    if (!list.includes(full)) groups.set(group, [...list, full]);
  }
  const names = flags.list('resource-name');
  return [...groups.keys()].sort().map((group) => ({ verbs, apiGroups: [group], resources: groups.get(group), ...(names.length > 0 ? { resourceNames: names } : {}) }));
}

const SUBJECT_FLAGS: readonly FlagSpec[] = [...CREATE_FLAGS, string('clusterrole'), array('group'), array('serviceaccount'), array('user')];

export const createRoleBinding: CommandSpec = {
  path: ['create', 'rolebinding'], usage: `NAME --clusterrole=NAME|--role=NAME [--user=username] [--group=groupname] [--serviceaccount=namespace:serviceaccountname] ${DRY}`,
  about: 'Create a role binding for a particular role or cluster role', flags: [...SUBJECT_FLAGS, string('role')],
  *run(inv) {
    const { flags } = inv;
    const name = yield* nameArgument(inv);
    const [role, clusterRole] = [flags.string('role'), flags.string('clusterrole')];
    if ((role === '') === (clusterRole === '')) return yield* fail(text('exactly one of clusterrole or role must be specified'));
    const subjects = yield* subjectsOf(inv);
    return yield* createTyped(inv, 'rolebinding: ', {
      kind: 'RoleBinding', apiVersion: `${RBAC}/v1`, metadata: { name }, ...(subjects.length > 0 ? { subjects } : {}), roleRef: { apiGroup: RBAC, kind: role === '' ? 'ClusterRole' : 'Role', name: role || clusterRole },
    });
  },
};

export const createClusterRoleBinding: CommandSpec = {
  path: ['create', 'clusterrolebinding'], usage: `NAME --clusterrole=NAME [--user=username] [--group=groupname] [--serviceaccount=namespace:serviceaccountname] ${DRY}`,
  about: 'Create a cluster role binding for a particular cluster role', flags: SUBJECT_FLAGS, required: ['clusterrole'],
  *run(inv) {
    const name = yield* nameArgument(inv);
    const subjects = yield* subjectsOf(inv);
    return yield* createTyped(inv, 'clusterrolebinding: ', {
      kind: 'ClusterRoleBinding', apiVersion: `${RBAC}/v1`, metadata: { name }, ...(subjects.length > 0 ? { subjects } : {}), roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: inv.flags.string('clusterrole') },
    }, { clusterScoped: true });
  },
};

function* subjectsOf(inv: Invocation): Program<readonly unknown[]> {
  const { flags } = inv;
  const accounts = [];
  for (const word of flags.list('serviceaccount')) {
    const [namespace = '', name = '', ...more] = word.split(':');
    if (namespace === '' || name === '' || more.length > 0) yield* fail(text('serviceaccount must be <namespace>:<name>'));
    accounts.push({ kind: 'ServiceAccount', name, namespace });
  }
  return [
    ...flags.list('user').map((name) => ({ kind: 'User', apiGroup: RBAC, name })), ...flags.list('group').map((name) => ({ kind: 'Group', apiGroup: RBAC, name })), ...accounts,
  ];
}
