import { addQuantity, formatQuantity, quantity, compareQuantity, type Quantity } from '../../../api/quantity';
import type { KubeObject } from '../../../api/types';
import type { Micros } from '../../../kernel/time';
import { dig, listAt, recordAt, stringAt, stringsAt, type Dict } from '../document';
import { annotationLines, labelLines, time } from './common';
import { ago } from './events';
import type { Page } from './page';

export interface AroundNode {
  readonly pods: readonly KubeObject[];
  readonly lease: KubeObject | undefined;
  /** Why there is no lease. */
  readonly leaseProblem: string;
}

type Sums = Readonly<Record<string, Quantity>>;
const ZERO: Quantity = { nanos: 0n, format: 'DecimalSI' };

/** Models kubectl pkg/describe describe.go describeNode. */
export function nodeLines(page: Page, node: KubeObject, around: AroundNode, now: Micros): void {
  page.line(0, `Name:\t${node.metadata.name}`);
  page.line(0, `Roles:\t${rolesOf(node)}`);
  labelLines(page, 'Labels', node.metadata.labels ?? {});
  annotationLines(page, 'Annotations', node.metadata.annotations ?? {});
  page.line(0, `CreationTimestamp:\t${time(node.metadata.creationTimestamp ?? '')}`);
  const taints = listAt(node, 'spec', 'taints').map((t) => `${stringAt(t, 'key')}${stringAt(t, 'value') === '' ? '' : `=${stringAt(t, 'value')}`}:${stringAt(t, 'effect')}`).sort();
  if (taints.length === 0) page.line(0, 'Taints:\t<none>');
  taints.forEach((taint, i) => page.line(0, `${i === 0 ? 'Taints:' : ''}\t${taint}`));
  page.line(0, `Unschedulable:\t${String(dig(node, 'spec', 'unschedulable') === true)}`);
  leaseLines(page, around);
  conditions(page, node);
  page.line(0, 'Addresses:');
  for (const address of listAt(node, 'status', 'addresses')) page.line(1, `${stringAt(address, 'type')}:\t${stringAt(address, 'address')}`);
  for (const [title, key] of [['Capacity', 'capacity'], ['Allocatable', 'allocatable']] as const) {
    const amounts = recordAt(node, 'status', key);
    page.line(0, `${title}:`);
    for (const name of Object.keys(amounts).sort()) page.line(1, `${name}:\t${String(amounts[name])}`);
  }
  systemInfo(page, node);
  podLines(page, node, around.pods, now);
}

function rolesOf(node: KubeObject): string {
  const roles = Object.entries(node.metadata.labels ?? {}).flatMap(([key, value]) => {
    if (key.startsWith('node-role.kubernetes.io/')) return [key.slice('node-role.kubernetes.io/'.length)];
    return key === 'kubernetes.io/role' && value !== '' ? [value] : [];
  });
  return roles.length === 0 ? '<none>' : [...new Set(roles)].sort().join(',');
}

function leaseLines(page: Page, { lease, leaseProblem }: AroundNode): void {
  if (lease === undefined) return page.line(0, `Lease:\tFailed to get lease: ${leaseProblem}`);
  page.line(0, 'Lease:');
  page.line(1, `HolderIdentity:\t${stringAt(lease, 'spec', 'holderIdentity') || '<unset>'}`);
  page.line(1, `AcquireTime:\t${stringAt(lease, 'spec', 'acquireTime') === '' ? '<unset>' : time(stringAt(lease, 'spec', 'acquireTime'))}`);
  page.line(1, `RenewTime:\t${stringAt(lease, 'spec', 'renewTime') === '' ? '<unset>' : time(stringAt(lease, 'spec', 'renewTime'))}`);
}

function conditions(page: Page, node: KubeObject): void {
  const found = listAt(node, 'status', 'conditions');
  if (found.length === 0) return;
  page.line(0, 'Conditions:');
  page.line(1, 'Type\tStatus\tLastHeartbeatTime\tLastTransitionTime\tReason\tMessage');
  page.line(1, '----\t------\t-----------------\t------------------\t------\t-------');
  for (const c of found) page.line(1, `${stringAt(c, 'type')} \t${stringAt(c, 'status')} \t${time(stringAt(c, 'lastHeartbeatTime'))} \t${time(stringAt(c, 'lastTransitionTime'))} \t${stringAt(c, 'reason')} \t${stringAt(c, 'message')}`);
}

