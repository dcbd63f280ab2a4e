/** IPv4 addresses as numbers. */

/** `10.244.0.1` → 183762945. */
export function parseAddress(text: string): number {
  return text.split('.').reduce((n, part) => n * 256 + Number(part), 0);
}

export function formatAddress(n: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(n / 2 ** shift) % 256).join('.');
}

export interface Subnet {
  /** The network's own address. */
  readonly base: number;
  readonly prefix: number;
}

/** `10.244.0.0/24` */
export function parseSubnet(cidr: string): Subnet {
  const [address = '', prefix = '32'] = cidr.split('/');
  return { base: parseAddress(address), prefix: Number(prefix) };
}

/** How many addresses a subnet spans, the network's own and the broadcast address included. */
export const sizeOf = (subnet: Subnet): number => 2 ** (32 - subnet.prefix);
