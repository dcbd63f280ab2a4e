import type { KubeVersion } from '../../../api/version';
import type { RequestInfo } from '../request-info';
import { PRIVILEGED_GROUP, splitServiceAccount, type UserInfo } from '../user';

export interface FlowSchemaRule {
  readonly name: string;
  readonly precedence: number;
  readonly level: string;
  readonly distinguisher: 'ByUser' | 'ByNamespace' | undefined;
  readonly matches: (user: UserInfo, info: RequestInfo) => boolean;
}

const ELECTION_VERBS: ReadonlySet<string> = new Set(['get', 'create', 'update']);
const LOCKS: ReadonlySet<string> = new Set(['endpoints', 'configmaps', 'leases']);
const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/livez']);

const inGroup = (group: string) => (user: UserInfo): boolean => user.groups.includes(group);
const isUser = (name: string) => (user: UserInfo): boolean => user.name === name;
const isControlPlane = (user: UserInfo): boolean => user.name === 'system:kube-controller-manager' || user.name === 'system:kube-scheduler';
const isElection = (info: RequestInfo): boolean => info.isResource && info.subresource === undefined && LOCKS.has(info.resource) && ELECTION_VERBS.has(info.verb);

const EXEMPT: FlowSchemaRule = { name: 'exempt', precedence: 1, level: 'exempt', distinguisher: undefined, matches: inGroup(PRIVILEGED_GROUP) };
const SYSTEM_LEADER_ELECTION: FlowSchemaRule = {
  name: 'system-leader-election', precedence: 100, level: 'leader-election', distinguisher: 'ByUser',
  matches: (user, info) => isElection(info) && info.namespace === 'kube-system' && (isControlPlane(user) || splitServiceAccount(user.name)?.namespace === 'kube-system'),
};
const WORKLOAD_LEADER_ELECTION: FlowSchemaRule = {
  name: 'workload-leader-election', precedence: 200, level: 'leader-election', distinguisher: 'ByUser', matches: (user, info) => isElection(info) && user.groups.includes('system:serviceaccounts'),
};
const SYSTEM_NODES: FlowSchemaRule = { name: 'system-nodes', precedence: 500, level: 'system', distinguisher: 'ByUser', matches: inGroup('system:nodes') };
const CONTROLLER_MANAGER: FlowSchemaRule = { name: 'kube-controller-manager', precedence: 800, level: 'workload-high', distinguisher: 'ByNamespace', matches: isUser('system:kube-controller-manager') };
const SCHEDULER: FlowSchemaRule = { name: 'kube-scheduler', precedence: 800, level: 'workload-high', distinguisher: 'ByNamespace', matches: isUser('system:kube-scheduler') };
const KUBE_SYSTEM: FlowSchemaRule = {
  name: 'kube-system-service-accounts', precedence: 900, level: 'workload-high', distinguisher: 'ByNamespace', matches: inGroup('system:serviceaccounts:kube-system'),
};
const SERVICE_ACCOUNTS: FlowSchemaRule = { name: 'service-accounts', precedence: 9000, level: 'workload-low', distinguisher: 'ByUser', matches: inGroup('system:serviceaccounts') };
const GLOBAL_DEFAULT: FlowSchemaRule = { name: 'global-default', precedence: 9900, level: 'global-default', distinguisher: 'ByUser', matches: () => true };
const CATCH_ALL: FlowSchemaRule = { name: 'catch-all', precedence: 10_000, level: 'catch-all', distinguisher: 'ByUser', matches: () => true };

/** In order of precedence: the first that matches has the request. Models apiserver pkg/apis/flowcontrol/bootstrap default.go. */
export const SCHEMAS: Readonly<Record<KubeVersion, readonly FlowSchemaRule[]>> = {
  '1.20': [EXEMPT, SYSTEM_LEADER_ELECTION, WORKLOAD_LEADER_ELECTION, SYSTEM_NODES, CONTROLLER_MANAGER, SCHEDULER, KUBE_SYSTEM, SERVICE_ACCOUNTS, GLOBAL_DEFAULT, CATCH_ALL],
  '1.35': [
    EXEMPT,
    { name: 'probes', precedence: 2, level: 'exempt', distinguisher: undefined, matches: (_, info) => !info.isResource && PROBES.has(info.path) && info.verb === 'get' },
    SYSTEM_LEADER_ELECTION,
    WORKLOAD_LEADER_ELECTION,
    {
      name: 'system-node-high', precedence: 400, level: 'node-high', distinguisher: 'ByUser',
      matches: (user, info) => user.groups.includes('system:nodes') && (info.resource === 'nodes' || (info.resource === 'leases' && info.namespace === 'kube-node-lease')),
    },
    SYSTEM_NODES, CONTROLLER_MANAGER, SCHEDULER, KUBE_SYSTEM, SERVICE_ACCOUNTS, GLOBAL_DEFAULT, CATCH_ALL,
  ],
};
