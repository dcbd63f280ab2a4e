import { invalid, type FieldError } from '../../../api/field/error';
import type { KubeObject, Service, ServicePort, ServiceSpec } from '../../../api/types';
import { err, ok, type Result } from '../../../base/result';
import type { Allocators } from './allocators';

type Prepared = Result<KubeObject, readonly FieldError[]>;

const usesNodePorts = (spec: ServiceSpec): boolean => spec.type === 'NodePort' || (spec.type === 'LoadBalancer' && spec.allocateLoadBalancerNodePorts !== false);
const hasAddress = (spec: ServiceSpec): boolean => spec.type !== 'ExternalName' && spec.clusterIP !== 'None';

const IPV4 = ['IPv4'] as const;

/** Gives a new Service its address and its node ports; with `families` also its IP families. Models pkg/registry/core/service/storage alloc.go. */
export function prepareServiceForCreate(object: KubeObject, allocators: Allocators, dryRun: boolean, families: boolean): Prepared {
  const service = object as Service;
  const { spec } = service;
  const errors: FieldError[] = [];
  const address = hasAddress(spec) ? addressFor(spec.clusterIP, allocators, dryRun, errors) : spec.clusterIP;
  const ports = usesNodePorts(spec) ? portsFor(spec.ports ?? [], [], allocators, dryRun, errors) : spec.ports;
  if (errors.length > 0) {
    if (address !== undefined && address !== 'None' && address !== spec.clusterIP) allocators.releaseAddress(address);
    return err(errors);
  }
  return ok(withAllocation(service, address, ports, families));
}

/** Keeps what was allocated, and allocates or releases what a change of type needs. */
export function prepareServiceForUpdate(object: KubeObject, old: KubeObject, allocators: Allocators, dryRun: boolean, families: boolean): Prepared {
  const before = (old as Service).spec;
  const service = object as Service;
  const { spec } = service;
  const errors: FieldError[] = [];
  let address = spec.clusterIP;
  if (hasAddress(spec)) {
    if (hasAddress(before) && (address === undefined || address === '')) address = before.clusterIP;
    else if (!hasAddress(before)) address = addressFor(address, allocators, dryRun, errors);
  } else if (hasAddress(before) && before.clusterIP !== undefined && !dryRun) allocators.releaseAddress(before.clusterIP);
  const ports = usesNodePorts(spec) ? portsFor(spec.ports ?? [], before.ports ?? [], allocators, dryRun, errors) : (spec.ports ?? []).map(withoutNodePort);
  if (!dryRun) for (const p of before.ports ?? []) if (p.nodePort !== undefined && !ports.some((n) => n.nodePort === p.nodePort)) allocators.releasePort(p.nodePort);
  return errors.length > 0 ? err(errors) : ok(withAllocation(service, address, ports, families));
}

/** A deleted Service gives back what it had. */
export function releaseService(object: KubeObject, allocators: Allocators): void {
  const { spec } = object as Service;
  if (hasAddress(spec) && spec.clusterIP !== undefined) allocators.releaseAddress(spec.clusterIP);
  for (const p of spec.ports ?? []) if (p.nodePort !== undefined) allocators.releasePort(p.nodePort);
}

function withAllocation(service: Service, address: string | undefined, ports: readonly ServicePort[] | undefined, families: boolean): KubeObject {
  const addresses = address === undefined || address === '' ? {} : { clusterIP: address, clusterIPs: [address] };
  const stack = families && hasAddress(service.spec) ? { ipFamilies: service.spec.ipFamilies ?? IPV4, ipFamilyPolicy: service.spec.ipFamilyPolicy ?? 'SingleStack' } : {};
  const { clusterIP: _, clusterIPs: __, ports: ___, ...rest } = service.spec;
  return { ...service, spec: { ...(ports === undefined ? {} : { ports }), ...rest, ...addresses, ...stack } } as KubeObject;
}

function addressFor(asked: string | undefined, allocators: Allocators, dryRun: boolean, errors: FieldError[]): string | undefined {
  if (asked === undefined || asked === '') {
    const address = allocators.nextAddress();
    if (address !== undefined && dryRun) allocators.releaseAddress(address);
    return address;
  }
  if (dryRun) return asked;
  const problem = allocators.takeAddress(asked);
  if (problem !== undefined) errors.push(invalid('spec.clusterIPs', { go: `[]string{${JSON.stringify(asked)}}`, json: [asked] }, `failed to allocate IP ${asked}: ${problem}`));
  return asked;
}

const withoutNodePort = (port: ServicePort): ServicePort => {
  if (port.nodePort === undefined) return port;
  const { nodePort: _, ...rest } = port;
  return rest;
};

function portsFor(ports: readonly ServicePort[], before: readonly ServicePort[], allocators: Allocators, dryRun: boolean, errors: FieldError[]): readonly ServicePort[] {
  return ports.map((port, i) => {
    if (port.nodePort !== undefined && port.nodePort !== 0) {
      if (before.some((b) => b.nodePort === port.nodePort) || dryRun) return port;
      const problem = allocators.takePort(port.nodePort);
      if (problem !== undefined) errors.push(invalid(`spec.ports[${i}].nodePort`, port.nodePort, problem));
      return port;
    }
    const same = before.find((b) => b.port === port.port && b.protocol === port.protocol && b.nodePort !== undefined);
    if (same?.nodePort !== undefined) return { ...port, nodePort: same.nodePort };
    const nodePort = allocators.nextPort();
    if (nodePort === undefined) return port;
    if (dryRun) allocators.releasePort(nodePort);
    return { ...port, nodePort };
  });
}
