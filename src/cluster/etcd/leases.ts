import type { Micros } from '../../kernel/time';

/** etcd looks for expired leases twice a second; a lease lives on average so much longer. */
const CHECK_INTERVAL: Micros = 500_000;

/**
 * Leases and the keys that hang on them. Nothing here renews one: kube-apiserver uses them only to let events expire.
 * Models etcd server/lease/lessor.go.
 */
export class Leases {
  private readonly keysOf = new Map<number, Set<string>>();
  private readonly leaseOf = new Map<string, number>();

  constructor(
    private readonly expired: (keys: readonly string[]) => void,
    private readonly timer: (delay: Micros, label: string, fire: () => void) => unknown,
  ) {}

  grant(id: number, ttl: Micros): void {
    this.keysOf.set(id, new Set());
    this.timer(ttl + CHECK_INTERVAL, 'lease expired', () => this.expire(id));
  }

  /** The key now hangs on this lease, or on none. */
  attach(key: string, lease: number | undefined): void {
    const before = this.leaseOf.get(key);
    if (before === lease) return;
    if (before !== undefined) this.keysOf.get(before)?.delete(key);
    if (lease === undefined) {
      this.leaseOf.delete(key);
      return;
    }
    this.leaseOf.set(key, lease);
    this.keysOf.get(lease)?.add(key);
  }

  private expire(id: number): void {
    const keys = [...(this.keysOf.get(id) ?? [])].sort();
    this.keysOf.delete(id);
    for (const key of keys) this.leaseOf.delete(key);
    if (keys.length > 0) this.expired(keys);
  }
}
