import type { KubeObject, Pod } from '../../../api/types';
import type { KubeVersion } from '../../../api/version';
import { formatTime } from '../../../api/time';
import { Kernel } from '../../../kernel/kernel';
import { SECOND } from '../../../kernel/time';
import { wallMicros } from '../../clock';
import type { ClusterSpec } from '../../spec';
import { createControllerManager } from '../manager';
import { MemoryApiServer } from './memory-apiserver';

/** A cluster of three nodes without kubelets, for tests of controllers. */
export const clusterSpec = (kubernetesVersion: KubeVersion): ClusterSpec => ({
  kubernetesVersion, serviceCIDR: '10.96.0.0/16', clusterDNS: '10.96.0.10', authorization: ['Node', 'RBAC'], admission: { enable: [], disable: [] },
  runtime: { name: 'containerd', version: '1.6.20', pauseImage: 'k8s.gcr.io/pause:3.2' }, cni: { version: '0.3.1', plugins: ['bridge'] }, registry: [], preloaded: [], users: [],
  nodes: [1, 2, 3].map((i) => ({
    name: `node-${i}`, cpu: '2', memory: '24683988Ki', pods: 110, allocatable: { cpu: '1900m', memory: '24581588Ki' }, podCIDR: `10.244.${i - 1}.0/24`, address: `192.168.0.${i}`, labels: {}, taints: [],
  })),
});

/** kube-controller-manager on an API server that only keeps objects; tests play all other components. */
export class World {
  readonly kernel: Kernel;
  readonly api: MemoryApiServer;

  constructor(version: KubeVersion = '1.20', seed = 1, prepare: (api: MemoryApiServer) => void = () => {}) {
    this.kernel = new Kernel(seed);
    this.api = new MemoryApiServer(this.kernel, version);
    prepare(this.api);
    createControllerManager({ kernel: this.kernel, spec: clusterSpec(version), server: this.api }).start();
    this.run(8);
    this.api.writes.length = 0;
    this.api.requests.length = 0;
  }

  /** Lets so many seconds pass. */
  run(seconds: number): void {
    this.kernel.run(this.kernel.now + Math.round(seconds * SECOND));
  }

  now(): string {
    return formatTime(wallMicros(this.kernel.now));
  }

  /** Writes of one actor since `from`: `create replicasets 201`. */
  writes(actor: string): readonly string[] {
    return this.api.writes.filter((w) => w.actor === actor).map((w) => `${w.verb} ${w.what} ${w.code}`);
  }

  pods(): readonly Pod[] {
    return this.api.list('pods') as unknown as readonly Pod[];
  }

  events(): readonly string[] {
    return this.api.list('events').map((e) => `${String(e['type'])} ${String(e['reason'])} ${String(e['message'])}`);
  }

  /** Plays scheduler and kubelet: the pod runs on a node and is ready. */
  ready(name: string, node = 'node-1', namespace = 'default'): void {
    this.api.change('pods', `${namespace}/${name}`, (pod: Pod) => ({
      ...pod, spec: { ...pod.spec, nodeName: node },
      status: { ...pod.status, phase: 'Running', podIP: '10.244.0.2', conditions: [{ type: 'Ready', status: 'True', lastProbeTime: null, lastTransitionTime: this.now() }] },
    }));
  }

  readyAll(): void {
    this.pods().forEach((pod, i) => {
      if (pod.status.phase === 'Pending' && pod.metadata.deletionTimestamp === undefined) this.ready(pod.metadata.name, `node-${(i % 3) + 1}`);
    });
  }

  /** Plays kubelet: pods that terminate are gone. */
  reap(): void {
    for (const pod of this.pods()) if (pod.metadata.deletionTimestamp !== undefined) this.api.remove('pods', `${pod.metadata.namespace ?? ''}/${pod.metadata.name}`);
  }

  get<T extends KubeObject>(resource: string, key: string): T {
    const object = this.api.get(resource, key);
    if (object === undefined) throw new Error(`no ${resource}/${key}`);
    return object as T;
  }
}

/** A Deployment as stored, after defaulting. */
export function deployment(name: string, replicas: number, spec: Readonly<Record<string, unknown>> = {}, image = 'nginx:1.19'): unknown {
  return {
    apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name, namespace: 'default', labels: { app: name } },
    spec: {
      replicas, selector: { matchLabels: { app: name } }, template: podTemplate({ app: name }, image), strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: '25%' } },
      revisionHistoryLimit: 10, progressDeadlineSeconds: 600, ...spec,
    },
    status: {},
  };
}

export function podTemplate(labels: Readonly<Record<string, string>>, image = 'nginx:1.19', spec: Readonly<Record<string, unknown>> = {}): unknown {
  return {
    metadata: { labels, creationTimestamp: null },
    spec: {
      containers: [{ name: 'c', image, resources: {}, terminationMessagePath: '/dev/termination-log', terminationMessagePolicy: 'File', imagePullPolicy: 'IfNotPresent' }],
      restartPolicy: 'Always', terminationGracePeriodSeconds: 30, dnsPolicy: 'ClusterFirst', securityContext: {}, schedulerName: 'default-scheduler', ...spec,
    },
  };
}
