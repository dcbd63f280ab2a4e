import { addQuantity, compareQuantity, formatQuantity, quantity, type Quantity } from '../../../api/quantity';
import type { KubeObject, PersistentVolumeClaim, Pod, PodSpec, ResourceList, ResourceQuota, Service } from '../../../api/types';
import type { Resource } from '../../../api/scheme';
import { qosClass } from '../../../api/pods';

/** Amounts by the name that a quota has for them: `pods`, `requests.cpu`, `count/deployments.apps`. */
export type Usage = ReadonlyMap<string, Quantity>;

const ONE: Quantity = { nanos: 1_000_000_000n, format: 'DecimalSI' };
const ZERO: Quantity = { nanos: 0n, format: 'DecimalSI' };

/** Kinds whose plain count has a name of its own. */
const COUNTED: ReadonlySet<string> = new Set(['pods', 'services', 'replicationcontrollers', 'resourcequotas', 'secrets', 'configmaps', 'persistentvolumeclaims']);

/** What one object takes of a quota. Models pkg/quota/v1/evaluator/core. */
export function usageOf(resource: Resource, object: KubeObject): Usage {
  const out = new Map<string, Quantity>();
  out.set(`count/${resource.resource}${resource.group === '' ? '' : `.${resource.group}`}`, ONE);
  if (resource.group === '' && COUNTED.has(resource.resource)) out.set(resource.resource, ONE);
  if (object.kind === 'Pod') addPod(out, (object as Pod).spec);
  else if (object.kind === 'Service') addService(out, object as Service);
  else if (object.kind === 'PersistentVolumeClaim') addClaim(out, object as PersistentVolumeClaim);
  return out;
}

function addPod(out: Map<string, Quantity>, spec: PodSpec): void {
  for (const [name, q] of total(spec, 'requests')) {
    out.set(`requests.${name}`, q);
    if (name === 'cpu' || name === 'memory' || name === 'ephemeral-storage') out.set(name, q);
  }
  for (const [name, q] of total(spec, 'limits')) out.set(`limits.${name}`, q);
}

function total(spec: PodSpec, what: 'requests' | 'limits'): ReadonlyMap<string, Quantity> {
  const sum = new Map<string, Quantity>();
  for (const c of spec.containers) for (const [name, text] of Object.entries(c.resources[what] ?? {})) sum.set(name, addQuantity(sum.get(name) ?? ZERO, quantity(text)));
  for (const c of spec.initContainers ?? []) {
    for (const [name, text] of Object.entries(c.resources[what] ?? {})) {
      const q = quantity(text);
      const before = sum.get(name);
      if (before === undefined || compareQuantity(before, q) < 0) sum.set(name, q);
    }
  }
  return sum;
}

function addService(out: Map<string, Quantity>, service: Service): void {
  const ports: Quantity = { nanos: BigInt((service.spec.ports ?? []).length) * ONE.nanos, format: 'DecimalSI' };
  if (service.spec.type === 'NodePort' || service.spec.type === 'LoadBalancer') out.set('services.nodeports', ports);
  if (service.spec.type === 'LoadBalancer') out.set('services.loadbalancers', ONE);
}

function addClaim(out: Map<string, Quantity>, claim: PersistentVolumeClaim): void {
  const storage = claim.spec.resources?.requests?.['storage'];
  const className = claim.spec.storageClassName;
  if (className !== undefined && className !== '') out.set(`${className}.storageclass.storage.k8s.io/persistentvolumeclaims`, ONE);
  if (storage === undefined) return;
  out.set('requests.storage', quantity(storage));
  if (className !== undefined && className !== '') out.set(`${className}.storageclass.storage.k8s.io/requests.storage`, quantity(storage));
}

/** Resources that a quota limits and the pod must therefore name, with the containers that do not. Models pods.go Constraints. */
export function missingResources(hard: ResourceList, object: KubeObject): ReadonlyMap<string, readonly string[]> {
  const out = new Map<string, readonly string[]>();
  if (object.kind !== 'Pod') return out;
  const { spec } = object as Pod;
  const containers = [...spec.containers, ...(spec.initContainers ?? [])];
  for (const name of Object.keys(hard).sort()) {
    const [what, resource] = name.startsWith('requests.') ? (['requests', name.slice(9)] as const) : name.startsWith('limits.') ? (['limits', name.slice(7)] as const) : (['requests', name] as const);
    if (resource !== 'cpu' && resource !== 'memory') continue;
    const lacking = containers.filter((c) => c.resources[what]?.[resource] === undefined).map((c) => c.name);
    if (lacking.length > 0) out.set(name, lacking);
  }
  return out;
}

/** Whether a quota with scopes speaks of this object. Models pkg/quota/v1/evaluator/core pods.go podMatchesScopeFunc. */
export function scopesMatch(quota: ResourceQuota, object: KubeObject): boolean {
  const { scopes, scopeSelector } = quota.spec;
  const terms = [...(scopes ?? []).map((scopeName) => ({ scopeName, operator: 'Exists', values: [] as readonly string[] })), ...(scopeSelector?.matchExpressions ?? [])];
  if (terms.length === 0) return true;
  if (object.kind !== 'Pod') return false;
  const { spec } = object as Pod;
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

/** `pods=1,requests.cpu=100m`. Models pkg/quota/v1 prettyPrint. */
export const print = (usage: Usage): string => [...usage].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, q]) => `${name}=${formatQuantity(q)}`).join(',');
