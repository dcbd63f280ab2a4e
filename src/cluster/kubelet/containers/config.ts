import { quantityMilliValue, quantityValue } from '../../../api/quantity';
import type { ContainerConfig, Mount, PodSandboxConfig } from '../../../api/cri';
import type { Container, Pod } from '../../../api/types';
import type { ClusterSpec, NodeSpec } from '../../spec';
import { podUid } from '../pods/pod';
import { expand } from './env';
import { cpuQuota, cpuShares, oomScoreAdj, podCgroup } from './qos';

const labelsOf = (pod: Pod): Readonly<Record<string, string>> => ({
  'io.kubernetes.pod.name': pod.metadata.name, 'io.kubernetes.pod.namespace': pod.metadata.namespace ?? '', 'io.kubernetes.pod.uid': podUid(pod),
});

const logDirectory = (pod: Pod): string => `/var/log/pods/${pod.metadata.namespace ?? ''}_${pod.metadata.name}_${podUid(pod)}`;

/** Models pkg/kubelet/kuberuntime/kuberuntime_sandbox.go generatePodSandboxConfig. */
export function sandboxConfig(pod: Pod, attempt: number, spec: ClusterSpec): PodSandboxConfig {
  const hostNetwork = pod.spec.hostNetwork === true;
  const namespace = pod.metadata.namespace ?? '';
  return {
    metadata: { name: pod.metadata.name, uid: podUid(pod), namespace, attempt },
    hostname: hostNetwork ? (pod.spec.nodeName ?? '') : (pod.spec.hostname ?? pod.metadata.name).slice(0, 63),
    logDirectory: logDirectory(pod), dnsConfig: dnsConfig(pod, namespace, spec),
    portMappings: pod.spec.containers.flatMap((c) => (c.ports ?? []).map((p) => ({ protocol: p.protocol, containerPort: p.containerPort, hostPort: hostNetwork ? 0 : (p.hostPort ?? 0), hostIp: p.hostIP ?? '' }))),
    labels: { ...pod.metadata.labels, ...labelsOf(pod) }, annotations: pod.metadata.annotations ?? {},
    linux: { cgroupParent: podCgroup(pod), hostNetwork, shareProcessNamespace: pod.spec.shareProcessNamespace === true },
  };
}

/** Models pkg/kubelet/network/dns/dns.go GetPodDNS. */
function dnsConfig(pod: Pod, namespace: string, spec: ClusterSpec): PodSandboxConfig['dnsConfig'] {
  const { dnsPolicy } = pod.spec;
  const cluster = dnsPolicy === 'ClusterFirst' ? pod.spec.hostNetwork !== true : dnsPolicy === 'ClusterFirstWithHostNet';
  if (!cluster) return { servers: [], searches: [], options: [] };
  return { servers: [spec.clusterDNS], searches: [`${namespace}.svc.cluster.local`, 'svc.cluster.local', 'cluster.local'], options: ['ndots:5'] };
}

export interface ConfigInput {
  readonly pod: Pod;
  readonly container: Container;
  readonly attempt: number;
  readonly env: ReadonlyMap<string, string>;
  /** What is in a mounted volume, by volume name. */
  readonly volumes: ReadonlyMap<string, { readonly hostPath: string; readonly files: Readonly<Record<string, string>> }>;
  readonly node: NodeSpec;
}

/** Models pkg/kubelet/kuberuntime/kuberuntime_container.go generateContainerConfig. */
export function containerConfig({ pod, container, attempt, env, volumes, node }: ConfigInput): ContainerConfig {
  const { requests, limits } = container.resources;
  const memory = quantityValue(limits?.['memory'] ?? '0');
  const cpuLimit = quantityMilliValue(limits?.['cpu'] ?? '0');
  const cpuRequest = requests?.['cpu'] === undefined ? cpuLimit : quantityMilliValue(requests['cpu']);
  return {
    metadata: { name: container.name, attempt }, image: container.image,
    command: (container.command ?? []).map((c) => expand(c, env)), args: (container.args ?? []).map((a) => expand(a, env)), workingDir: container.workingDir ?? '',
    envs: [...env].map(([key, value]) => ({ key, value })),
    mounts: (container.volumeMounts ?? []).flatMap((m): readonly Mount[] => {
      const volume = volumes.get(m.name);
      if (volume === undefined) return [];
      const readonly = m.readOnly === true || volume.hostPath.includes('/volumes/kubernetes.io~configmap/') || volume.hostPath.includes('/volumes/kubernetes.io~secret/') || volume.hostPath.includes('/volumes/kubernetes.io~projected/');
      return [{ containerPath: m.mountPath, hostPath: m.subPath === undefined ? volume.hostPath : `${volume.hostPath}/${m.subPath}`, readonly, files: volume.files }];
    }),
    labels: { ...labelsOf(pod), 'io.kubernetes.container.name': container.name }, logPath: `${container.name}/${attempt}.log`,
    resources: { cpuShares: cpuShares(cpuRequest), cpuQuota: cpuQuota(cpuLimit), memoryLimitInBytes: memory, oomScoreAdj: oomScoreAdj(pod, container, quantityValue(node.memory)) },
  };
}
