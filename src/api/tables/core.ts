import { parseTime } from '../time';
import { humanDuration } from '../duration';
import { formatLabels } from '../selectors/labels';
import type { Event, Node, PersistentVolumeAccessMode, ResourceQuota, Service } from '../types';
import { age, listWithMore, printer, since } from './printer';
import type { PrintContext } from './printer';

// --- services ------------------------------------------------------------------------------------------------------

function externalIP(s: Service): string {
  const own = s.spec.externalIPs ?? [];
  switch (s.spec.type) {
    case 'ClusterIP':
    case 'NodePort':
      return own.length > 0 ? own.join(',') : '<none>';
    case 'LoadBalancer': {
      const given = [...new Set((s.status.loadBalancer.ingress ?? []).map((i) => i.ip ?? i.hostname ?? '').filter((x) => x !== ''))].sort();
      const all = [...given, ...own];
      return all.length > 0 ? all.join(',') : '<pending>';
    }
    case 'ExternalName':
      return s.spec.externalName ?? '';
    default:
      return '<unknown>';
  }
}

function ports(s: Service): string {
  const list = (s.spec.ports ?? []).map((p) => ((p.nodePort ?? 0) > 0 ? `${p.port}:${p.nodePort}/${p.protocol}` : `${p.port}/${p.protocol}`));
  return list.length === 0 ? '<none>' : list.join(',');
}

export const service = printer('Service', 'Name Type Cluster-IP External-IP Port(s) Age Selector+', (s, c) => [
  s.metadata.name, s.spec.type, s.spec.clusterIPs?.[0] ?? '<none>', externalIP(s), ports(s), age(s, c), formatLabels(s.spec.selector),
]);

export const endpoints = printer('Endpoints', 'Name Endpoints Age', (e, c) => {
  const subsets = e.subsets ?? [];
  const list = subsets.flatMap((s) => {
    const ips = (s.addresses ?? []).map((a) => a.ip);
    return (s.ports ?? []).length === 0 ? ips : (s.ports ?? []).flatMap((p) => ips.map((ip) => `${ip.includes(':') ? `[${ip}]` : ip}:${p.port}`));
  });
  return [e.metadata.name, subsets.length === 0 ? '<none>' : listWithMore(list), age(e, c)];
});

export const endpointSlice = printer('EndpointSlice', 'Name AddressType Ports Endpoints Age', (e, c) => {
  const shown = (text: string): string => (text === '' ? '<unset>' : text);
  const portList = (e.ports ?? []).map((p) => (p.port === undefined ? p.name || '*' : String(p.port)));
  return [e.metadata.name, e.addressType, shown(listWithMore(portList)), shown(listWithMore((e.endpoints ?? []).flatMap((x) => x.addresses))), age(e, c)];
});

// --- nodes ---------------------------------------------------------------------------------------------------------

/** Roles of a node, from its labels, sorted. */
// Models pkg/printers/internalversion findNodeRoles
export function nodeRoles(node: Pick<Node, 'metadata'>): readonly string[] {
  const roles = new Set<string>();
  for (const [key, value] of Object.entries(node.metadata.labels ?? {})) {
    if (key.startsWith('node-role.kubernetes.io/') && key.length > 24) roles.add(key.slice(24));
    else if (key === 'kubernetes.io/role' && value !== '') roles.add(value);
  }
  return [...roles].sort();
}

function nodeStatus(node: Node): string {
  const ready = node.status.conditions?.find((c) => c.type === 'Ready');
  const words = [ready === undefined ? 'Unknown' : ready.status === 'True' ? 'Ready' : 'NotReady'];
  if (node.spec.unschedulable === true) words.push('SchedulingDisabled');
  return words.join(',');
}

const orWord = (text: string | undefined, word: string): string => (text === undefined || text === '' ? word : text);

export const node = printer('Node', 'Name Status Roles Age Version Internal-IP+ External-IP+ OS-Image+ Kernel-Version+ Container-Runtime+', (n, c) => {
  const address = (type: string): string => n.status.addresses?.find((a) => a.type === type)?.address ?? '<none>';
  const info = n.status.nodeInfo;
  return [
    n.metadata.name, nodeStatus(n), orWord(nodeRoles(n).join(','), '<none>'), age(n, c), info.kubeletVersion, address('InternalIP'), address('ExternalIP'),
    orWord(info.osImage, '<unknown>'), orWord(info.kernelVersion, '<unknown>'), orWord(info.containerRuntimeVersion, '<unknown>'),
  ];
});

// --- events --------------------------------------------------------------------------------------------------------

function eventTimes(e: Event, context: PrintContext): { readonly first: string; readonly last: string; readonly count: number } {
  const micros = (text: string | null | undefined): string => {
    const then = text === undefined || text === null ? undefined : parseTime(text);
    return then === undefined ? '<unknown>' : humanDuration((context.now - then) / 1_000_000);
  };
  const first = e.firstTimestamp === null ? micros(e.eventTime) : since(e.firstTimestamp, context.now);
  if (e.series !== undefined) return { first, last: micros(e.series.lastObservedTime), count: e.series.count };
  return { first, last: e.lastTimestamp === null ? first : since(e.lastTimestamp, context.now), count: (e.count ?? 0) === 0 ? 1 : (e.count ?? 1) };
}