function systemInfo(page: Page, node: KubeObject): void {
  const info = (key: string): string => stringAt(node, 'status', 'nodeInfo', key);
  page.line(0, 'System Info:');
  for (const [title, key] of [
    ['Machine ID', 'machineID'], ['System UUID', 'systemUUID'], ['Boot ID', 'bootID'], ['Kernel Version', 'kernelVersion'], ['OS Image', 'osImage'], ['Operating System', 'operatingSystem'],
    ['Architecture', 'architecture'], ['Container Runtime Version', 'containerRuntimeVersion'], ['Kubelet Version', 'kubeletVersion'], ['Kube-Proxy Version', 'kubeProxyVersion'],
  ] as const) page.line(1, `${title}:\t${info(key)}`);
  if (stringAt(node, 'spec', 'podCIDR') !== '') page.line(0, `PodCIDR:\t${stringAt(node, 'spec', 'podCIDR')}`);
  if (listAt(node, 'spec', 'podCIDRs').length > 0) page.line(0, `PodCIDRs:\t${listAt(node, 'spec', 'podCIDRs').join(',')}`);
  if (stringAt(node, 'spec', 'providerID') !== '') page.line(0, `ProviderID:\t${stringAt(node, 'spec', 'providerID')}`);
}

function podLines(page: Page, node: KubeObject, pods: readonly KubeObject[], now: Micros): void {
  const allocatable = stringsAt(node, 'status', 'allocatable');
  const capacity = Object.keys(allocatable).length > 0 ? allocatable : stringsAt(node, 'status', 'capacity');
  page.line(0, `Non-terminated Pods:\t(${pods.length} in total)`);
  page.line(1, 'Namespace\tName\t\tCPU Requests\tCPU Limits\tMemory Requests\tMemory Limits\tAge');
  page.line(1, '---------\t----\t\t------------\t----------\t---------------\t-------------\t---');
  let requests: Sums = {};
  let limits: Sums = {};
  const cell = (sums: Sums, name: string): string => `${formatQuantity(sums[name] ?? ZERO)} (${percent(sums[name], capacity[name])}%)`;
  for (const pod of pods) {
    const asked = podSums(pod, 'requests');
    const limited = podSums(pod, 'limits');
    requests = plus(requests, asked);
    limits = plus(limits, limited);
    page.line(1, [pod.metadata.namespace ?? '', pod.metadata.name, '', cell(asked, 'cpu'), cell(limited, 'cpu'), cell(asked, 'memory'), cell(limited, 'memory'), ago(pod.metadata.creationTimestamp ?? '', now)].join('\t'));
  }
  page.line(0, 'Allocated resources:');
  page.line(1, '(Total limits may be over 100 percent, i.e., overcommitted.)');
  page.line(1, 'Resource\tRequests\tLimits');
  page.line(1, '--------\t--------\t------');
  const standard = ['cpu', 'memory', 'ephemeral-storage'];
  const others = Object.keys(allocatable).filter((name) => !standard.includes(name) && name !== 'pods' && name !== 'storage').sort();
  for (const name of standard) page.line(1, `${name}\t${cell(requests, name)}\t${cell(limits, name)}`);
  for (const name of others) page.line(1, name.startsWith('hugepages-') ? `${name}\t${cell(requests, name)}\t${cell(limits, name)}` : `${name}\t${formatQuantity(requests[name] ?? ZERO)}\t${formatQuantity(limits[name] ?? ZERO)}`);
}

function percent(part: Quantity | undefined, whole: string | undefined): number {
  if (part === undefined || whole === undefined) return 0;
  const all = quantity(whole).nanos;
  return all === 0n ? 0 : Number((part.nanos * 10_000n) / all / 100n);
}

/** The containers together, or the hungriest init container where that is more; sidecars count with both; plus overhead. */
function podSums(pod: KubeObject, of: 'requests' | 'limits'): Sums {
  let total: Sums = {};
  for (const c of listAt(pod, 'spec', 'containers')) total = plus(total, amounts(recordAt(c, 'resources', of)));
  let sidecars: Sums = {};
  let peak: Sums = {};
  for (const c of listAt(pod, 'spec', 'initContainers')) {
    const own = amounts(recordAt(c, 'resources', of));
    if (stringAt(c, 'restartPolicy') === 'Always') {
      total = plus(total, own);
      sidecars = plus(sidecars, own);
      peak = most(peak, sidecars);
    } else peak = most(peak, plus(own, sidecars));
  }
  const needed = most(total, peak);
  const overhead = amounts(recordAt(pod, 'spec', 'overhead'));
  return of === 'requests' ? plus(needed, overhead) : Object.fromEntries(Object.entries(needed).map(([name, q]) => [name, addQuantity(q, overhead[name] ?? ZERO)]));
}

function amounts(list: Dict): Sums {
  return Object.fromEntries(Object.entries(list).map(([name, value]) => [name, quantity(String(value))]));
}

function plus(a: Sums, b: Sums): Sums {
  const out: Record<string, Quantity> = { ...a };
  for (const [name, q] of Object.entries(b)) out[name] = addQuantity(out[name] ?? ZERO, q);
  return out;
}

function most(a: Sums, b: Sums): Sums {
  const out: Record<string, Quantity> = { ...a };
  for (const [name, q] of Object.entries(b)) if (compareQuantity(q, out[name] ?? ZERO) > 0) out[name] = q;
  return out;
}
