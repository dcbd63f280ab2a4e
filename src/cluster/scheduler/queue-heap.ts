import { Heap } from '../../base/heap';
import type { Micros } from '../../kernel/time';
import type { Place, QueuedPod } from './queued-pod';

/** One stay of a pod in a queue. */
export interface Entry {
  readonly item: QueuedPod;
  readonly stamp: number;
  readonly priority: number;
  /** When it was added, or until when it is held back. */
  readonly until: Micros;
  readonly seq: number;
}

/** Models pkg/scheduler/framework/plugins/queuesort PrioritySort */
export function byPriority(a: Entry, b: Entry): boolean {
  if (a.priority !== b.priority) return a.priority > b.priority;
  return a.item.timestamp !== b.item.timestamp ? a.item.timestamp < b.item.timestamp : a.seq < b.seq;
}

/** Who is through with waiting first. */
export const byEnd = (a: Entry, b: Entry): boolean => a.until < b.until || (a.until === b.until && a.seq < b.seq);

/**
 * The pods in one place, in order. A pod that leaves from the middle leaves its entry behind: its stamp has moved on since,
 * and the entry is passed over when it comes up.
 */
export class QueueHeap {
  private readonly heap: Heap<Entry>;
  private seq = 0;
  private count = 0;

  constructor(private readonly place: Place, less: (a: Entry, b: Entry) => boolean) {
    this.heap = new Heap(less);
  }

  /** How many pods are really here. */
  get size(): number {
    return this.count;
  }

  /** `item` has entered this place. */
  push(item: QueuedPod, until: Micros): void {
    this.count++;
    this.heap.push({ item, stamp: item.stamp, priority: item.info.priority, until, seq: this.seq++ });
  }

  /** A pod left this place, first in order or not. */
  left(): void {
    this.count--;
  }

  /** Takes the first pod's entry out, if it waits no longer than until `end`; the pod is still here until `left`. */
  pop(end = Number.POSITIVE_INFINITY): QueuedPod | undefined {
    for (let entry = this.heap.peek(); entry !== undefined; entry = this.heap.peek()) {
      const here = this.isHere(entry);
      if (here && entry.until > end) return undefined;
      this.heap.pop();
      if (here) return entry.item;
    }
    return undefined;
  }

  /** Of the pods for which `counts`, the one that comes first in another order. */
  best(less: (a: Entry, b: Entry) => boolean, counts: (item: QueuedPod) => boolean): QueuedPod | undefined {
    if (this.count === 0) return undefined;
    let best: Entry | undefined;
    for (const entry of this.heap.values()) {
      if (this.isHere(entry) && counts(entry.item) && (best === undefined || less(entry, best))) best = entry;
    }
    return best?.item;
  }

  private isHere({ item, stamp }: Entry): boolean {
    return item.stamp === stamp && item.place === this.place;
  }
}
