import { addQuantity, compareQuantity, formatQuantity, quantity, wholeQuantity, type Quantity } from '../../../api/quantity';
import { isPodTerminal, qosClass } from '../../../api/pods';
import type { Resource } from '../../../api/scheme';
import type { KubeObject, PersistentVolumeClaim, Pod, ResourceList, ResourceQuota, Service } from '../../../api/types';

/** What one object takes of a quota, by the name that quotas have for it. Pure. */

const ONE = wholeQuantity(1);
/** Core resources that a quota may count by their bare name. */
const COUNTED: ReadonlySet<string> = new Set(['pods', 'services', 'replicationcontrollers', 'resourcequotas', 'secrets', 'configmaps', 'persistentvolumeclaims']);

type Usage = Map<string, Quantity>;

const add = (usage: Usage, name: string, q: Quantity): void => {
  const before = usage.get(name);
  usage.set(name, before === undefined ? q : addQuantity(before, q));
};

/** Models pkg/quota/v1/evaluator/core. */
export function usageOf(resource: Pick<Resource, 'group' | 'resource'>, object: KubeObject): ReadonlyMap<string, Quantity> {
  const usage: Usage = new Map();
  add(usage, `count/${resource.resource}${resource.group === '' ? '' : `.${resource.group}`}`, ONE);
  if (resource.group !== '') return usage;
  const ended = resource.resource === 'pods' && isPodTerminal(object as unknown as Pod);
  if (COUNTED.has(resource.resource) && !ended) add(usage, resource.resource, ONE);
  if (resource.resource === 'pods' && !ended) addPod(usage, object as unknown as Pod);
  if (resource.resource === 'services') addService(usage, object as unknown as Service);
  if (resource.resource === 'persistentvolumeclaims') addClaim(usage, object as unknown as PersistentVolumeClaim);
  return usage;
}

function addPod(usage: Usage, pod: Pod): void {
  for (const kind of ['requests', 'limits'] as const) {
    const total: Usage = new Map();
    for (const c of pod.spec.containers) for (const [name, text] of Object.entries(c.resources[kind] ?? {})) add(total, name, quantity(text));
    for (const c of pod.spec.initContainers ?? []) {
      for (const [name, text] of Object.entries(c.resources[kind] ?? {})) {
        const before = total.get(name);
        if (before === undefined || compareQuantity(before, quantity(text)) < 0) total.set(name, quantity(text));
      }
    }
    for (const [name, q] of total) {
      usage.set(`${kind}.${name}`, q);
      if (kind === 'requests' && (name === 'cpu' || name === 'memory' || name === 'ephemeral-storage')) usage.set(name, q);
    }
  }
}

function addService(usage: Usage, service: Service): void {
  const { type, ports = [] } = service.spec;
  if (type === 'NodePort' || type === 'LoadBalancer') usage.set('services.nodeports', wholeQuantity(ports.length));
  if (type === 'LoadBalancer') usage.set('services.loadbalancers', ONE);
}

function addClaim(usage: Usage, claim: PersistentVolumeClaim): void {
  const storage = claim.spec.resources?.requests?.['storage'];
  const prefix = (claim.spec.storageClassName ?? '') === '' ? undefined : `${claim.spec.storageClassName ?? ''}.storageclass.storage.k8s.io/`;
  if (prefix !== undefined) usage.set(`${prefix}persistentvolumeclaims`, ONE);
  if (storage === undefined) return;
  usage.set('requests.storage', quantity(storage));
  if (prefix !== undefined) usage.set(`${prefix}requests.storage`, quantity(storage));
}

/** Whether the scopes of a quota include an object. Models pkg/quota/v1/evaluator/core pods.go podMatchesScopeFunc. */
export function inScope(quota: ResourceQuota, object: KubeObject): boolean {
  const terms = [...(quota.spec.scopes ?? []).map((scopeName) => ({ scopeName, operator: 'Exists', values: undefined })), ...(quota.spec.scopeSelector?.matchExpressions ?? [])];
  if (terms.length === 0) return true;
  if (object.kind !== 'Pod') return false;
  const { spec } = object as unknown as Pod;
  return terms.every(({ scopeName, operator, values }) => {
    switch (scopeName) {
      case 'Terminating': return spec.activeDeadlineSeconds !== undefined;
      case 'NotTerminating': return spec.activeDeadlineSeconds === undefined;
      case 'BestEffort': return qosClass(spec) === 'BestEffort';
      case 'NotBestEffort': return qosClass(spec) !== 'BestEffort';
      case 'PriorityClass': {
        const own = spec.priorityClassName ?? '';
        if (operator === 'In') return values?.includes(own) === true;
        if (operator === 'NotIn') return values?.includes(own) !== true;
        return operator === 'Exists' ? own !== '' : own === '';
      }
      default: return false;
    }
  });
}

/** What all objects together take of each thing that a quota limits. Models pkg/quota/v1 CalculateUsage. */
export function totalUsage(hard: ResourceList, quota: ResourceQuota, objects: Iterable<readonly [Pick<Resource, 'group' | 'resource'>, KubeObject]>): ResourceList {
  const total: Usage = new Map();
  for (const [resource, object] of objects) {
    if (!inScope(quota, object)) continue;
    for (const [name, q] of usageOf(resource, object)) if (name in hard) add(total, name, q);
  }
  return Object.fromEntries(Object.keys(hard).map((name) => [name, formatQuantity(total.get(name) ?? wholeQuantity(0))]));
}

/** Whether a quota that limits these things cares about a resource at all. */
export function concerns(hard: ResourceList, resource: Pick<Resource, 'group' | 'resource'>): boolean {
  const { group, resource: plural } = resource;
  return Object.keys(hard).some((name) => {
    if (name === `count/${plural}${group === '' ? '' : `.${group}`}`) return true;
    if (group !== '') return false;
    if (name === plural || name.startsWith(`${plural}.`)) return true;
    if (plural === 'pods') return /^(requests\.|limits\.|cpu$|memory$|ephemeral-storage$)/.test(name) && name !== 'requests.storage';
    return plural === 'persistentvolumeclaims' && (name === 'requests.storage' || name.includes('.storageclass.storage.k8s.io/'));
  });
}
