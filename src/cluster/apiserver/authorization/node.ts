import type { AuthorizationAttributes, Opinion } from './attributes';
import { nodeOf } from '../user';
import type { NodeGraph } from './node-graph';

const NO_OPINION: Opinion = { decision: 'noOpinion', reason: '' };
const ALLOWED: Opinion = { decision: 'allow', reason: '' };

const READ: ReadonlySet<string> = new Set(['get', 'list', 'watch']);

/** What any kubelet may do. Models plugin/pkg/auth/authorizer/rbac/bootstrappolicy NodeRules. */
const RULES: readonly { readonly group: string; readonly resources: readonly string[]; readonly verbs: readonly string[] }[] = [
  { group: 'authentication.k8s.io', resources: ['tokenreviews'], verbs: ['create'] },
  { group: 'authorization.k8s.io', resources: ['subjectaccessreviews', 'localsubjectaccessreviews'], verbs: ['create'] },
  { group: '', resources: ['services'], verbs: ['get', 'list', 'watch'] },
  { group: '', resources: ['nodes'], verbs: ['create', 'get', 'list', 'watch'] },
  { group: '', resources: ['nodes/status'], verbs: ['patch', 'update'] },
  { group: '', resources: ['nodes'], verbs: ['patch', 'update'] },
  { group: '', resources: ['events'], verbs: ['create', 'patch', 'update'] },
  { group: '', resources: ['pods'], verbs: ['get', 'list', 'watch', 'create', 'delete'] },
  { group: '', resources: ['pods/status'], verbs: ['patch', 'update'] },
  { group: '', resources: ['pods/eviction'], verbs: ['create'] },
  { group: '', resources: ['secrets', 'configmaps', 'persistentvolumeclaims', 'persistentvolumes'], verbs: ['get', 'list', 'watch'] },
  { group: '', resources: ['persistentvolumeclaims/status'], verbs: ['get', 'patch', 'update'] },
  { group: '', resources: ['serviceaccounts/token'], verbs: ['create'] },
  { group: 'storage.k8s.io', resources: ['volumeattachments'], verbs: ['get'] },
  { group: 'storage.k8s.io', resources: ['csidrivers'], verbs: ['get', 'list', 'watch'] },
  { group: 'storage.k8s.io', resources: ['csinodes'], verbs: ['create', 'delete', 'get', 'patch', 'update'] },
  { group: 'certificates.k8s.io', resources: ['certificatesigningrequests'], verbs: ['create', 'get', 'list', 'watch'] },
  { group: 'coordination.k8s.io', resources: ['leases'], verbs: ['create', 'delete', 'get', 'patch', 'update'] },
  { group: 'node.k8s.io', resources: ['runtimeclasses'], verbs: ['get', 'list', 'watch'] },
];

/** Lets each kubelet read what its own pods need, and nothing else of that kind. Models plugin/pkg/auth/authorizer/node node_authorizer.go. */
export class NodeAuthorizer {
  constructor(private readonly graph: NodeGraph) {}

  authorize(a: AuthorizationAttributes): Opinion {
    if (!a.user.groups.includes('system:nodes')) return NO_OPINION;
    const node = nodeOf(a.user);
    if (node === undefined) return { decision: 'noOpinion', reason: `unknown node for user ${JSON.stringify(a.user.name)}` };
    if (a.isResource) {
      if (a.group === '' && (a.resource === 'secrets' || a.resource === 'configmaps')) return this.needed(a, node);
      if (a.group === '' && a.resource === 'persistentvolumeclaims') return a.subresource === 'status' ? this.related(a, node) : this.needed(a, node);
      if (a.group === '' && a.resource === 'persistentvolumes') return this.needed(a, node);
      if (a.group === '' && a.resource === 'serviceaccounts') return this.token(a, node);
      if (a.group === 'coordination.k8s.io' && a.resource === 'leases') return lease(a, node);
      if (a.group === 'storage.k8s.io' && a.resource === 'csinodes') return csiNode(a, node);
    }
    return rulesAllow(a) ? ALLOWED : NO_OPINION;
  }

  private needed(a: AuthorizationAttributes, node: string): Opinion {
    if (!READ.has(a.verb) || a.subresource !== undefined) return { decision: 'noOpinion', reason: 'can only read resources of this type' };
    if (a.name === undefined) return { decision: 'noOpinion', reason: 'No Object name found' };
    return this.related(a, node);
  }

  private related(a: AuthorizationAttributes, node: string): Opinion {
    if (this.graph.reaches(node, a.resource, a.namespace, a.name ?? '')) return ALLOWED;
    return { decision: 'noOpinion', reason: `no relationship found between node '${node}' and this object` };
  }

  private token(a: AuthorizationAttributes, node: string): Opinion {
    if (a.verb !== 'create' || a.subresource !== 'token') return { decision: 'noOpinion', reason: 'can only create tokens for individual service accounts' };
    return this.related(a, node);
  }
}

function lease(a: AuthorizationAttributes, node: string): Opinion {
  if (a.namespace !== 'kube-node-lease') return { decision: 'noOpinion', reason: `can only access leases in the "kube-node-lease" system namespace` };
  if (!['get', 'create', 'update', 'patch', 'delete'].includes(a.verb)) return { decision: 'noOpinion', reason: 'can only get, create, update, patch, or delete a node lease' };
  if (a.verb !== 'create' && a.name !== node) return { decision: 'noOpinion', reason: 'can only access node lease with the same name as the requesting node' };
  return ALLOWED;
}

function csiNode(a: AuthorizationAttributes, node: string): Opinion {
  if (!['get', 'create', 'update', 'patch', 'delete'].includes(a.verb)) return { decision: 'noOpinion', reason: 'can only get, create, update, patch, or delete a CSINode' };
  if (a.verb !== 'create' && a.name !== node) return { decision: 'noOpinion', reason: 'can only access CSINode with the same name as the requesting node' };
  return ALLOWED;
}

function rulesAllow(a: AuthorizationAttributes): boolean {
  if (!a.isResource) return false;
  const resource = a.subresource === undefined ? a.resource : `${a.resource}/${a.subresource}`;
  return RULES.some((r) => (r.group === a.group || (a.resource === 'events' && r.group === '')) && r.resources.includes(resource) && r.verbs.includes(a.verb));
}
