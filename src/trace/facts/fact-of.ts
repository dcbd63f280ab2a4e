import type { FactInput } from './fact-table';
import { podFact } from './pod-fact';
import { at, firstImage, flag, list, number, record, text } from './read';

/** `/registry/apps/replicasets/default/web` is `replicasets` in `default`, named `web`. */
const IRREGULAR: Readonly<Record<string, string>> = { minions: 'nodes', specs: 'services', endpoints: 'endpoints' };

/** The plural resource name of a kind: `NetworkPolicy` is `networkpolicies`. */
export function pluralOf(kind: string): string {
  const lower = kind.toLowerCase();
  if (lower === 'endpoints') return lower;
  if (/(s|x|ch)$/.test(lower)) return `${lower}es`;
  return /[^aeiou]y$/.test(lower) ? `${lower.slice(0, -1)}ies` : `${lower}s`;
}

/** Projects one revision of an object. `before` is the projection of the revision before, for a deletion that carries no object. */
export function factOf(key: string, object: unknown, before: FactInput | undefined): FactInput {
  const document = record(object);
  if (document === undefined) return before ?? { ...EMPTY, ...placeOf(key) };
  const kind = text(document, 'kind');
  const metadata = at(document, 'metadata');
  const namespace = text(metadata, 'namespace');
  const owner = list(at(metadata, 'ownerReferences')).find((reference) => flag(reference, 'controller'));
  const ownerKind = text(owner, 'kind');
  const base: FactInput = {
    ...EMPTY,
    ...(kind === '' ? placeOf(key) : { resource: pluralOf(kind), namespace, name: text(metadata, 'name') }),
    uid: text(metadata, 'uid'),
    owner: ownerKind === '' ? '' : `${pluralOf(ownerKind)}/${ownerKind === 'Node' || namespace === '' ? '' : `${namespace}/`}${text(owner, 'name')}`,
    ownerUid: text(owner, 'uid'),
    deleting: text(metadata, 'deletionTimestamp') !== '',
  };
  switch (kind) {
    case 'Pod': return { ...base, ...podFact(document) };
    case 'Node': return { ...base, ...nodeFact(document) };
    case 'Deployment': case 'ReplicaSet': case 'StatefulSet': case 'ReplicationController': return { ...base, ...replicasFact(document) };
    case 'DaemonSet': return { ...base, ...daemonSetFact(document) };
    case 'Job': return { ...base, ...jobFact(document) };
    case 'Service': return { ...base, ip: text(document, 'spec', 'clusterIP'), detail: text(document, 'spec', 'type') };
    case 'Namespace': case 'PersistentVolume': case 'PersistentVolumeClaim': return { ...base, phase: text(document, 'status', 'phase'), word: text(document, 'status', 'phase') };
    case 'Event': return { ...base, word: text(document, 'reason'), phase: text(document, 'type'), detail: text(document, 'message') };
    default: return base;
  }
}

const EMPTY: FactInput = {
  resource: '', namespace: '', name: '', uid: '', word: '', phase: '', ready: 0, wanted: 0, current: 0, updated: 0, available: 0, restarts: 0, node: '', ip: '', owner: '', ownerUid: '',
  deleting: false, schedulable: true, detail: '',
};

function placeOf(key: string): Pick<FactInput, 'resource' | 'namespace' | 'name'> {
  const parts = key.split('/').filter((part) => part !== '' && part !== 'registry');
  const name = parts.at(-1) ?? '';
  const resource = parts.find((part, i) => i < parts.length - 1 && !part.includes('.') && part !== 'apps' && part !== 'batch') ?? '';
  const namespace = parts.length > 2 && parts.at(-2) !== resource ? (parts.at(-2) ?? '') : '';
  return { resource: IRREGULAR[resource] ?? resource, namespace, name };
}

function replicasFact(object: unknown): Partial<FactInput> {
  return {
    ready: number(object, 'status', 'readyReplicas') ?? 0, wanted: number(object, 'spec', 'replicas') ?? 1, current: number(object, 'status', 'replicas') ?? 0,
    updated: number(object, 'status', 'updatedReplicas') ?? 0, available: number(object, 'status', 'availableReplicas') ?? 0, detail: firstImage(at(object, 'spec', 'template', 'spec')),
  };
}

function daemonSetFact(object: unknown): Partial<FactInput> {
  return {
    ready: number(object, 'status', 'numberReady') ?? 0, wanted: number(object, 'status', 'desiredNumberScheduled') ?? 0, current: number(object, 'status', 'currentNumberScheduled') ?? 0,
    updated: number(object, 'status', 'updatedNumberScheduled') ?? 0, available: number(object, 'status', 'numberAvailable') ?? 0, detail: firstImage(at(object, 'spec', 'template', 'spec')),
  };
}

function jobFact(object: unknown): Partial<FactInput> {
  const met = list(at(object, 'status', 'conditions')).filter((condition) => text(condition, 'status') === 'True');
  // What it is, before what it is about to become.
  const done = met.find((condition) => /^(Complete|Failed)$/.test(text(condition, 'type'))) ?? met[0];
  return {
    ready: number(object, 'status', 'succeeded') ?? 0, wanted: number(object, 'spec', 'completions') ?? 1, current: number(object, 'status', 'active') ?? 0, word: text(done, 'type'),
    detail: firstImage(at(object, 'spec', 'template', 'spec')),
  };
}

// Models pkg/printers/internalversion/printers.go printNode
function nodeFact(object: unknown): Partial<FactInput> {
  const ready = text(list(at(object, 'status', 'conditions')).find((condition) => text(condition, 'type') === 'Ready'), 'status');
  const cordoned = flag(object, 'spec', 'unschedulable');
  const address = list(at(object, 'status', 'addresses')).find((a) => text(a, 'type') === 'InternalIP');
  return {
    word: `${ready === 'True' ? 'Ready' : ready === '' ? 'Unknown' : 'NotReady'}${cordoned ? ',SchedulingDisabled' : ''}`, ready: ready === 'True' ? 1 : 0, wanted: 1, schedulable: !cordoned,
    ip: text(address, 'address'), detail: text(object, 'spec', 'podCIDR'),
  };
}
