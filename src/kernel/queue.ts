import { Heap } from '../base/heap';
import type { Micros } from './time';

/** Something that will happen. Entries at one time come out in the order in which they were put in. */
export interface Entry {
  readonly time: Micros;
  readonly seq: number;
  run: (() => void) | undefined;
}

/**
 * The ordered queue of what is to come. Most entries are due next as soon as they are added (a machine going on with
 * itself), so the earliest entry is held in front of the heap and usually never touches it.
 */
export class EventQueue {
  private readonly heap = new Heap<Entry>((a, b) => a.time < b.time || (a.time === b.time && a.seq < b.seq));
  private front: Entry | undefined;
  private seq = 0;

  /** Returns a handle: set its `run` to undefined to cancel it. */
  add(time: Micros, run: () => void): Entry {
    const entry: Entry = { time, seq: this.seq++, run };
    const { front, heap } = this;
    if (front !== undefined) {
      if (time < front.time) {
        heap.push(front);
        this.front = entry;
      } else heap.push(entry);
      return entry;
    }
    const top = heap.peek();
    if (top === undefined || time < top.time) this.front = entry;
    else heap.push(entry);
    return entry;
  }

  /** When the next entry is due, or undefined when there is none. */
  nextTime(): Micros | undefined {
    this.dropCancelled();
    return (this.front ?? this.heap.peek())?.time;
  }

  /** Takes the next entry, or undefined when there is none. */
  take(): Entry | undefined {
    this.dropCancelled();
    const { front } = this;
    if (front !== undefined) {
      this.front = undefined;
      return front;
    }
    return this.heap.pop();
  }

  get size(): number {
    return this.heap.size + (this.front === undefined ? 0 : 1);
  }

  private dropCancelled(): void {
    if (this.front !== undefined && this.front.run === undefined) this.front = undefined;
    if (this.front !== undefined) return;
    for (let top = this.heap.peek(); top !== undefined && top.run === undefined; top = this.heap.peek()) this.heap.pop();
  }
}
