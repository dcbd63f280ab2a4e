import { describe, expect, it } from 'vitest';
import type { PersistentVolume, PersistentVolumeClaim, Pod, StorageClass } from '../../api/types';
import { decide, type Situation } from './testing/decide';
import { controlPlane, node, pod } from './testing/objects';

const CP = '1 node(s) had untolerated taint(s)';
const PF = 'no new claims to deallocate, preemption: 0/3 nodes are available:';
const workers = [controlPlane(), node('w1'), node('w2')];
const message = (s: Situation): string | undefined => decide(s).failure?.message;
const fills = (name: string, where: string, cpu: string): Pod => pod(name, { node: where, requests: { cpu } });
const claim = (name: string, c: { readonly phase?: 'Pending' | 'Bound'; readonly volume?: string; readonly storageClass?: string } = {}): PersistentVolumeClaim => ({
  apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name, namespace: 'default', uid: `uid-${name}` },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...(c.volume === undefined ? {} : { volumeName: c.volume }), ...(c.storageClass === undefined ? {} : { storageClassName: c.storageClass }) },
  status: { phase: c.phase ?? 'Pending' },
});
const localVolume = (name: string, on: string, storageClass: string): PersistentVolume => ({
  apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name },
  spec: {
    capacity: { storage: '2Gi' }, accessModes: ['ReadWriteOnce'], storageClassName: storageClass, local: { path: '/d' },
    nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'kubernetes.io/hostname', operator: 'In', values: [on] }] }] } },
  },
  status: { phase: 'Available' },
});
const usesData = pod('p', { spec: { volumes: [{ name: 'd', persistentVolumeClaim: { claimName: 'data' } }] } });
const antiAffinity = { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ labelSelector: { matchLabels: { app: 'web' } }, topologyKey: 'kubernetes.io/hostname' }] } };

