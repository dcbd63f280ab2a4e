import { describe, expect, it } from 'vitest';
import type { ReplicaSet } from '../../api/types';
import { decide } from './testing/decide';
import { node, pod } from './testing/objects';

const replicaSet: ReplicaSet = {
  apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata: { name: 'nginx', namespace: 'default' },
  spec: { replicas: 2, selector: { matchLabels: { app: 'nginx' } }, template: { metadata: {}, spec: pod('t').spec } }, status: { replicas: 0 },
};
const listers = { replicaSet: () => replicaSet };
const replica = (name: string, on?: string): ReturnType<typeof pod> => pod(name, { labels: { app: 'nginx' }, owner: { kind: 'ReplicaSet', name: 'nginx' }, ...(on === undefined ? {} : { node: on }) });
const workers = [node('w1'), node('w2')];

describe('scores, 1.35', () => {
  it('C26: two empty workers are worth the same, 597', () => {
    const { totals, scores } = decide({ nodes: workers, pod: replica('a'), listers });
    expect(totals).toEqual({ w1: 597, w2: 597 });
    expect(scores['w1']).toEqual({ TaintToleration: '0→100×3', NodeResourcesFit: '97→97×1', PodTopologySpread: '2→100×2', ImageLocality: '0→0×1' });
  });

  it('C27: the second replica goes where the first is not, 527 against 597', () => {
    const { totals, scores } = decide({ nodes: workers, pods: [replica('a', 'w1')], pod: replica('b'), listers });
    expect(totals).toEqual({ w1: 527, w2: 597 });
    expect(scores['w1']).toMatchObject({ NodeResourcesFit: '95→95×1', PodTopologySpread: '3→66×2' });
    expect(scores['w2']).toMatchObject({ NodeResourcesFit: '97→97×1', PodTopologySpread: '2→100×2' });
  });

  it('spreads pods without a workload that a Service selects', () => {
    const service = { apiVersion: 'v1', kind: 'Service', metadata: { name: 's', namespace: 'default' }, spec: { selector: { app: 'nginx' }, type: 'ClusterIP', sessionAffinity: 'None' }, status: { loadBalancer: {} } } as const;
    const { totals } = decide({ nodes: workers, pods: [pod('a', { node: 'w1', labels: { app: 'nginx' } })], pod: pod('b', { labels: { app: 'nginx' } }), listers: { services: () => [service] } });
    expect(totals['w2']).toBeGreaterThan(totals['w1'] ?? 0);
  });

  it('does not count pods that are on their way out when it spreads', () => {
    const leaving = replica('a', 'w1');
    const { scores } = decide({ nodes: workers, pods: [{ ...leaving, metadata: { ...leaving.metadata, deletionTimestamp: '2026-11-30T17:00:00Z' } }], pod: replica('b'), listers });
    expect(scores['w1']?.['PodTopologySpread']).toBe('2→100×2');
  });

  it('balances CPU against memory by the real requests', () => {
    const { scores } = decide({ nodes: [node('w1')], pods: [pod('a', { node: 'w1', requests: { cpu: '1' } })], pod: pod('b', { requests: { cpu: '1', memory: '2Gi' } }) });
    // CPU 2 of 4, memory 2 of 8 Gi: half the difference is 0.125.
    expect(scores['w1']?.['NodeResourcesBalancedAllocation']).toBe('87→87×1');
  });

  it('prefers a node that has the image, more so when it is large and common', () => {
    const image = (mebibytes: number): { readonly names: readonly string[]; readonly sizeBytes: number }[] => [{ names: ['nginx:latest'], sizeBytes: mebibytes * 1024 * 1024 }];
    const score = (nodes: Parameters<typeof decide>[0]['nodes']): string | undefined => decide({ nodes, pod: pod('p') }).scores['w1']?.['ImageLocality'];
    expect(score([node('w1', { images: image(500) }), node('w2', { images: image(500) })])).toBe('48→48×1');
    expect(score([node('w1', { images: image(500) }), node('w2')])).toBe('23→23×1');
    expect(score([node('w1', { images: image(20) }), node('w2')])).toBe('0→0×1');
  });

  it('counts soft taints that are not tolerated and turns the count round', () => {
    const nodes = [node('w1', { taints: [{ key: 'a', effect: 'PreferNoSchedule' }, { key: 'b', effect: 'PreferNoSchedule' }] }), node('w2', { taints: [{ key: 'a', effect: 'PreferNoSchedule' }] }), node('w3')];
    const { scores } = decide({ nodes, pod: pod('p') });
    expect(['w1', 'w2', 'w3'].map((n) => scores[n]?.['TaintToleration'])).toEqual(['2→0×3', '1→50×3', '0→100×3']);
  });

  it('adds up the weights of preferred node affinity', () => {
    const prefer = (key: string, weight: number): object => ({ weight, preference: { matchExpressions: [{ key, operator: 'Exists' }] } });
    const affinity = { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [prefer('ssd', 60), prefer('fast', 20)] } } as NonNullable<ReturnType<typeof pod>['spec']['affinity']>;
    const { scores } = decide({ nodes: [node('w1', { labels: { ssd: '', fast: '' } }), node('w2', { labels: { fast: '' } }), node('w3')], pod: pod('p', { spec: { affinity } }) });
    expect(['w1', 'w2', 'w3'].map((n) => scores[n]?.['NodeAffinity'])).toEqual(['80→100×2', '20→25×2', '0→0×2']);
  });

  it('weighs what pods wish of each other, in both directions', () => {
    const towards = (app: string, weight: number): object => ({ weight, podAffinityTerm: { labelSelector: { matchLabels: { app } }, topologyKey: 'kubernetes.io/hostname' } });
    type Affinity = NonNullable<ReturnType<typeof pod>['spec']['affinity']>;
    const likesWeb = { podAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [towards('web', 40)] } } as Affinity;
    const dislikesUs = { podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [towards('us', 30)] } } as Affinity;
    const { scores } = decide({
      nodes: [node('w1'), node('w2'), node('w3')],
      pods: [pod('web', { node: 'w1', labels: { app: 'web' } }), pod('shy', { node: 'w2', spec: { affinity: dislikesUs } })],
      pod: pod('p', { labels: { app: 'us' }, spec: { affinity: likesWeb } }),
    });
    expect(['w1', 'w2', 'w3'].map((n) => scores[n]?.['InterPodAffinity'])).toEqual(['40→100×2', '-30→0×2', '0→42×2']);
  });
});

describe('scores, 1.20', () => {
  it('lets every plugin speak, also those without an opinion', () => {
    const { scores, totals } = decide({ version: '1.20', nodes: workers, pod: replica('a'), listers });
    expect(scores['w1']).toEqual({
      NodeResourcesBalancedAllocation: '99→99×1', ImageLocality: '0→0×1', InterPodAffinity: '0→0×1', NodeResourcesLeastAllocated: '97→97×1', NodeAffinity: '0→0×1', NodePreferAvoidPods: '100→100×10000',
      PodTopologySpread: '0→0×2', TaintToleration: '0→100×1',
    });
    expect(totals['w1']).toBe(1_000_296);
  });

  it('does not spread by default where nodes have no zones', () => {
    const { scores } = decide({ version: '1.20', nodes: workers, pods: [replica('a', 'w1')], pod: replica('b'), listers });
    expect(scores['w1']?.['PodTopologySpread']).toBe(scores['w2']?.['PodTopologySpread']);
  });
});
