import type { ClusterSpec } from '../spec';
import type { Credential } from '../client/http';
import type { FlagValues } from './cli/flags';

/** A kubeconfig, as far as it matters here: one cluster, one context a user. */
export interface Kubeconfig {
  readonly path: string;
  readonly clusters: readonly { readonly name: string; readonly server: string }[];
  readonly users: readonly KubeconfigUser[];
  readonly contexts: readonly KubeconfigContext[];
  readonly currentContext: string;
}
export interface KubeconfigUser {
  readonly name: string;
  readonly credential: Credential;
}
export interface KubeconfigContext {
  readonly name: string;
  readonly cluster: string;
  readonly user: string;
  readonly namespace?: string | undefined;
}

/** Who to ask for as somebody else. */
export interface Impersonation {
  readonly user: string;
  readonly groups: readonly string[];
  readonly uid?: string;
}

/** What a command works with once kubeconfig and flags are put together. */
export interface ClientConfig {
  readonly server: string;
  readonly credential: Credential;
  readonly namespace: string;
  /** Whether the namespace was given with -n. */
  readonly namespaceGiven: boolean;
  readonly impersonate: Impersonation | undefined;
}

const CLUSTER = 'kubernetes';

/** The kubeconfig that a person at the terminal finds: a client certificate for each user of the cluster. */
export function kubeconfigFor(spec: ClusterSpec, server: string, user: string): Kubeconfig {
  return {
    path: `/home/${user}/.kube/config`,
    clusters: [{ name: CLUSTER, server }],
    users: spec.users.map((u) => ({ name: u.name, credential: { kind: 'clientCertificate', commonName: u.user, organizations: u.groups } })),
    contexts: spec.users.map((u) => ({ name: `${u.name}@${CLUSTER}`, cluster: CLUSTER, user: u.name })),
    currentContext: `${user}@${CLUSTER}`,
  };
}

export const EMPTY_KUBECONFIG: Kubeconfig = { path: '', clusters: [], users: [], contexts: [], currentContext: '' };

export type Loaded =
  | { readonly kind: 'config'; readonly config: ClientConfig }
  /** No credentials at all: kubectl asks for a name and a password. */
  | { readonly kind: 'prompt' }
  /** The whole line for stderr. */
  | { readonly kind: 'error'; readonly message: string };

/** Flags over the file. Models client-go tools/clientcmd client_config.go ClientConfig. */
export function loadConfig(file: Kubeconfig, flags: FlagValues): Loaded {
  const contextName = flags.string('context') || file.currentContext;
  const context = file.contexts.find((c) => c.name === contextName);
  if (flags.string('context') !== '' && context === undefined) return { kind: 'error', message: `Error in configuration: context was not found for specified context: ${contextName}` };
  // Some commands have a --user of their own, a list.
  const userName = (flags.isList('user') ? '' : flags.string('user')) || context?.user;
  const user = file.users.find((u) => u.name === userName);
  if (userName !== undefined && user === undefined) return { kind: 'error', message: `error: auth info "${userName}" does not exist` };
  const clusterName = flags.string('cluster') || context?.cluster;
  const cluster = file.clusters.find((c) => c.name === clusterName);
  if (clusterName !== undefined && cluster === undefined) return { kind: 'error', message: `error: no server found for cluster "${clusterName}"` };
  const server = flags.string('server') || cluster?.server || 'http://localhost:8080';
  const token = flags.string('token');
  const held: Credential = user?.credential ?? { kind: 'none' };
  // A certificate is shown in the TLS handshake, whatever header the token travels in: the server sees the certificate first.
  const credential: Credential = token !== '' && held.kind !== 'clientCertificate' ? { kind: 'bearerToken', token } : held;
  if (credential.kind === 'none' && server.startsWith('https://')) return { kind: 'prompt' };
  if (flags.string('as') === '' && (flags.list('as-group').length > 0 || flags.string('as-uid') !== '')) {
    return { kind: 'error', message: `error: requesting uid, groups or user-extra for ${userName ?? ''} without impersonating a user` };
  }
  const namespace = flags.string('namespace') || context?.namespace || 'default';
  return { kind: 'config', config: { server, credential, namespace, namespaceGiven: flags.string('namespace') !== '', impersonate: impersonation(flags) } };
}

function impersonation(flags: FlagValues): Impersonation | undefined {
  const user = flags.string('as');
  return user === '' ? undefined : { user, groups: flags.list('as-group'), ...(flags.string('as-uid') === '' ? {} : { uid: flags.string('as-uid') }) };
}