describe('why no node would do, 1.35', () => {
  it.each<readonly [string, Situation, string]>([
    ['C02: CPU used up', { nodes: workers, pods: [fills('a', 'w1', '3500m'), fills('b', 'w2', '3500m')], pod: pod('p', { requests: { cpu: '1' } }) },
      `0/3 nodes are available: ${CP}, 2 Insufficient cpu. ${PF} 1 Preemption is not helpful for scheduling, 2 No preemption victims found for incoming pod.`],
    ['C03: larger than any node', { nodes: workers, pod: pod('p', { requests: { cpu: '100' } }) },
      `0/3 nodes are available: ${CP}, 2 Insufficient cpu. ${PF} 3 Preemption is not helpful for scheduling.`],
    ['C05: enough in total, nowhere at once', { nodes: workers, pods: [fills('a', 'w1', '2'), fills('b', 'w2', '2')], pod: pod('p', { requests: { cpu: '3' } }) },
      `0/3 nodes are available: ${CP}, 2 Insufficient cpu. ${PF} 1 Preemption is not helpful for scheduling, 2 No preemption victims found for incoming pod.`],
    ['C06: a taint of one\'s own', { nodes: [controlPlane(), ...['w1', 'w2'].map((n) => node(n, { taints: [{ key: 'gpu', value: 'true', effect: 'NoSchedule' as const }] }))], pod: pod('p') },
      `0/3 nodes are available: 3 node(s) had untolerated taint(s). ${PF} 3 Preemption is not helpful for scheduling.`],
    ['C08: a nodeSelector that matches nothing', { nodes: workers, pod: pod('p', { spec: { nodeSelector: { disktype: 'ssd' } } }) },
      `0/3 nodes are available: ${CP}, 2 node(s) didn't match Pod's node affinity/selector. ${PF} 3 Preemption is not helpful for scheduling.`],
    ['C09: hard anti-affinity, third replica', { nodes: workers, pods: ['w1', 'w2'].map((n) => pod(`on-${n}`, { node: n, labels: { app: 'web' }, spec: { affinity: antiAffinity } })), pod: pod('p', { labels: { app: 'web' }, spec: { affinity: antiAffinity } }) },
      `0/3 nodes are available: ${CP}, 2 node(s) didn't match pod anti-affinity rules. ${PF} 1 Preemption is not helpful for scheduling, 2 No preemption victims found for incoming pod.`],
    ['C12: host port taken', { nodes: workers, pods: ['w1', 'w2'].map((n) => pod(`on-${n}`, { node: n, hostPort: 80 })), pod: pod('p', { hostPort: 80 }) },
      `0/3 nodes are available: ${CP}, 2 node(s) didn't have free ports for the requested pod ports. ${PF} 1 Preemption is not helpful for scheduling, 2 No preemption victims found for incoming pod.`],
    ['C14: unbound immediate claim', { nodes: workers, pod: usesData, listers: { claim: () => claim('data') } },
      '0/3 nodes are available: pod has unbound immediate PersistentVolumeClaims. not found'],
    ['C15: no such claim', { nodes: workers, pod: usesData }, '0/3 nodes are available: persistentvolumeclaim "data" not found. not found'],
    ['C21: the volume is on another node, which is full', {
      nodes: [node('w1', { cpu: '1' }), node('w2')], pods: [fills('a', 'w1', '1')],
      pod: pod('p', { requests: { cpu: '1' }, spec: usesData.spec.volumes === undefined ? {} : { volumes: usesData.spec.volumes } }),
      listers: { claim: () => claim('data', { phase: 'Bound', volume: 'pv' }), volume: () => localVolume('pv', 'w1', '') },
    }, "0/2 nodes are available: 1 Insufficient cpu, 1 node(s) didn't match PersistentVolume's node affinity. no new claims to deallocate, preemption: 0/2 nodes are available: 1 No preemption victims found for incoming pod, 1 Preemption is not helpful for scheduling."],
    ['a DaemonSet pod for one node that is full', {
      nodes: workers, pods: [fills('a', 'w1', '4')],
      pod: pod('p', { requests: { cpu: '1' }, spec: { affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['w1'] }] }] } } } } }),
    }, `0/3 nodes are available: 1 Insufficient cpu, 2 node(s) didn't satisfy plugin(s) [NodeAffinity]. ${PF} 1 No preemption victims found for incoming pod, 2 Preemption is not helpful for scheduling.`],
    ['two reasons of one plugin on one node', { nodes: [node('w1')], pods: [pod('a', { node: 'w1', requests: { cpu: '4', memory: '8Gi' } })], pod: pod('p', { requests: { cpu: '1', memory: '1Gi' } }) },
      '0/1 nodes are available: 1 Insufficient cpu, 1 Insufficient memory. no new claims to deallocate, preemption: 0/1 nodes are available: 1 No preemption victims found for incoming pod.'],
    ['preemptionPolicy Never', { nodes: [node('w1')], pods: [fills('a', 'w1', '4')], pod: pod('p', { priority: 5, requests: { cpu: '1' }, spec: { preemptionPolicy: 'Never' } }) },
      '0/1 nodes are available: 1 Insufficient cpu. no new claims to deallocate, preemption: not eligible due to preemptionPolicy=Never.'],
    ['a full node and an extended resource', { nodes: [node('w1', { pods: '1' }), node('w2', { more: { 'example.com/gpu': '1' } })], pods: [pod('a', { node: 'w1' }), pod('b', { node: 'w2', requests: { 'example.com/gpu': '1' } })], pod: pod('p', { requests: { 'example.com/gpu': '1' } }) },
      '0/2 nodes are available: 1 Too many pods, 2 Insufficient example.com/gpu. no new claims to deallocate, preemption: 0/2 nodes are available: 1 No preemption victims found for incoming pod, 1 Preemption is not helpful for scheduling.'],
  ])('%s', (_case, situation, expected) => {
    expect(message(situation)).toBe(expected);
  });

  it('C11: spread skew on one node, the other cordoned', () => {
    const spread = { topologyKey: 'topology.kubernetes.io/zone', maxSkew: 1, whenUnsatisfiable: 'DoNotSchedule' as const, labelSelector: { matchLabels: { app: 'web' } } };
    const nodes = [node('w1', { labels: { 'topology.kubernetes.io/zone': 'a' } }), node('w2', { labels: { 'topology.kubernetes.io/zone': 'b' }, unschedulable: true })];
    const pods = ['1', '2'].map((n) => pod(n, { node: 'w1', labels: { app: 'web' } }));
    expect(message({ nodes, pods, pod: pod('p', { labels: { app: 'web' }, spec: { topologySpreadConstraints: [spread] } }) }))
      .toBe("0/2 nodes are available: 1 node(s) didn't match pod topology spread constraints, 1 node(s) were unschedulable. no new claims to deallocate, preemption: 0/2 nodes are available: 1 No preemption victims found for incoming pod, 1 Preemption is not helpful for scheduling.");
  });

  it('says which label a spread constraint misses, and that preemption would not help', () => {
    const spread = { topologyKey: 'rack', maxSkew: 1, whenUnsatisfiable: 'DoNotSchedule' as const, labelSelector: { matchLabels: { app: 'web' } } };
    expect(message({ nodes: [node('w1')], pod: pod('p', { labels: { app: 'web' }, spec: { topologySpreadConstraints: [spread] } }) }))
      .toContain("1 node(s) didn't match pod topology spread constraints (missing required label). no new claims to deallocate, preemption: 0/1 nodes are available: 1 Preemption is not helpful");
  });

  it('keeps a waiting preemptor from preempting more while its victim ends', () => {
    const dying = pod('a', { node: 'w1', requests: { cpu: '4' } });
    const ending: Pod = { ...dying, metadata: { ...dying.metadata, deletionTimestamp: '2026-11-30T17:00:00Z' } };
    expect(message({ nodes: [node('w1')], pods: [ending], pod: pod('p', { priority: 5, requests: { cpu: '1' }, status: { nominatedNodeName: 'w1' } }) }))
      .toBe('0/1 nodes are available: 1 Insufficient cpu. no new claims to deallocate, preemption: not eligible due to a terminating pod on the nominated node.');
  });

  it('C24: says nothing of preemption when it found a victim', () => {
    const result = decide({ nodes: [node('w1')], pods: [fills('a', 'w1', '4')], pod: pod('p', { priority: 1000, requests: { cpu: '1' } }) }).failure;
    expect(result?.message).toBe('0/1 nodes are available: 1 Insufficient cpu.');
    expect(result?.nominatedNodeName).toBe('w1');
  });
});

