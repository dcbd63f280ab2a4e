import { describe, expect, it } from 'vitest';
import { formatQuantity } from './quantity';
import { concerns, inScope, missingResources, printUsage, totalUsage, usageOf } from './quota';
import type { KubeObject, ResourceList, ResourceQuota } from './types';

const PODS = { group: '', resource: 'pods' };

const pod = (containers: readonly unknown[], over: { readonly spec?: object; readonly phase?: string } = {}): KubeObject => ({
  apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec: { containers, ...over.spec }, status: { phase: over.phase ?? 'Running' },
}) as unknown as KubeObject;
const container = (name: string, requests?: ResourceList, limits?: ResourceList): unknown => ({ name, resources: { ...(requests && { requests }), ...(limits && { limits }) } });
const object = (kind: string, spec: object = {}): KubeObject => ({ apiVersion: 'v1', kind, metadata: { name: 'x' }, spec }) as unknown as KubeObject;
const quota = (spec: object): ResourceQuota => ({ apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'q' }, spec, status: {} }) as unknown as ResourceQuota;
const usage = (resource: { readonly group: string; readonly resource: string }, o: KubeObject): Readonly<Record<string, string>> => Object.fromEntries([...usageOf(resource, o)].map(([name, q]) => [name, formatQuantity(q)]));

describe('what an object takes of a quota', () => {
  it('adds up the containers of a pod, or takes the hungriest init container where that is more', () => {
    const p = pod([container('a', { cpu: '100m', memory: '64Mi' }, { cpu: '1' }), container('b', { cpu: '200m' })], { spec: { initContainers: [container('i', { cpu: '250m', memory: '1Gi' })] } });
    expect(usage(PODS, p)).toEqual({ 'count/pods': '1', pods: '1', cpu: '300m', 'requests.cpu': '300m', memory: '1Gi', 'requests.memory': '1Gi', 'limits.cpu': '1' });
  });

  it('leaves a pod that has ended only its place in the count', () => {
    expect(usage(PODS, pod([container('a', { cpu: '1' })], { phase: 'Failed' }))).toEqual({ 'count/pods': '1' });
  });

  it('counts node ports by port and load balancers by service', () => {
    expect(usage({ group: '', resource: 'services' }, object('Service', { type: 'LoadBalancer', ports: [{}, {}] }))).toEqual({ 'count/services': '1', services: '1', 'services.nodeports': '2', 'services.loadbalancers': '1' });
    expect(usage({ group: '', resource: 'services' }, object('Service', { type: 'ClusterIP', ports: [{}] }))).toEqual({ 'count/services': '1', services: '1' });
  });

  it('counts storage also by its class', () => {
    expect(usage({ group: '', resource: 'persistentvolumeclaims' }, object('PersistentVolumeClaim', { storageClassName: 'fast', resources: { requests: { storage: '1Gi' } } }))).toEqual({
      'count/persistentvolumeclaims': '1', persistentvolumeclaims: '1', 'requests.storage': '1Gi',
      'fast.storageclass.storage.k8s.io/persistentvolumeclaims': '1', 'fast.storageclass.storage.k8s.io/requests.storage': '1Gi',
    });
  });

  it('counts what is not in the core group by its full name', () => {
    expect(usage({ group: 'apps', resource: 'deployments' }, object('Deployment'))).toEqual({ 'count/deployments.apps': '1' });
  });
});

describe('which objects a quota is about', () => {
  it('is all of them without scopes, and pods alone with scopes', () => {
    expect(inScope(quota({}), object('Service'))).toBe(true);
    expect(inScope(quota({ scopes: ['NotTerminating'] }), object('Service'))).toBe(false);
  });

  it('takes all scopes together', () => {
    const q = quota({ scopes: ['NotTerminating', 'BestEffort'] });
    expect(inScope(q, pod([container('a')]))).toBe(true);
    expect(inScope(q, pod([container('a', { cpu: '1' })]))).toBe(false);
    expect(inScope(q, pod([container('a')], { spec: { activeDeadlineSeconds: 5 } }))).toBe(false);
  });

  it.each([
    ['In', ['high'], true, false],
    ['NotIn', ['high'], false, true],
    ['Exists', undefined, true, false],
    ['DoesNotExist', undefined, false, true],
  ])('asks for the priority class: %s', (operator, values, ofHigh, ofNone) => {
    const q = quota({ scopeSelector: { matchExpressions: [{ scopeName: 'PriorityClass', operator, values }] } });
    expect(inScope(q, pod([container('a')], { spec: { priorityClassName: 'high' } }))).toBe(ofHigh);
    expect(inScope(q, pod([container('a')]))).toBe(ofNone);
  });

  it('is told by the names of what it limits', () => {
    expect(concerns({ 'limits.cpu': '1' }, PODS)).toBe(true);
    expect(concerns({ 'requests.storage': '1' }, PODS)).toBe(false);
    expect(concerns({ 'requests.storage': '1' }, { group: '', resource: 'persistentvolumeclaims' })).toBe(true);
    expect(concerns({ 'services.nodeports': '1' }, { group: '', resource: 'services' })).toBe(true);
    expect(concerns({ 'count/deployments.apps': '1' }, { group: 'apps', resource: 'deployments' })).toBe(true);
    expect(concerns({ pods: '1' }, { group: 'metrics.k8s.io', resource: 'pods' })).toBe(false);
  });
});

it('totals what is in scope and limited, zero for what nobody takes', () => {
  const q = quota({ scopes: ['NotBestEffort'] });
  const objects = [pod([container('a', { cpu: '500m' })]), pod([container('a', { cpu: '700m' })]), pod([container('a')])].map((o) => [PODS, o] as const);
  expect(totalUsage({ pods: '9', 'requests.cpu': '2', secrets: '1' }, q, objects)).toEqual({ pods: '2', 'requests.cpu': '1200m', secrets: '0' });
});

it('names the containers that lack what a quota limits', () => {
  const hard = { pods: '4', 'limits.memory': '1Gi', cpu: '1' };
  const p = pod([container('a', { cpu: '1' }), container('b', undefined, { memory: '1Gi' })]);
  expect([...missingResources(hard, p)]).toEqual([['cpu', ['b']], ['limits.memory', ['a']]]);
  expect(missingResources(hard, object('Service')).size).toBe(0);
});

it('prints amounts in the order of their names', () => {
  expect(printUsage(usageOf(PODS, pod([container('a', { cpu: '100m' })])))).toBe('count/pods=1,cpu=100m,pods=1,requests.cpu=100m');
});
