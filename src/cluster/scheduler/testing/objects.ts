import type { DeepPartial, Labels, Node, Pod, PodSpec, ResourceList, Taint } from '../../../api/types';

export interface NodeSketch {
  readonly cpu?: string;
  readonly memory?: string;
  readonly pods?: string;
  readonly labels?: Labels;
  readonly taints?: readonly Taint[];
  readonly unschedulable?: boolean;
  readonly images?: Node['status']['images'];
  readonly more?: ResourceList;
}

/** A worker with 4 CPUs, 8 GiB and room for 110 pods unless it says otherwise. */
export function node(name: string, n: NodeSketch = {}): Node {
  const allocatable = { cpu: n.cpu ?? '4', memory: n.memory ?? '8Gi', pods: n.pods ?? '110', ...n.more };
  return {
    apiVersion: 'v1', kind: 'Node', metadata: { name, uid: `uid-${name}`, labels: { 'kubernetes.io/hostname': name, ...n.labels } },
    spec: { ...(n.taints === undefined ? {} : { taints: n.taints }), ...(n.unschedulable === undefined ? {} : { unschedulable: n.unschedulable }) },
    status: {
      capacity: allocatable, allocatable, ...(n.images === undefined ? {} : { images: n.images }), daemonEndpoints: { kubeletEndpoint: { Port: 10250 } },
      nodeInfo: {
        machineID: '', systemUUID: '', bootID: '', kernelVersion: '', osImage: '', containerRuntimeVersion: '', kubeletVersion: '', kubeProxyVersion: '', operatingSystem: 'linux', architecture: 'amd64',
      },
    },
  };
}

/** The control plane node of the cases in the facts. */
export const controlPlane = (): Node => node('cp', { taints: [{ key: 'node-role.kubernetes.io/control-plane', effect: 'NoSchedule' }] });

export interface PodSketch {
  readonly requests?: ResourceList;
  readonly labels?: Labels;
  readonly node?: string;
  readonly priority?: number;
  readonly owner?: { readonly kind: string; readonly name: string };
  readonly hostPort?: number;
  readonly image?: string;
  readonly spec?: Partial<PodSpec>;
  readonly status?: DeepPartial<Pod['status']>;
  readonly generation?: number;
}

export function pod(name: string, p: PodSketch = {}): Pod {
  return {
    apiVersion: 'v1', kind: 'Pod',
    metadata: {
      name, namespace: 'default', uid: `uid-${name}`, ...(p.labels === undefined ? {} : { labels: p.labels }), ...(p.generation === undefined ? {} : { generation: p.generation }),
      ...(p.owner === undefined ? {} : { ownerReferences: [{ apiVersion: 'apps/v1', kind: p.owner.kind, name: p.owner.name, uid: `uid-${p.owner.name}`, controller: true }] }),
    },
    spec: {
      containers: [{
        name: 'c', image: p.image ?? 'nginx', resources: p.requests === undefined ? {} : { requests: p.requests }, terminationMessagePath: '', terminationMessagePolicy: 'File', imagePullPolicy: 'Always',
        ...(p.hostPort === undefined ? {} : { ports: [{ containerPort: 80, hostPort: p.hostPort, protocol: 'TCP' as const }] }),
      }],
      restartPolicy: 'Always', terminationGracePeriodSeconds: 30, dnsPolicy: 'ClusterFirst', securityContext: {}, schedulerName: 'default-scheduler',
      ...(p.node === undefined ? {} : { nodeName: p.node }), ...(p.priority === undefined ? {} : { priority: p.priority }), ...p.spec,
    },
    status: { phase: 'Pending', ...(p.status as object | undefined) },
  };
}
