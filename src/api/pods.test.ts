import { describe, expect, it } from 'vitest';
import { setCondition, setPodCondition } from './conditions';
import { controllerRef, getControllerOf, isControlledBy, objectKey, splitKey } from './owner';
import { isPodAvailable, podRequests, qosClass } from './pods';
import { parseTime } from './time';
import type { Container, DeploymentCondition, PodSpec, PodStatus } from './types';

const container = (name: string, requests: Record<string, string> = {}, limits: Record<string, string> = {}, more: Partial<Container> = {}): Container => ({
  name, image: 'x', resources: { requests, limits }, terminationMessagePath: '', terminationMessagePolicy: 'File', imagePullPolicy: 'IfNotPresent', ...more,
});
const spec = (containers: readonly Container[], initContainers: readonly Container[] = []): PodSpec => ({
  containers, initContainers, restartPolicy: 'Always', terminationGracePeriodSeconds: 30, dnsPolicy: 'ClusterFirst', securityContext: {}, schedulerName: 'default-scheduler',
});

describe('requests of a pod', () => {
  it('adds containers and takes the larger of that and each init container', () => {
    const s = spec([container('a', { cpu: '100m' }), container('b', { cpu: '200m', memory: '64Mi' })], [container('i', { cpu: '1', memory: '32Mi' })]);
    expect(podRequests(s)).toEqual({ cpu: 1000, memory: 64 * 1024 * 1024 });
  });

  it('counts sidecars with the containers and with later init containers', () => {
    const side = container('s', { cpu: '100m' }, {}, { restartPolicy: 'Always' });
    expect(podRequests(spec([container('a', { cpu: '100m' })], [side]))).toEqual({ cpu: 200 });
    expect(podRequests(spec([container('a', { cpu: '100m' })], [side, container('i', { cpu: '500m' })]))).toEqual({ cpu: 600 });
  });

  it('assumes a little where nothing is asked, for scoring', () => {
    expect(podRequests(spec([container('a')]), true)).toEqual({ cpu: 100, memory: 200 * 1024 * 1024 });
  });
});

describe('quality of service', () => {
  it.each([
    [spec([container('a')]), 'BestEffort'],
    [spec([container('a', { cpu: '1' })]), 'Burstable'],
    [spec([container('a', { cpu: '1', memory: '1Gi' }, { cpu: '1000m', memory: '1024Mi' })]), 'Guaranteed'],
    [spec([container('a', {}, { cpu: '1', memory: '1Gi' })]), 'Guaranteed'],
    [spec([container('a', { cpu: '1', memory: '1Gi' }, { cpu: '1', memory: '1Gi' }), container('b')]), 'Burstable'],
  ])('%#', (s, want) => {
    expect(qosClass(s)).toBe(want);
  });
});

describe('conditions', () => {
  const a: DeploymentCondition = { type: 'Available', status: 'False', lastUpdateTime: 't1', lastTransitionTime: 't1', reason: 'R' };
  const p: DeploymentCondition = { type: 'Progressing', status: 'True', lastUpdateTime: 't1', lastTransitionTime: 't1', reason: 'New' };

  it('of workloads: an unchanged one is left alone, a changed one goes to the end', () => {
    const list = [a, p];
    expect(setCondition(list, { ...a, lastUpdateTime: 't2' })).toBe(list);
    expect(setCondition(list, { ...a, reason: 'Other', lastTransitionTime: 't2' })).toEqual([p, { ...a, reason: 'Other', lastTransitionTime: 't1' }]);
    expect(setCondition(list, { ...a, status: 'True', lastTransitionTime: 't2' })).toEqual([p, { ...a, status: 'True', lastTransitionTime: 't2' }]);
  });

  it('of pods: replaced in place, the time moves only with the status', () => {
    const status: PodStatus = { phase: 'Pending', conditions: [{ type: 'Ready', status: 'False', lastProbeTime: null, lastTransitionTime: 't1' }, { type: 'PodScheduled', status: 'True', lastProbeTime: null, lastTransitionTime: 't1' }] };
    expect(setPodCondition(status, { type: 'Ready', status: 'False', lastProbeTime: null, lastTransitionTime: 't2' })).toBe(status);
    expect(setPodCondition(status, { type: 'Ready', status: 'True', lastProbeTime: null, lastTransitionTime: 't2' }).conditions?.map((c) => `${c.type} ${c.status} ${c.lastTransitionTime}`)).toEqual(['Ready True t2', 'PodScheduled True t1']);
  });
});

describe('availability', () => {
  it('waits for minReadySeconds', () => {
    const pod = { status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True', lastProbeTime: null, lastTransitionTime: '2026-11-30T17:00:00Z' }] } } as const;
    const at = parseTime('2026-11-30T17:00:05Z') ?? 0;
    expect(isPodAvailable(pod, 0, at)).toBe(true);
    expect(isPodAvailable(pod, 5, at)).toBe(true);
    expect(isPodAvailable(pod, 6, at)).toBe(false);
  });
});

describe('owners', () => {
  it('are found by the controller mark and compared by uid', () => {
    const rs = { apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata: { name: 'web', namespace: 'default', uid: 'u1' } };
    const pod = { metadata: { name: 'p', ownerReferences: [{ apiVersion: 'v1', kind: 'X', name: 'x', uid: 'u0' }, controllerRef(rs)] } };
    expect(getControllerOf(pod)).toEqual({ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'u1', controller: true, blockOwnerDeletion: true });
    expect(isControlledBy(pod, rs)).toBe(true);
    expect(isControlledBy(pod, { metadata: { name: 'web', uid: 'u2' } })).toBe(false);
    expect([objectKey(rs), objectKey(pod), splitKey('a/b').name, splitKey('n').namespace]).toEqual(['default/web', 'p', 'b', '']);
  });
});
