import { defined } from '../../../base/assert';
import type { ClusterRole, ClusterRoleBinding, KubeObject, PolicyRule, Role, RoleBinding, Subject } from '../../../api/types';
import { CLUSTER_ROLE_BINDINGS, CLUSTER_ROLES, CONTROLLER_ROLES, NAMESPACE_ROLES } from './rbac-policy';

const RBAC = 'rbac.authorization.k8s.io';
const API_VERSION = 'rbac.authorization.k8s.io/v1';
const BOOTSTRAP = { labels: { 'kubernetes.io/bootstrapping': 'rbac-defaults' }, annotations: { 'rbac.authorization.kubernetes.io/autoupdate': 'true' } } as const;

function parseRule(line: string): PolicyRule {
  const [verbs = '', groups = '', resources = '', names] = line.trim().split(/\s+/);
  if (groups === 'url') return { verbs: verbs.split(','), nonResourceURLs: resources.split(',') };
  return {
    verbs: verbs.split(','), apiGroups: groups.split(',').map((g) => (g === 'core' ? '' : g)), resources: resources.split(','),
    ...(names === undefined ? {} : { resourceNames: names.split(',') }),
  };
}

/** Roles of a policy text, by name. `= name` takes over the rules of an earlier role. */
function parsePolicy(text: string): ReadonlyMap<string, readonly PolicyRule[]> {
  const roles = new Map<string, PolicyRule[]>();
  let current: PolicyRule[] = [];
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    if (!line.startsWith(' ')) roles.set(line.trim(), (current = []));
    else if (line.trim().startsWith('= ')) current.push(...defined(roles.get(line.trim().slice(2)), line));
    else current.push(parseRule(line));
  }
  return roles;
}

const AGGREGATED: Readonly<Record<string, string>> = { admin: 'rbac.authorization.k8s.io/aggregate-to-admin', edit: 'rbac.authorization.k8s.io/aggregate-to-edit', view: 'rbac.authorization.k8s.io/aggregate-to-view' };

function clusterRole(name: string, rules: readonly PolicyRule[]): ClusterRole {
  const label = AGGREGATED[name];
  return {
    apiVersion: API_VERSION, kind: 'ClusterRole', metadata: { name, ...BOOTSTRAP }, rules,
    ...(label === undefined ? {} : { aggregationRule: { clusterRoleSelectors: [{ matchLabels: { [label]: 'true' } }] } }),
  };
}

function clusterRoleBinding(role: string, subjects: readonly Subject[]): ClusterRoleBinding {
  return { apiVersion: API_VERSION, kind: 'ClusterRoleBinding', metadata: { name: role, ...BOOTSTRAP }, roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: role }, ...(subjects.length === 0 ? {} : { subjects }) };
}

const user = (name: string): Subject => ({ apiGroup: RBAC, kind: 'User', name });
const group = (name: string): Subject => ({ apiGroup: RBAC, kind: 'Group', name });
const account = (name: string): Subject => ({ kind: 'ServiceAccount', name, namespace: 'kube-system' });

/** Roles and bindings of a new cluster. Models pkg/registry/rbac/rest storage_rbac.go PostStartHook. */
export function rbacObjects(): readonly KubeObject[] {
  const out: KubeObject[] = [];
  for (const [name, rules] of parsePolicy(CLUSTER_ROLES)) out.push(clusterRole(name, rules));
  for (const b of CLUSTER_ROLE_BINDINGS) out.push(clusterRoleBinding(b.role, [...(b.groups ?? []).map(group), ...(b.users ?? []).map(user), ...(b.accounts ?? []).map(account)]));
  for (const [name, rules] of parsePolicy(CONTROLLER_ROLES)) {
    const role = `system:controller:${name}`;
    out.push(clusterRole(role, rules), clusterRoleBinding(role, [account(name)]));
  }
  for (const { namespace, role, rules, users } of NAMESPACE_ROLES) {
    const parsed: Role = { apiVersion: API_VERSION, kind: 'Role', metadata: { name: role, namespace, ...BOOTSTRAP }, rules: rules.split('\n').map(parseRule) };
    const binding: RoleBinding = { apiVersion: API_VERSION, kind: 'RoleBinding', metadata: { name: role, namespace, ...BOOTSTRAP }, roleRef: { apiGroup: RBAC, kind: 'Role', name: role }, subjects: users.map(user) };
    out.push(parsed, binding);
  }
  return out;
}