describe('why no node would do, 1.20, as recorded', () => {
  const nodes = ['node-1', 'node-2', 'node-3'].map((n) => node(n, { cpu: '1900m' }));
  const on = (make: (n: string) => Pod): readonly Pod[] => nodes.map((n) => make(n.metadata.name));
  it.each<readonly [string, Situation, string]>([
    ['insufficient-cpu', { nodes, pod: pod('big', { requests: { cpu: '64' } }) }, '0/3 nodes are available: 3 Insufficient cpu.'],
    ['node-selector-and-taints, selector', { nodes, pod: pod('picky', { spec: { nodeSelector: { disk: 'ssd' } } }) }, "0/3 nodes are available: 3 node(s) didn't match Pod's node affinity."],
    ['node-selector-and-taints, taint', { nodes: nodes.map((n) => ({ ...n, spec: { taints: [{ key: 'team', value: 'x', effect: 'NoSchedule' as const }] } })), pod: pod('other') }, "0/3 nodes are available: 3 node(s) had taint {team: x}, that the pod didn't tolerate."],
    ['pod-anti-affinity', { nodes, pods: on((n) => pod(`on-${n}`, { node: n, labels: { app: 'web' }, spec: { affinity: antiAffinity } })), pod: pod('p', { labels: { app: 'web' }, spec: { affinity: antiAffinity } }) }, "0/3 nodes are available: 3 node(s) didn't match pod affinity/anti-affinity, 3 node(s) didn't match pod anti-affinity rules."],
    ['hostport-conflict', { nodes, pods: on((n) => pod(`on-${n}`, { node: n, hostPort: 18080 })), pod: pod('p', { hostPort: 18080 }) }, "0/3 nodes are available: 3 node(s) didn't have free ports for the requested pod ports."],
    ['pvc-pending', { nodes, pod: usesData, listers: { claim: () => claim('data') } }, '0/3 nodes are available: 3 pod has unbound immediate PersistentVolumeClaims.'],
    ['preemption, although a victim was found', { nodes, pods: on((n) => fills(`on-${n}`, n, '1200m')), pod: pod('vip', { priority: 1000, requests: { cpu: '1200m' } }) }, '0/3 nodes are available: 3 Insufficient cpu.'],
  ])('%s', (_case, situation, expected) => {
    expect(message({ ...situation, version: '1.20' })).toBe(expected);
  });
});

