import { TAINT } from '../../../../api/scheduling';
import { forbiddenStatus } from '../../../../api/status';
import type { Node, Pod } from '../../../../api/types';
import { deepEqual } from '../../../../base/json';
import { nodeOf } from '../../user';
import { concerns, type AdmissionAttributes, type AdmissionEnvironment, type AdmissionPlugin, type Verdict } from '../plugin';

/** A new node is not ready: nothing is scheduled there until its kubelet says so. Models plugin/pkg/admission/nodetaint. */
export const taintNodesByCondition: AdmissionPlugin = {
  name: 'TaintNodesByCondition',
  handles: concerns(['CREATE'], 'nodes'),
  mutate: (a) => {
    const node = a.object as Node;
    const taints = node.spec.taints ?? [];
    if (taints.some((t) => t.key === TAINT.notReady && t.effect === 'NoSchedule')) return undefined;
    return { object: { ...node, spec: { ...node.spec, taints: [...taints, { key: TAINT.notReady, effect: 'NoSchedule' }] } } };
  },
};

/** What a kubelet may write: its own node and its own pods. Models plugin/pkg/admission/noderestriction. */
export const nodeRestriction: AdmissionPlugin = {
  name: 'NodeRestriction',
  handles: (_, resource) => ['pods', 'nodes', 'persistentvolumeclaims', 'serviceaccounts', 'leases', 'csinodes'].includes(resource.resource),
  validate: (a, env) => {
    const node = nodeOf(a.user);
    if (node === undefined) return undefined;
    const why = complaint(a, env, node);
    const verdict: Verdict | undefined = why === undefined ? undefined : { refusal: forbiddenStatus(a.resource, a.name, why) };
    return verdict;
  },
};

function complaint(a: AdmissionAttributes, env: AdmissionEnvironment, node: string): string | undefined {
  switch (a.resource.resource) {
    case 'pods': return a.subresource === undefined ? ownPod(a, env, node) : podSubresource(a, env, node);
    case 'nodes': return ownNode(a, node);
    case 'leases': return ownLease(a, node);
    case 'serviceaccounts': return a.subresource === 'token' ? boundToken(a, env, node) : undefined;
    case 'csinodes': return a.name === node ? undefined : `can only access CSINode with the same name as the requesting node`;
    default: return a.subresource === 'status' ? undefined : `may only update PVC status`;
  }
}

function ownPod(a: AdmissionAttributes, env: AdmissionEnvironment, node: string): string | undefined {
  if (a.operation === 'CREATE') {
    const pod = a.object as Pod;
    if (pod.metadata.annotations?.['kubernetes.io/config.mirror'] === undefined) return `pod does not have "kubernetes.io/config.mirror" annotation, node ${JSON.stringify(node)} can only create mirror pods`;
    return pod.spec.nodeName === node ? undefined : `node ${JSON.stringify(node)} can only create pods with spec.nodeName set to itself`;
  }
  if (a.operation !== 'DELETE') return `unexpected operation ${JSON.stringify(a.operation)}, node ${JSON.stringify(node)} can only create and delete mirror pods`;
  const pod = env.caches.get('pods', `${a.namespace ?? ''}/${a.name}`) as Pod | undefined;
  return pod === undefined || pod.spec.nodeName === node ? undefined : `node ${JSON.stringify(node)} can only delete pods with spec.nodeName set to itself`;
}

function podSubresource(a: AdmissionAttributes, env: AdmissionEnvironment, node: string): string | undefined {
  if (a.subresource === 'status') {
    if ((a.old as Pod).spec.nodeName !== node) return `node ${JSON.stringify(node)} can only update pod status for pods with spec.nodeName set to itself`;
    return deepEqual(a.old?.metadata.labels, a.object?.metadata.labels) ? undefined : `node ${JSON.stringify(node)} cannot update labels through pod status`;
  }
  if (a.subresource === 'eviction') {
    const pod = env.caches.get('pods', `${a.namespace ?? ''}/${a.name}`) as Pod | undefined;
    return pod === undefined || pod.spec.nodeName === node ? undefined : `node ${node} can only evict pods with spec.nodeName set to itself`;
  }
  return `unexpected pod subresource ${JSON.stringify(a.subresource)}, only 'status' and 'eviction' are allowed`;
}

const LABEL_PREFIXES = ['kubelet.kubernetes.io/', 'node.kubernetes.io/'];
const OWN_LABELS: ReadonlySet<string> = new Set([
  'kubernetes.io/hostname', 'kubernetes.io/arch', 'kubernetes.io/os', 'beta.kubernetes.io/arch', 'beta.kubernetes.io/os', 'beta.kubernetes.io/instance-type', 'node.kubernetes.io/instance-type',
  'failure-domain.beta.kubernetes.io/region', 'failure-domain.beta.kubernetes.io/zone', 'topology.kubernetes.io/region', 'topology.kubernetes.io/zone',
]);

function ownNode(a: AdmissionAttributes, node: string): string | undefined {
  if (a.name !== node) return `node ${JSON.stringify(node)} is not allowed to modify node ${JSON.stringify(a.name)}`;
  const forbidden = forbiddenLabels(a);
  if (a.operation === 'CREATE') return forbidden === '' ? undefined : `node ${JSON.stringify(node)} is not allowed to set the following labels: ${forbidden}`;
  if (a.operation !== 'UPDATE') return undefined;
  const [next, old] = [a.object as Node, a.old as Node];
  if (!deepEqual(next.spec.taints ?? [], old.spec.taints ?? [])) return `node ${JSON.stringify(node)} is not allowed to modify taints`;
  return forbidden === '' ? undefined : `is not allowed to modify labels: ${forbidden}`;
}

/** Labels of kubernetes.io that change and are not the kubelet's. */
function forbiddenLabels(a: AdmissionAttributes): string {
  const [next, old] = [a.object?.metadata.labels ?? {}, a.old?.metadata.labels ?? {}];
  const changed = [...new Set([...Object.keys(next), ...Object.keys(old)])].filter((key) => next[key] !== old[key]);
  return changed.filter((key) => {
    const domain = key.includes('/') ? key.slice(0, key.indexOf('/')) : '';
    const ours = domain === 'kubernetes.io' || domain.endsWith('.kubernetes.io') || domain === 'k8s.io' || domain.endsWith('.k8s.io');
    return ours && !OWN_LABELS.has(key) && !LABEL_PREFIXES.some((p) => key.startsWith(p));
  }).sort().join(', ');
}

function ownLease(a: AdmissionAttributes, node: string): string | undefined {
  if (a.namespace !== 'kube-node-lease') return `can only access leases in the "kube-node-lease" system namespace`;
  return a.name === node ? undefined : 'can only access node lease with the same name as the requesting node';
}

function boundToken(a: AdmissionAttributes, env: AdmissionEnvironment, node: string): string | undefined {
  const ref = (a.object?.spec as { readonly boundObjectRef?: { readonly kind?: string; readonly name?: string; readonly uid?: string } | null } | undefined)?.boundObjectRef;
  if (ref?.kind !== 'Pod') return 'node requested token not bound to a pod';
  const pod = env.caches.get('pods', `${a.namespace ?? ''}/${ref.name ?? ''}`) as Pod | undefined;
  if (pod === undefined || pod.metadata.uid !== ref.uid) return 'node requested token with a UID that does not match the pod';
  return pod.spec.nodeName === node ? undefined : `node requested token bound to a pod scheduled on a different node`;
}
