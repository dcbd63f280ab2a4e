import { describe, expect, it } from 'vitest';
import { convert } from './conversion';
import type { KubeObject } from './types';

describe('conversion between served versions', () => {
  it('turns a scheduler event into the stored shape and back', () => {
    const posted: KubeObject = {
      apiVersion: 'events.k8s.io/v1', kind: 'Event', metadata: { name: 'web.18', namespace: 'default' }, eventTime: '2026-11-30T17:02:14.000512Z', reportingController: 'default-scheduler',
      reportingInstance: 'default-scheduler-node-1', action: 'Binding', reason: 'Scheduled', regarding: { kind: 'Pod', name: 'web' }, note: 'Successfully assigned default/web to node-1', type: 'Normal',
      deprecatedSource: {}, deprecatedFirstTimestamp: null, deprecatedLastTimestamp: null,
    };
    const stored = convert(posted, 'v1');
    expect(stored).toMatchObject({ apiVersion: 'v1', involvedObject: { kind: 'Pod', name: 'web' }, message: 'Successfully assigned default/web to node-1', source: {}, firstTimestamp: null, reportingComponent: 'default-scheduler' });
    expect(convert(stored, 'events.k8s.io/v1')).toEqual(posted);
  });

  it('moves the node of an endpoint between its two places', () => {
    const beta: KubeObject = { apiVersion: 'discovery.k8s.io/v1beta1', kind: 'EndpointSlice', metadata: { name: 's' }, endpoints: [{ addresses: ['10.0.0.1'], topology: { 'kubernetes.io/hostname': 'node-1' } }] };
    const v1 = convert(beta, 'discovery.k8s.io/v1');
    expect(v1['endpoints']).toEqual([{ addresses: ['10.0.0.1'], nodeName: 'node-1' }]);
    expect(convert(v1, 'discovery.k8s.io/v1beta1')).toEqual(beta);
  });

  it('carries the CPU target of an autoscaler', () => {
    const v1: KubeObject = { apiVersion: 'autoscaling/v1', kind: 'HorizontalPodAutoscaler', metadata: { name: 'h' }, spec: { maxReplicas: 3, targetCPUUtilizationPercentage: 80 } };
    const v2 = convert(v1, 'autoscaling/v2');
    expect(v2.spec).toMatchObject({ metrics: [{ resource: { target: { averageUtilization: 80 } } }] });
    expect(convert(v2, 'autoscaling/v1')).toEqual(v1);
  });

  it('only relabels the rest, and does nothing when there is nothing to do', () => {
    const role: KubeObject = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'Role', metadata: { name: 'r' }, rules: [] };
    expect(convert(role, 'rbac.authorization.k8s.io/v1beta1')).toEqual({ ...role, apiVersion: 'rbac.authorization.k8s.io/v1beta1' });
    expect(convert(role, role.apiVersion)).toBe(role);
  });
});
