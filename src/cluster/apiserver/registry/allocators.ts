import { invariant } from '../../../base/assert';
import type { Prng } from '../../../base/prng';

/** `10.96.0.0/16` as its first address and its size. */
export interface Range4 {
  readonly base: number;
  readonly size: number;
}

export function parseCidr(cidr: string): Range4 {
  const m = /^(\d+)\.(\d+)\.(\d+)\.(\d+)\/(\d+)$/.exec(cidr);
  invariant(m !== null, `${cidr} is no IPv4 range`);
  const part = (i: number): number => Number(m[i]);
  const bits = part(5);
  const address = ((part(1) * 256 + part(2)) * 256 + part(3)) * 256 + part(4);
  const size = 2 ** (32 - bits);
  return { base: address - (address % size), size };
}

export const formatIp = (address: number): string => [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join('.');

export function parseIp(text: string): number | undefined {
  const parts = text.split('.').map(Number);
  if (parts.length !== 4 || parts.some((p) => !Number.isInteger(p) || p < 0 || p > 255)) return undefined;
  return parts.reduce((sum, p) => sum * 256 + p, 0);
}

/** Hands out numbers of a range at random, each once. Models pkg/registry/core/service/allocator. */
class Allocator {
  private readonly taken = new Set<number>();

  constructor(private readonly first: number, private readonly last: number, private readonly random: Prng) {}

  contains(n: number): boolean {
    return n >= this.first && n <= this.last;
  }

  take(n: number): boolean {
    if (this.taken.has(n)) return false;
    this.taken.add(n);
    return true;
  }

  /** Undefined when the range is used up. */
  next(): number | undefined {
    const size = this.last - this.first + 1;
    const start = this.random.int(size);
    for (let i = 0; i < size; i++) {
      const n = this.first + ((start + i) % size);
      if (this.take(n)) return n;
    }
    return undefined;
  }

  release(n: number): void {
    this.taken.delete(n);
  }
}

/** Addresses and node ports of Services. */
export class Allocators {
  private readonly addresses: Allocator;
  private readonly ports: Allocator;
  /** The first address belongs to the `kubernetes` service. */
  readonly apiServerAddress: string;

  constructor(private readonly serviceCIDR: string, random: Prng, private readonly notInRange: (address: string, range: string) => string) {
    const { base, size } = parseCidr(serviceCIDR);
    // Dynamic allocation leaves the lower band to those who choose an address themselves.
    const band = Math.min(256, Math.max(16, Math.floor(size / 16)));
    this.addresses = new Allocator(base + 1 + (size > 64 ? band : 0), base + size - 2, random);
    this.range = { first: base + 1, last: base + size - 2 };
    this.ports = new Allocator(30_000, 32_767, random);
    this.apiServerAddress = formatIp(base + 1);
  }

  private readonly range: { readonly first: number; readonly last: number };

  nextAddress(): string | undefined {
    const n = this.addresses.next();
    return n === undefined ? undefined : formatIp(n);
  }

  /** Why an address that was asked for cannot be had, or undefined when it is now taken. */
  takeAddress(text: string): string | undefined {
    const n = parseIp(text);
    if (n === undefined || n < this.range.first || n > this.range.last) return this.notInRange(text, this.serviceCIDR);
    return this.addresses.take(n) ? undefined : 'provided IP is already allocated';
  }

  releaseAddress(text: string): void {
    const n = parseIp(text);
    if (n !== undefined) this.addresses.release(n);
  }

  nextPort(): number | undefined {
    return this.ports.next();
  }

  takePort(port: number): string | undefined {
    if (!this.ports.contains(port)) return 'provided port is not in the valid range. The range of valid ports is 30000-32767';
    return this.ports.take(port) ? undefined : 'provided port is already allocated';
  }

  releasePort(port: number): void {
    this.ports.release(port);
  }
}
