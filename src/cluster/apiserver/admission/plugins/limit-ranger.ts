import { addQuantity, compareQuantity, formatQuantity, quantity, type Quantity } from '../../../../api/quantity';
import { forbiddenStatus } from '../../../../api/status';
import type { Container, KubeObject, LimitRange, LimitRangeItem, PersistentVolumeClaim, Pod, PodSpec, ResourceList } from '../../../../api/types';
import { concerns, type AdmissionAttributes, type AdmissionEnvironment, type AdmissionPlugin, type Verdict } from '../plugin';

const ANNOTATION = 'kubernetes.io/limit-ranger';

/** Gives containers the namespace's default requests and limits, and holds them to its bounds. Models plugin/pkg/admission/limitranger. */
export const limitRanger: AdmissionPlugin = {
  name: 'LimitRanger',
  handles: (operation, resource, subresource) => concerns(['CREATE'], 'pods', 'persistentvolumeclaims')(operation, resource, subresource) || concerns(['UPDATE'], 'persistentvolumeclaims')(operation, resource, subresource),
  mutate: (a, env) => {
    if (a.object?.kind !== 'Pod') return undefined;
    let pod = a.object as Pod;
    for (const range of rangesOf(a, env)) pod = withDefaults(pod, range);
    return pod === a.object ? undefined : { object: pod };
  },
  validate: (a, env) => {
    const errors: string[] = [];
    for (const range of rangesOf(a, env)) for (const item of range.spec.limits) check(a.object, item, errors);
    if (errors.length === 0) return undefined;
    const why = errors.length === 1 ? (errors[0] ?? '') : `[${errors.join(', ')}]`;
    const verdict: Verdict = { refusal: forbiddenStatus(a.resource, a.name, why) };
    return verdict;
  },
};

function rangesOf(a: AdmissionAttributes, env: AdmissionEnvironment): readonly LimitRange[] {
  return [...env.caches.inNamespace('limitranges', a.namespace ?? '')] as readonly KubeObject[] as readonly LimitRange[];
}

/** Models defaultContainerResourceRequirements and mergePodResourceRequirements. */
function withDefaults(pod: Pod, range: LimitRange): Pod {
  const item = range.spec.limits.find((l) => l.type === 'Container');
  if (item === undefined) return pod;
  const limits = item.default ?? {};
  const requests = item.defaultRequest ?? {};
  const said: string[] = [];
  const containers = pod.spec.containers.map((c) => merge(c, requests, limits, 'container', said));
  const initContainers = pod.spec.initContainers?.map((c) => merge(c, requests, limits, 'init container', said));
  if (said.length === 0) return pod;
  return {
    ...pod,
    metadata: { ...pod.metadata, annotations: { ...pod.metadata.annotations, [ANNOTATION]: `LimitRanger plugin set: ${said.join('; ')}` } },
    spec: { ...pod.spec, ...(initContainers === undefined ? {} : { initContainers }), containers },
  };
}

function merge(container: Container, requests: ResourceList, limits: ResourceList, what: string, said: string[]): Container {
  const { resources } = container;
  const newRequests = Object.keys(requests).filter((k) => resources.requests?.[k] === undefined).sort();
  const newLimits = Object.keys(limits).filter((k) => resources.limits?.[k] === undefined).sort();
  if (newRequests.length > 0) said.push(`${newRequests.join(', ')} request for ${what} ${container.name}`);
  if (newLimits.length > 0) said.push(`${newLimits.join(', ')} limit for ${what} ${container.name}`);
  if (newRequests.length === 0 && newLimits.length === 0) return container;
  return {
    ...container,
    resources: {
      ...resources,
      ...(Object.keys(limits).length === 0 && resources.limits === undefined ? {} : { limits: { ...limits, ...resources.limits } }),
      ...(Object.keys(requests).length === 0 && resources.requests === undefined ? {} : { requests: { ...requests, ...resources.requests } }),
    },
  };
}

function check(object: KubeObject | undefined, item: LimitRangeItem, errors: string[]): void {
  if (object?.kind === 'PersistentVolumeClaim' && item.type === 'PersistentVolumeClaim') {
    bounds(item, (object as PersistentVolumeClaim).spec.resources?.requests ?? {}, undefined, errors);
    return;
  }
  if (object?.kind !== 'Pod') return;
  const { spec } = object as Pod;
  if (item.type === 'Container') for (const c of [...spec.containers, ...(spec.initContainers ?? [])]) bounds(item, c.resources.requests ?? {}, c.resources.limits ?? {}, errors);
  else if (item.type === 'Pod') bounds(item, sum(spec, 'requests'), sum(spec, 'limits'), errors);
}

/** Models minConstraint, maxConstraint, limitRequestRatioConstraint. `limits` undefined: the kind has requests only. */
function bounds(item: LimitRangeItem, requests: ResourceList, limits: ResourceList | undefined, errors: string[]): void {
  const { type } = item;
  const below = (a: string, b: string): boolean => compareQuantity(quantity(a), quantity(b)) < 0;
  for (const [name, min] of Object.entries(item.min ?? {})) {
    const [request, limit] = [requests[name], limits?.[name]];
    if (request === undefined) errors.push(`minimum ${name} usage per ${type} is ${min}.  No request is specified`);
    else if (below(request, min)) errors.push(`minimum ${name} usage per ${type} is ${min}, but request is ${request}`);
    else if (limit !== undefined && below(limit, min)) errors.push(`minimum ${name} usage per ${type} is ${min}, but limit is ${limit}`);
  }
  for (const [name, max] of Object.entries(item.max ?? {})) {
    const [request, limit] = [requests[name], limits?.[name]];
    if (limits !== undefined && limit === undefined) errors.push(`maximum ${name} usage per ${type} is ${max}.  No limit is specified`);
    else if (limit !== undefined && below(max, limit)) errors.push(`maximum ${name} usage per ${type} is ${max}, but limit is ${limit}`);
    else if (request !== undefined && below(max, request)) errors.push(`maximum ${name} usage per ${type} is ${max}, but request is ${request}`);
  }
  for (const [name, ratio] of Object.entries(item.maxLimitRequestRatio ?? {})) {
    const [request, limit] = [requests[name], limits?.[name]];
    const is = `${name} max limit to request ratio per ${type} is ${ratio}, but`;
    if (request === undefined || quantity(request).nanos === 0n) errors.push(`${is} no request is specified or request is 0`);
    else if (limit === undefined || quantity(limit).nanos === 0n) errors.push(`${is} no limit is specified or limit is 0`);
    else {
      const given = Number(quantity(limit).nanos) / Number(quantity(request).nanos);
      if (given > Number(quantity(ratio).nanos) / 1e9) errors.push(`${is} provided ratio is ${given.toFixed(6)}`);
    }
  }
}

/** All containers together, or the largest init container where that is more. */
function sum(spec: PodSpec, what: 'requests' | 'limits'): ResourceList {
  const total = new Map<string, Quantity>();
  for (const c of spec.containers) for (const [name, text] of Object.entries(c.resources[what] ?? {})) total.set(name, addQuantity(total.get(name) ?? { nanos: 0n, format: 'DecimalSI' }, quantity(text)));
  for (const c of spec.initContainers ?? []) {
    for (const [name, text] of Object.entries(c.resources[what] ?? {})) {
      const q = quantity(text);
      const before = total.get(name);
      if (before === undefined || compareQuantity(before, q) < 0) total.set(name, q);
    }
  }
  return Object.fromEntries([...total].map(([name, q]) => [name, formatQuantity(q)]));
}