describe('filters', () => {
  it('let a tolerating pod onto a tainted node and a cordoned one', () => {
    const nodes = [controlPlane(), node('w1', { unschedulable: true })];
    const tolerations = [{ key: 'node-role.kubernetes.io/control-plane', operator: 'Exists' as const }, { key: 'node.kubernetes.io/unschedulable', operator: 'Exists' as const, effect: 'NoSchedule' as const }];
    expect(decide({ nodes, pod: pod('p', { spec: { tolerations } }) }).feasible).toEqual(['cp', 'w1']);
  });

  it('report the first plugin in order that objects', () => {
    const nodes = [node('w1', { unschedulable: true, taints: [{ key: 'a', effect: 'NoSchedule' }], cpu: '1' }), node('w2', { taints: [{ key: 'a', effect: 'NoExecute' }], cpu: '1' }), node('w3', { cpu: '1' })];
    expect(decide({ nodes, pod: pod('p', { requests: { cpu: '2' } }) }).rejected).toEqual({ w1: 'NodeUnschedulable', w2: 'TaintToleration', w3: 'NodeResourcesFit' });
  });

  it('understand every operator of node affinity', () => {
    const nodes = [node('w1', { labels: { size: '3', zone: 'a' } }), node('w2', { labels: { size: '7' } })];
    const fits = (...matchExpressions: readonly { readonly key: string; readonly operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist' | 'Gt' | 'Lt'; readonly values?: readonly string[] }[]): readonly string[] =>
      decide({ nodes, pod: pod('p', { spec: { affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions }] } } } } }) }).feasible;
    expect(fits({ key: 'size', operator: 'Gt', values: ['5'] })).toEqual(['w2']);
    expect(fits({ key: 'size', operator: 'Lt', values: ['5'] })).toEqual(['w1']);
    expect(fits({ key: 'zone', operator: 'Exists' })).toEqual(['w1']);
    expect(fits({ key: 'zone', operator: 'DoesNotExist' })).toEqual(['w2']);
    expect(fits({ key: 'zone', operator: 'NotIn', values: ['a'] })).toEqual(['w2']);
    expect(fits({ key: 'zone', operator: 'In', values: ['a', 'b'] }, { key: 'size', operator: 'In', values: ['3'] })).toEqual(['w1']);
  });

  it('keep a pod away from pods whose own anti-affinity repels it', () => {
    const guard = pod('guard', { node: 'w1', labels: { app: 'db' }, spec: { affinity: antiAffinity } });
    expect(decide({ nodes: [node('w1'), node('w2')], pods: [guard], pod: pod('p', { labels: { app: 'web' } }) }).rejected).toEqual({ w1: 'InterPodAffinity' });
  });

  it('let the first of a group with affinity to itself start anywhere, and the next ones only beside it', () => {
    const affinity = { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ labelSelector: { matchLabels: { app: 'web' } }, topologyKey: 'kubernetes.io/hostname' }] } };
    const one = pod('one', { labels: { app: 'web' }, spec: { affinity } });
    const nodes = [node('w1'), node('w2')];
    expect(decide({ nodes, pod: one }).feasible).toEqual(['w1', 'w2']);
    expect(decide({ nodes, pods: [{ ...one, spec: { ...one.spec, nodeName: 'w2' } }], pod: pod('two', { labels: { app: 'web' }, spec: { affinity } }) }).feasible).toEqual(['w2']);
    expect(decide({ nodes, pod: pod('three', { labels: { app: 'other' }, spec: { affinity } }) }).feasible).toEqual([]);
  });

  it('tell host ports apart by address and protocol', () => {
    const withIp = (name: string, hostIP: string | undefined, where?: string): Pod => {
      const p = pod(name, where === undefined ? { hostPort: 80 } : { hostPort: 80, node: where });
      return { ...p, spec: { ...p.spec, containers: p.spec.containers.map((c) => ({ ...c, ports: [{ containerPort: 80, hostPort: 80, protocol: 'TCP' as const, ...(hostIP === undefined ? {} : { hostIP }) }] })) } };
    };
    const fits = (there: string | undefined, wanted: string | undefined): boolean => decide({ nodes: [node('w1')], pods: [withIp('a', there, 'w1')], pod: withIp('p', wanted) }).feasible.length === 1;
    expect(fits('10.0.0.1', '10.0.0.2')).toBe(true);
    expect(fits('10.0.0.1', '10.0.0.1')).toBe(false);
    expect(fits(undefined, '10.0.0.1')).toBe(false);
    expect(fits('10.0.0.1', undefined)).toBe(false);
  });

  it('find a local volume for a claim that waits for its first consumer, on the node where it is', () => {
    const waits: StorageClass = { apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', metadata: { name: 'local' }, provisioner: 'kubernetes.io/no-provisioner', volumeBindingMode: 'WaitForFirstConsumer' };
    const outcome = decide({
      nodes: [node('w1'), node('w2')], pod: usesData, listers: { claim: () => claim('data', { storageClass: 'local' }), storageClass: () => waits, volumes: () => [localVolume('pv', 'w2', 'local')] },
    });
    expect(outcome.feasible).toEqual(['w2']);
    expect(outcome.rejected).toEqual({ w1: 'VolumeBinding' });
  });

  it('count a nominated pod of at least the same priority as if it were there', () => {
    const preemptor = pod('vip', { priority: 10, requests: { cpu: '4' } });
    const small = pod('p', { priority: 10, requests: { cpu: '1' } });
    expect(decide({ nodes: [node('w1')], pod: small, nominated: [['w1', preemptor]] }).feasible).toEqual([]);
    expect(decide({ nodes: [node('w1')], pod: pod('q', { priority: 11, requests: { cpu: '1' } }), nominated: [['w1', preemptor]] }).feasible).toEqual(['w1']);
  });
});
