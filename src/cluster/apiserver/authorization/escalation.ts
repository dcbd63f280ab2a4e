import { forbiddenStatus } from '../../../api/status';
import type { KubeObject, PolicyRule, RoleRef, Status } from '../../../api/types';
import type { RequestContext } from '../request';
import { PRIVILEGED_GROUP } from '../user';

/**
 * Nobody grants what he does not have, unless he may `escalate` roles or `bind` them.
 * Models pkg/registry/rbac/role/policybased, rolebinding/policybased, pkg/registry/rbac/validation rule.go ConfirmNoEscalation.
 */
export function escalationRefusal(data: RequestContext): Status | undefined {
  const { object, resource, user, core } = data;
  if (resource.group !== 'rbac.authorization.k8s.io') return undefined;
  if (object === undefined || user === undefined || user.groups.includes(PRIVILEGED_GROUP)) return undefined;
  const isRole = resource.resource === 'roles' || resource.resource === 'clusterroles';
  if (!isRole && resource.resource !== 'rolebindings' && resource.resource !== 'clusterrolebindings') return undefined;
  const namespace = data.namespace;
  const ref = (object as KubeObject & { readonly roleRef?: RoleRef }).roleRef;
  const may = core.authorizer.authorize({
    user, verb: isRole ? 'escalate' : 'bind', isResource: true, path: '', group: resource.group, subresource: undefined, namespace,
    resource: isRole ? resource.resource : ref?.kind === 'ClusterRole' ? 'clusterroles' : 'roles', name: isRole ? data.name : ref?.name,
  });
  if (may.decision === 'allow') return undefined;
  const granted = isRole ? ((object as KubeObject & { readonly rules?: readonly PolicyRule[] | null }).rules ?? []) : ref === undefined ? [] : core.authorizer.rbac.rulesOf(ref, namespace);
  const held = core.authorizer.rbac.rulesFor(user, namespace);
  const missing = granted.flatMap(breakDown).filter((one) => !held.some((rule) => covers(rule, one)));
  if (missing.length === 0) return undefined;
  const lines = compact(missing).map(describe).sort();
  const who = `user "${user.name}" (groups=[${user.groups.map((g) => JSON.stringify(g)).join(' ')}])`;
  return forbiddenStatus(resource, data.name, `${who} is attempting to grant RBAC permissions not currently held:\n${lines.join('\n')}`);
}

/** One verb on one resource, or on one path. */
interface Single {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly name: string | undefined;
  readonly url: string | undefined;
}

function breakDown(rule: PolicyRule): readonly Single[] {
  const urls = (rule.nonResourceURLs ?? []).flatMap((url) => rule.verbs.map((verb): Single => ({ verb, group: '', resource: '', name: undefined, url })));
  const names = rule.resourceNames === undefined || rule.resourceNames.length === 0 ? [undefined] : rule.resourceNames;
  const resources = (rule.apiGroups ?? []).flatMap((group) => (rule.resources ?? []).flatMap((resource) => rule.verbs.flatMap((verb) => names.map((name): Single => ({ verb, group, resource, name, url: undefined })))));
  return [...urls, ...resources];
}

function covers(rule: PolicyRule, one: Single): boolean {
  const has = (list: readonly string[] | undefined, value: string): boolean => list !== undefined && (list.includes('*') || list.includes(value));
  if (!has(rule.verbs, one.verb)) return false;
  if (one.url !== undefined) return (rule.nonResourceURLs ?? []).some((url) => url === one.url || url === '*' || (url.endsWith('*') && (one.url ?? '').startsWith(url.slice(0, -1))));
  const sub = one.resource.slice(one.resource.indexOf('/') + 1);
  const resource = has(rule.resources, one.resource) || (one.resource.includes('/') && rule.resources?.includes(`*/${sub}`) === true);
  const names = rule.resourceNames ?? [];
  return has(rule.apiGroups, one.group) && resource && (names.length === 0 || (one.name !== undefined && names.includes(one.name)));
}

/** Verbs of one resource stand together. */
function compact(singles: readonly Single[]): readonly PolicyRule[] {
  const groups = new Map<string, { readonly one: Single; readonly verbs: string[] }>();
  for (const one of singles) {
    const key = `${one.group} ${one.resource} ${one.name ?? ''} ${one.url ?? ''}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { one, verbs: [one.verb] });
    else group.verbs.push(one.verb);
  }
  return [...groups.values()].map(({ one, verbs }): PolicyRule => one.url !== undefined
    ? { verbs, nonResourceURLs: [one.url] }
    : { verbs, apiGroups: [one.group], resources: [one.resource], ...(one.name === undefined ? {} : { resourceNames: [one.name] }) });
}

/** Models pkg/apis/rbac/v1 PolicyRule CompactString. */
function describe(rule: PolicyRule): string {
  const list = (name: string, values: readonly string[] | undefined): string => (values === undefined ? '' : `${name}:[${values.map((v) => JSON.stringify(v)).join(' ')}]`);
  const parts = [list('APIGroups', rule.apiGroups), list('Resources', rule.resources), list('ResourceNames', rule.resourceNames), list('NonResourceURLs', rule.nonResourceURLs), list('Verbs', rule.verbs)];
  return `{${parts.filter((p) => p !== '').join(', ')}}`;
}
