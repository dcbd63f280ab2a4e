import { formatTime } from '../../../api/time';
import type { CriImage } from '../../../api/cri';
import type { Node, NodeCondition, NodeStatus } from '../../../api/types';
import { Prng } from '../../../base/prng';
import { wallMicros } from '../../clock';
import type { KubeletContext } from '../context';

/** What the kubelet knows of its node's state. */
export interface NodeFindings {
  readonly images: readonly CriImage[];
  /** Why the node is not ready; undefined: it is. */
  readonly notReady: string | undefined;
}

const CONDITIONS = [
  { type: 'MemoryPressure', reason: 'KubeletHasSufficientMemory', message: 'kubelet has sufficient memory available' },
  { type: 'DiskPressure', reason: 'KubeletHasNoDiskPressure', message: 'kubelet has no disk pressure' },
  { type: 'PIDPressure', reason: 'KubeletHasSufficientPID', message: 'kubelet has sufficient PID available' },
] as const;

/** Conditions as of now; times of transition are kept. Models pkg/kubelet/nodestatus/setters.go. */
function conditions(context: KubeletContext, findings: NodeFindings, before: readonly NodeCondition[]): readonly NodeCondition[] {
  const now = formatTime(wallMicros(context.actor.now));
  const at = (type: string, status: 'True' | 'False', reason: string, message: string): NodeCondition => {
    const old = before.find((c) => c.type === type);
    return { type, status, lastHeartbeatTime: now, lastTransitionTime: old?.status === status ? old.lastTransitionTime : now, reason, message };
  };
  return [
    ...CONDITIONS.map(({ type, reason, message }) => at(type, 'False', reason, message)),
    findings.notReady === undefined ? at('Ready', 'True', 'KubeletReady', 'kubelet is posting ready status') : at('Ready', 'False', 'KubeletNotReady', findings.notReady),
  ];
}

/** Models pkg/kubelet/kubelet_node_status.go setNodeStatus. */
export function nodeStatus(context: KubeletContext, findings: NodeFindings, before: readonly NodeCondition[]): NodeStatus {
  const { node, spec, gitVersion } = context;
  const random = new Prng(context.kernel.seed, `machine ${node.name}`);
  const machineID = random.hex(32);
  const fixed = { 'hugepages-1Gi': '0', 'hugepages-2Mi': '0' };
  return {
    capacity: { cpu: node.cpu, 'ephemeral-storage': '101430960Ki', ...fixed, memory: node.memory, pods: String(node.pods) },
    allocatable: { cpu: node.allocatable.cpu, 'ephemeral-storage': '93478772582', ...fixed, memory: node.allocatable.memory, pods: String(node.pods) },
    conditions: conditions(context, findings, before),
    addresses: [{ type: 'InternalIP', address: node.address }, { type: 'Hostname', address: node.name }],
    daemonEndpoints: { kubeletEndpoint: { Port: 10250 } },
    nodeInfo: {
      machineID, systemUUID: machineID, bootID: random.uuid(), kernelVersion: '6.1.0-28-amd64', osImage: 'Debian GNU/Linux 12 (bookworm)',
      containerRuntimeVersion: `${spec.runtime.name}://${spec.runtime.version}`, kubeletVersion: gitVersion, kubeProxyVersion: gitVersion, operatingSystem: 'linux', architecture: 'amd64',
    },
    images: [...findings.images].sort((a, b) => b.size - a.size).slice(0, 50).map(({ repoDigests, repoTags, size }) => ({ names: [...repoDigests, ...repoTags], sizeBytes: size })),
  };
}

/** The object that a kubelet registers itself with. Models pkg/kubelet/kubelet_node_status.go initialNode. */
export function initialNode(context: KubeletContext, findings: NodeFindings): Node {
  const { node } = context;
  return {
    apiVersion: 'v1', kind: 'Node',
    metadata: {
      name: node.name,
      labels: {
        'beta.kubernetes.io/arch': 'amd64', 'beta.kubernetes.io/os': 'linux', 'kubernetes.io/arch': 'amd64', 'kubernetes.io/hostname': node.name, 'kubernetes.io/os': 'linux', ...node.labels,
      },
      annotations: { 'volumes.kubernetes.io/controller-managed-attach-detach': 'true' },
    },
    spec: { podCIDR: node.podCIDR, podCIDRs: [node.podCIDR], ...(node.taints.length === 0 ? {} : { taints: node.taints }) },
    status: nodeStatus(context, findings, []),
  };
}
