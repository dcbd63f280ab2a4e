import { MINUTE, type Micros } from '../../kernel/time';

const TTL = 5 * MINUTE;

interface Expected {
  creations: number;
  readonly deletions: Set<string>;
  readonly since: Micros;
}

/**
 * What a controller has asked for and not yet seen come back through its cache. While something is expected, the cache is
 * known to be old, and nothing is created or deleted on its word.
 * Models pkg/controller/controller_utils.go ControllerExpectations, UIDTrackingControllerExpectations.
 */
export class Expectations {
  private readonly entries = new Map<string, Expected>();

  expectCreations(key: string, count: number, now: Micros): void {
    this.expect(key, count, [], now);
  }

  /** `pods` are keys of what is being deleted: each counts once, however often it is seen. */
  expectDeletions(key: string, pods: readonly string[], now: Micros): void {
    this.expect(key, 0, pods, now);
  }

  /** Both at once; what was expected before is forgotten. */
  expect(key: string, creations: number, deletions: readonly string[], now: Micros): void {
    this.entries.set(key, { creations, deletions: new Set(deletions), since: now });
  }

  creationObserved(key: string): void {
    const entry = this.entries.get(key);
    if (entry !== undefined) entry.creations -= 1;
  }

  deletionObserved(key: string, pod: string): void {
    this.entries.get(key)?.deletions.delete(pod);
  }

  /** Whether the cache may be trusted: all was seen, or five minutes have passed, or nothing was ever asked for. */
  satisfied(key: string, now: Micros): boolean {
    const entry = this.entries.get(key);
    return entry === undefined || (entry.creations <= 0 && entry.deletions.size === 0) || now - entry.since > TTL;
  }

  /** What is still missing, for the log; undefined when nothing was ever asked for. */
  pending(key: string): { readonly creations: number; readonly deletions: number } | undefined {
    const entry = this.entries.get(key);
    return entry === undefined ? undefined : { creations: Math.max(0, entry.creations), deletions: entry.deletions.size };
  }

  forget(key: string): void {
    this.entries.delete(key);
  }
}
