import { isKind } from './kind';
import { isPodTerminal, qosClass } from './pods';
import { addQuantity, compareQuantity, formatQuantity, quantity, wholeQuantity, type Quantity } from './quantity';
import type { Resource } from './scheme';
import type { KubeObject, PersistentVolumeClaim, Pod, PodSpec, ResourceList, ResourceQuota, Service } from './types';

/** What objects take of a quota: the API server charges by it when they come, the quota controller counts by it when they go. */

/** Amounts by the name that a quota has for them: `pods`, `requests.cpu`, `count/deployments.apps`. */
export type Usage = ReadonlyMap<string, Quantity>;

type GroupResource = Pick<Resource, 'group' | 'resource'>;

const ONE = wholeQuantity(1);

/** Core resources that a quota may count by their bare name. */
const COUNTED: ReadonlySet<string> = new Set(['pods', 'services', 'replicationcontrollers', 'resourcequotas', 'secrets', 'configmaps', 'persistentvolumeclaims']);

const countName = ({ group, resource }: GroupResource): string => `count/${resource}${group === '' ? '' : `.${group}`}`;

function add(usage: Map<string, Quantity>, name: string, q: Quantity): void {
  const before = usage.get(name);
  usage.set(name, before === undefined ? q : addQuantity(before, q));
}

/** What one object takes. A pod that has ended takes nothing but its place among `count/pods`. */
// Models pkg/quota/v1/evaluator/core
export function usageOf(resource: GroupResource, object: KubeObject): Usage {
  const usage = new Map<string, Quantity>([[countName(resource), ONE]]);
  if (resource.group !== '' || (isKind(object, 'Pod') && isPodTerminal(object))) return usage;
  if (COUNTED.has(resource.resource)) usage.set(resource.resource, ONE);
  if (isKind(object, 'Pod')) addPod(usage, object);
  else if (isKind(object, 'Service')) addService(usage, object);
  else if (isKind(object, 'PersistentVolumeClaim')) addClaim(usage, object);
  return usage;
}

function addPod(usage: Map<string, Quantity>, { spec }: Pod): void {
  for (const [name, q] of podTotal(spec, 'requests')) {
    usage.set(`requests.${name}`, q);
    if (name === 'cpu' || name === 'memory' || name === 'ephemeral-storage') usage.set(name, q);
  }
  for (const [name, q] of podTotal(spec, 'limits')) usage.set(`limits.${name}`, q);
}

/** The containers together, or the hungriest init container where that is more. */
function podTotal(spec: PodSpec, what: 'requests' | 'limits'): Usage {
  const total = new Map<string, Quantity>();
  for (const c of spec.containers) for (const [name, text] of Object.entries(c.resources[what] ?? {})) add(total, name, quantity(text));
  for (const c of spec.initContainers ?? []) {
    for (const [name, text] of Object.entries(c.resources[what] ?? {})) {
      const q = quantity(text);
      const before = total.get(name);
      if (before === undefined || compareQuantity(before, q) < 0) total.set(name, q);
    }
  }
  return total;
}

function addService(usage: Map<string, Quantity>, { spec: { type, ports = [] } }: Service): void {
  if (type === 'NodePort' || type === 'LoadBalancer') usage.set('services.nodeports', wholeQuantity(ports.length));
  if (type === 'LoadBalancer') usage.set('services.loadbalancers', ONE);
}

function addClaim(usage: Map<string, Quantity>, { spec }: PersistentVolumeClaim): void {
  const storage = spec.resources?.requests?.['storage'];
  const { storageClassName = '' } = spec;
  const prefix = storageClassName === '' ? undefined : `${storageClassName}.storageclass.storage.k8s.io/`;
  if (prefix !== undefined) usage.set(`${prefix}persistentvolumeclaims`, ONE);
  if (storage === undefined) return;
  usage.set('requests.storage', quantity(storage));
  if (prefix !== undefined) usage.set(`${prefix}requests.storage`, quantity(storage));
}

/** Whether the scopes of a quota include an object. */
// Models pkg/quota/v1/evaluator/core pods.go podMatchesScopeFunc
export function inScope(quota: ResourceQuota, object: KubeObject): boolean {
  const { scopes, scopeSelector } = quota.spec;
  const terms = [...(scopes ?? []).map((scopeName) => ({ scopeName, operator: 'Exists', values: undefined })), ...(scopeSelector?.matchExpressions ?? [])];
  if (terms.length === 0) return true;
  if (!isKind(object, 'Pod')) return false;
  const { spec } = object;
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
        return operator === 'DoesNotExist' ? own === '' : own !== '';
      }
      default: return false;
    }
  });
}

/** What all objects together take of each thing that a quota limits, as texts. */
// Models pkg/quota/v1 CalculateUsage
export function totalUsage(hard: ResourceList, quota: ResourceQuota, objects: Iterable<readonly [GroupResource, KubeObject]>): ResourceList {
  const total = new Map<string, Quantity>();
  for (const [resource, object] of objects) {
    if (!inScope(quota, object)) continue;
    for (const [name, q] of usageOf(resource, object)) if (name in hard) add(total, name, q);
  }
  return Object.fromEntries(Object.keys(hard).map((name) => [name, formatQuantity(total.get(name) ?? wholeQuantity(0))]));
}

/** Whether a quota that limits these things cares about a resource at all. */
export function concerns(hard: ResourceList, resource: GroupResource): boolean {
  const { group, resource: plural } = resource;
  const counted = countName(resource);
  return Object.keys(hard).some((name) => {
    if (name === counted) return true;
    if (group !== '') return false;
    if (name === plural || name.startsWith(`${plural}.`)) return true;
    if (plural === 'pods') return /^(requests\.|limits\.|cpu$|memory$|ephemeral-storage$)/.test(name) && name !== 'requests.storage';
    return plural === 'persistentvolumeclaims' && (name === 'requests.storage' || name.includes('.storageclass.storage.k8s.io/'));
  });
}

/** Resources that a quota limits and a pod must therefore name, with the containers that do not. */
// Models pkg/quota/v1/evaluator/core pods.go Constraints
export function missingResources(hard: ResourceList, object: KubeObject): ReadonlyMap<string, readonly string[]> {
  const out = new Map<string, readonly string[]>();
  if (!isKind(object, 'Pod')) return out;
  const containers = [...object.spec.containers, ...(object.spec.initContainers ?? [])];
  for (const name of Object.keys(hard).sort()) {
    const [what, resource] = name.startsWith('requests.') ? (['requests', name.slice(9)] as const) : name.startsWith('limits.') ? (['limits', name.slice(7)] as const) : (['requests', name] as const);
    if (resource !== 'cpu' && resource !== 'memory') continue;
    const lacking = containers.filter((c) => c.resources[what]?.[resource] === undefined).map((c) => c.name);
    if (lacking.length > 0) out.set(name, lacking);
  }
  return out;
}

/** `pods=1,requests.cpu=100m`. */
// Models apiserver pkg/admission/plugin/resourcequota prettyPrint
export function printUsage(usage: Usage): string {
  return [...usage].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, q]) => `${name}=${formatQuantity(q)}`).join(',');
}