function eventSource(e: Event): string {
  const component = orWord(e.source.component, e.reportingComponent);
  const host = orWord(e.source.host, e.source.component === undefined ? e.reportingInstance : '');
  return host === '' ? component : `${component}, ${host}`;
}

export const event = printer('Event', 'Last_Seen Type Reason Object Subobject+ Source+ Message First_Seen+ Count+ Name+', (e, c) => {
  const { first, last, count } = eventTimes(e, c);
  const kind = (e.involvedObject.kind ?? '').toLowerCase();
  const name = e.involvedObject.name ?? '';
  return [last, e.type ?? '', e.reason ?? '', name === '' ? kind : `${kind}/${name}`, e.involvedObject.fieldPath ?? '', eventSource(e), (e.message ?? '').trim(), first, count, e.metadata.name];
});

// --- the small ones ------------------------------------------------------------------------------------------------

const size = (m: Readonly<Record<string, unknown>> | undefined): number => Object.keys(m ?? {}).length;

export const namespace = printer('Namespace', 'Name Status Age', (n, c) => [n.metadata.name, n.status.phase, age(n, c)]);
export const secret = printer('Secret', 'Name Type Data Age', (s, c) => [s.metadata.name, s.type, size(s.data), age(s, c)]);
export const serviceAccount = printer('ServiceAccount', 'Name Secrets Age', (s, c) => [s.metadata.name, (s.secrets ?? []).length, age(s, c)]);
export const configMap = printer('ConfigMap', 'Name Data Age', (m, c) => [m.metadata.name, size(m.data) + size(m.binaryData), age(m, c)]);

function quotaColumns(q: ResourceQuota): readonly [string, string] {
  const parts = { request: [] as string[], limit: [] as string[] };
  for (const name of Object.keys(q.status.hard ?? {}).sort()) {
    const text = `${name}: ${q.status.used?.[name] ?? '0'}/${q.status.hard?.[name] ?? '0'}`;
    (name.startsWith('limits.') ? parts.limit : parts.request).push(text);
  }
  return [parts.request.join(', '), parts.limit.join(', ')];
}

export const RESOURCE_QUOTA_PRINTERS = {
  '1.20': printer('ResourceQuota', 'Name Age Request Limit', (q, c) => [q.metadata.name, age(q, c), ...quotaColumns(q)]),
  '1.35': printer('ResourceQuota', 'Name Request Limit Age', (q, c) => [q.metadata.name, ...quotaColumns(q), age(q, c)]),
} as const;

const MODES: Readonly<Record<PersistentVolumeAccessMode, string>> = { ReadWriteOnce: 'RWO', ReadOnlyMany: 'ROX', ReadWriteMany: 'RWX', ReadWriteOncePod: 'RWOP' };
const ORDER = ['ReadWriteOnce', 'ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOncePod'] as const;

/** `RWO,ROX` in a fixed order, each once. */
export function accessModes(list: readonly PersistentVolumeAccessMode[] | undefined): string {
  return ORDER.filter((m) => list?.includes(m) === true).map((m) => MODES[m]).join(',');
}

const attributes = (c: PrintContext): readonly string[] => (c.version === '1.20' ? [] : ['<unset>']);
const PV = (more: string): string => `Name Capacity Access_Modes Reclaim_Policy Status Claim StorageClass ${more}Reason Age VolumeMode+`;
const PVC = (more: string): string => `Name Status Volume Capacity Access_Modes StorageClass ${more}Age VolumeMode+`;

const persistentVolume = (more: string) =>
  printer('PersistentVolume', PV(more), (v, c) => [
    v.metadata.name, v.spec.capacity?.['storage'] ?? '0', accessModes(v.spec.accessModes), v.spec.persistentVolumeReclaimPolicy ?? '',
    v.metadata.deletionTimestamp === undefined ? v.status.phase : 'Terminating', v.spec.claimRef === undefined ? '' : `${v.spec.claimRef.namespace ?? ''}/${v.spec.claimRef.name ?? ''}`,
    v.spec.storageClassName ?? '', ...attributes(c), v.status.reason ?? '', age(v, c), v.spec.volumeMode ?? '<unset>',
  ]);

const persistentVolumeClaim = (more: string) =>
  printer('PersistentVolumeClaim', PVC(more), (v, c) => {
    const bound = v.spec.volumeName !== undefined && v.spec.volumeName !== '';
    return [
      v.metadata.name, v.metadata.deletionTimestamp === undefined ? v.status.phase : 'Terminating', v.spec.volumeName ?? '', bound ? (v.status.capacity?.['storage'] ?? '0') : '',
      bound ? accessModes(v.status.accessModes) : '', v.spec.storageClassName ?? '', ...attributes(c), age(v, c), v.spec.volumeMode ?? '<unset>',
    ];
  });

export const PERSISTENT_VOLUME_PRINTERS = { '1.20': persistentVolume(''), '1.35': persistentVolume('VolumeAttributesClass ') } as const;
export const PERSISTENT_VOLUME_CLAIM_PRINTERS = { '1.20': persistentVolumeClaim(''), '1.35': persistentVolumeClaim('VolumeAttributesClass ') } as const;
