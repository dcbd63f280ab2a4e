import type { Kernel } from '../kernel/kernel';
import { MILLISECOND, SECOND, type Micros } from '../kernel/time';
import { createApiServer } from './apiserver/apiserver';
import type { ApiServer } from './client/http';
import { createCni } from './cni/cni';
import { createControllerManager } from './controllers/manager';
import { createContainerd } from './cri/containerd';
import { Etcd } from './etcd/etcd';
import { createKubectl, type Kubectl } from './kubectl/kubectl';
import { createKubelet, type Kubelet } from './kubelet/kubelet';
import { createScheduler } from './scheduler/scheduler';
import type { ClusterSpec } from './spec';

/** What may break, and be mended. */
export interface ClusterFault {
  readonly action: 'stop' | 'start';
  readonly component: 'kubelet';
  readonly node: string;
}

/** A running cluster: everything that a person outside it can do. */
export interface Cluster {
  readonly kernel: Kernel;
  readonly spec: ClusterSpec;
  readonly server: ApiServer;
  readonly kubectl: Kubectl;
  /** Breaks or mends a component; returns a sentence when there is no such thing. */
  fault(fault: ClusterFault): string | undefined;
}

/** From an empty etcd to Ready nodes and default service accounts, with a few heartbeats to spare. */
export const BOOT_TIME: Micros = 40 * SECOND;

/** Builds a cluster and lets it come up. The clock then stands at BOOT_TIME. */
export function bootCluster(kernel: Kernel, spec: ClusterSpec): Cluster {
  const cluster = assembleCluster(kernel, spec);
  kernel.run(BOOT_TIME);
  return cluster;
}

/** Builds a cluster whose parts start as soon as the clock runs. */
export function assembleCluster(kernel: Kernel, spec: ClusterSpec): Cluster {
  const etcd = new Etcd(kernel);
  const server = createApiServer(kernel, spec, etcd);
  const manager = createControllerManager({ kernel, spec, server });
  const scheduler = createScheduler({ kernel, spec, server });
  const kubelets = new Map(spec.nodes.map((node) => {
    const plugins = createCni({ kernel, node: node.name });
    const runtime = createContainerd({ kernel, spec, node, plugins });
    const kubelet = createKubelet({ kernel, spec, node, server, runtime });
    server.registerKubelet(node.name, kubelet.server);
    return [node.name, kubelet] as const;
  }));
  startInOrder(kernel, [server, manager, scheduler, ...kubelets.values()]);
  return { kernel, spec, server, kubectl: createKubectl(kernel, spec, server), fault: (fault) => applyFault(kubelets, fault) };
}

/** Processes of a real cluster come up one after the other; their heartbeats keep that distance for ever. */
function startInOrder(kernel: Kernel, parts: readonly { start(): void }[]): void {
  const init = kernel.actor('init');
  let at: Micros = 0;
  for (const part of parts) {
    init.timer(at, 'start', () => part.start());
    at += 400 * MILLISECOND + init.random.int(2 * SECOND);
  }
}

function applyFault(kubelets: ReadonlyMap<string, Kubelet>, fault: ClusterFault): string | undefined {
  const kubelet = kubelets.get(fault.node);
  if (kubelet === undefined) return `there is no node "${fault.node}"`;
  if (fault.action === 'stop') kubelet.stop();
  else kubelet.start();
  return undefined;
}
