import type { Endpoints, EndpointSlice, KubeObject, Namespace, PriorityClass, Service } from '../../../api/types';
import type { ClusterSpec } from '../../spec';
import { formatIp, parseCidr } from '../registry/allocators';
import { flowObjects } from './flow-objects';
import { kubeadmObjects } from './kubeadm';
import { rbacObjects } from './rbac';

const NAMESPACES = ['kube-system', 'kube-public', 'kube-node-lease', 'default'] as const;
/** Where the server listens. */
const SERVER_ADDRESS = '192.0.2.1';
const SERVER_PORT = 6443;

/**
 * What the server writes into an empty store when it starts, in steps: each step may need the ones before it.
 * Models pkg/controlplane controller/systemnamespaces, controller/kubernetesservice, pkg/registry/scheduling/rest, rbac/rest, flowcontrol/rest.
 */
export function bootstrapObjects(spec: ClusterSpec): readonly (readonly KubeObject[])[] {
  return [
    NAMESPACES.map(namespace),
    [...kubernetesService(spec), ...priorityClasses(), ...rbacObjects(), ...kubeadmObjects(spec), ...flowObjects(spec.kubernetesVersion)],
  ];
}

function namespace(name: string): Namespace {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name }, spec: {}, status: { phase: 'Active' } };
}

function kubernetesService(spec: ClusterSpec): readonly KubeObject[] {
  const labels = { component: 'apiserver', provider: 'kubernetes' };
  const clusterIP = formatIp(parseCidr(spec.serviceCIDR).base + 1);
  const service: Service = {
    apiVersion: 'v1', kind: 'Service', metadata: { name: 'kubernetes', namespace: 'default', labels },
    spec: { ports: [{ name: 'https', protocol: 'TCP', port: 443, targetPort: SERVER_PORT }], clusterIP, type: 'ClusterIP', sessionAffinity: 'None' }, status: { loadBalancer: {} },
  };
  const endpoints: Endpoints = {
    apiVersion: 'v1', kind: 'Endpoints', metadata: { name: 'kubernetes', namespace: 'default', labels: { 'endpointslice.kubernetes.io/skip-mirror': 'true' } },
    subsets: [{ addresses: [{ ip: SERVER_ADDRESS }], ports: [{ name: 'https', port: SERVER_PORT, protocol: 'TCP' }] }],
  };
  const slice: EndpointSlice = {
    apiVersion: spec.kubernetesVersion === '1.20' ? 'discovery.k8s.io/v1beta1' : 'discovery.k8s.io/v1', kind: 'EndpointSlice',
    metadata: { name: 'kubernetes', namespace: 'default', labels: { 'kubernetes.io/service-name': 'kubernetes' } },
    addressType: 'IPv4', endpoints: [{ addresses: [SERVER_ADDRESS], conditions: { ready: true } }], ports: [{ name: 'https', protocol: 'TCP', port: SERVER_PORT }],
  };
  return [service, endpoints, slice];
}

function priorityClasses(): readonly PriorityClass[] {
  const make = (name: string, value: number, description: string): PriorityClass => ({ apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name }, value, description, preemptionPolicy: 'PreemptLowerPriority' });
  return [
    make('system-node-critical', 2_000_001_000, 'Used for system critical pods that must not be moved from their current node.'),
    make('system-cluster-critical', 2_000_000_000, 'Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.'),
  ];
}
