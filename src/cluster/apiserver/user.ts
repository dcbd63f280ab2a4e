/** Who a request comes from, once authenticated. Models apiserver pkg/authentication/user. */
export interface UserInfo {
  readonly name: string;
  readonly uid?: string | undefined;
  readonly groups: readonly string[];
}

export const PRIVILEGED_GROUP = 'system:masters';
export const ALL_AUTHENTICATED = 'system:authenticated';
export const ALL_UNAUTHENTICATED = 'system:unauthenticated';
export const ANONYMOUS = 'system:anonymous';
export const API_SERVER_USER = 'system:apiserver';
const SERVICE_ACCOUNT_PREFIX = 'system:serviceaccount:';

export const serviceAccountUser = (namespace: string, name: string, uid: string): UserInfo => ({
  name: `${SERVICE_ACCOUNT_PREFIX}${namespace}:${name}`, uid, groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, ALL_AUTHENTICATED],
});

/** Namespace and name of a service account's user, or undefined for other users. */
export function splitServiceAccount(user: string): { readonly namespace: string; readonly name: string } | undefined {
  if (!user.startsWith(SERVICE_ACCOUNT_PREFIX)) return undefined;
  const rest = user.slice(SERVICE_ACCOUNT_PREFIX.length).split(':');
  const [namespace, name] = rest;
  return rest.length === 2 && namespace !== undefined && name !== undefined && namespace !== '' && name !== '' ? { namespace, name } : undefined;
}

/** The node that a kubelet's user stands for: `system:node:node-1` in group system:nodes. */
export function nodeOf(user: UserInfo): string | undefined {
  return user.name.startsWith('system:node:') && user.groups.includes('system:nodes') ? user.name.slice('system:node:'.length) : undefined;
}
