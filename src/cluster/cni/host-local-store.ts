import type { Result } from '../../base/result';
import { err, ok } from '../../base/result';
import { formatAddress, parseAddress, parseSubnet, sizeOf } from './ipv4';

/** An address that was handed out. */
export interface Lease {
  readonly address: string;
  readonly gateway: string;
  readonly prefix: number;
}

/**
 * The addresses of one network on one node, kept as host-local keeps them: one file an address, holding the container
 * and the interface, and one with the last address handed out.
 * Models plugins/ipam/host-local backend/allocator/allocator.go, backend/disk/backend.go.
 */
export class HostLocalStore {
  /** File name to content. */
  readonly files = new Map<string, string>();

  constructor(private readonly subnet: string) {}

  /** The next free address after the last one handed out, wrapping; the gateway (the first address) is never given away. */
  allocate(containerId: string, ifname: string): Result<Lease, string> {
    const subnet = parseSubnet(this.subnet);
    const first = subnet.base + 1;
    const last = subnet.base + sizeOf(subnet) - 2;
    const count = last - first + 1;
    const recent = this.files.get('last_reserved_ip.0');
    const start = recent === undefined ? first : parseAddress(recent) + 1;
    for (let i = 0; i < count; i++) {
      const candidate = first + ((start - first + i) % count);
      const address = formatAddress(candidate);
      if (candidate === first || this.files.has(address)) continue;
      this.files.set(address, `${containerId}\r\n${ifname}`);
      this.files.set('last_reserved_ip.0', address);
      return ok({ address, gateway: formatAddress(first), prefix: subnet.prefix });
    }
    return err(`failed to allocate for range 0: no IP addresses available in range set: ${formatAddress(first)}-${formatAddress(last)}`);
  }

  /** Frees the address of a container; returns it, or undefined when it had none. */
  release(containerId: string, ifname: string): string | undefined {
    const content = `${containerId}\r\n${ifname}`;
    for (const [name, text] of this.files) {
      if (text !== content) continue;
      this.files.delete(name);
      return name;
    }
    return undefined;
  }
}
