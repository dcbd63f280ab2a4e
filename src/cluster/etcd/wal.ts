import type { Micros } from '../../kernel/time';

/**
 * When a proposal is safe on disk. Entries that arrive while the disk is busy share the next fsync (group commit), so a
 * burst of writes costs a few fsyncs, not one each. Order is kept.
 *
 *   fsync   |---- batch 1 ----|------ batch 2 ------|
 *   arrive  a        b   c                             a alone in batch 1; b and c share batch 2
 *
 * Models etcd server/storage/wal and raft's Ready loop.
 */
export class WriteAheadLog {
  /** End of the fsync that runs, or ran last. */
  private current: Micros = 0;
  /** End of the fsync after it; the same as `current` while nothing waits. */
  private next: Micros = 0;

  /** `fsync` draws the duration of one fsync. */
  constructor(private readonly fsync: () => Micros) {}

  /** The time at which an entry that is appended at `now` is on disk. */
  append(now: Micros): Micros {
    if (now >= this.next) {
      this.current = this.next = now + this.fsync();
      return this.current;
    }
    if (now >= this.current) this.current = this.next;
    if (this.next === this.current) this.next = this.current + this.fsync();
    return this.next;
  }
}
