import type { Micros } from './time';

/** Something that will happen. Entries at one time come out in the order in which they were put in. */
export class Entry {
  /** When it is due; set by the queue. Not a small integer even at first: an engine that changes its mind about that throws compiled code away. */
  time: Micros = Infinity;
  /** The order of entries at one time; set by the queue. */
  seq = 0;

  /** What happens; undefined once it is cancelled. */
  constructor(public run: (() => void) | undefined) {}
}

/**
 * The ordered queue of what is to come: a binary heap by time and order of arrival. Most entries are due next as soon as
 * they are added (a machine going on with itself), so the earliest entry is held in front of the heap and usually never
 * touches it. The heap keeps the times beside the entries: comparing them there costs half of what looking into each entry does.
 */
export class EventQueue {
  private readonly times: Micros[] = [];
  private readonly heap: Entry[] = [];
  private front: Entry | undefined;
  private seq = 0;

  /** Returns a handle: set its `run` to undefined to cancel it. */
  add(time: Micros, run: () => void): Entry {
    const entry = new Entry(run);
    this.put(entry, time);
    return entry;
  }

  /** Adds an entry that is not in the queue (any more): for those who wait again and again and need no new entry each time. */
  put(entry: Entry, time: Micros): void {
    entry.time = time;
    entry.seq = this.seq++;
    this.insert(entry);
  }

  /** When the next entry is due, or undefined when there is none. */
  nextTime(): Micros | undefined {
    this.dropCancelled();
    return (this.front ?? this.heap[0])?.time;
  }

  /** Takes the next entry if it is due by `until`, or undefined when there is none. */
  take(until: Micros = Infinity): Entry | undefined {
    this.dropCancelled();
    const { front } = this;
    if (front !== undefined) {
      if (front.time > until) return undefined;
      this.front = undefined;
      return front;
    }
    const top = this.heap[0];
    if (top === undefined || top.time > until) return undefined;
    this.pop();
    return top;
  }

  get size(): number {
    return this.heap.length + (this.front === undefined ? 0 : 1);
  }

  private insert(entry: Entry): void {
    const { front } = this;
    const { time } = entry;
    if (front !== undefined) {
      if (time < front.time) {
        this.push(front);
        this.front = entry;
      } else this.push(entry);
    } else if (this.heap.length === 0 || time < (this.times[0] as Micros)) this.front = entry;
    else this.push(entry);
  }

  private dropCancelled(): void {
    if (this.front !== undefined) {
      if (this.front.run !== undefined) return;
      this.front = undefined;
    }
    for (let top = this.heap[0]; top !== undefined && top.run === undefined; top = this.heap[0]) this.pop();
  }

  private push(entry: Entry): void {
    const { heap, times } = this;
    const { time, seq } = entry;
    let i = heap.length;
    heap.push(entry);
    times.push(time);
    while (i > 0) {
      const parent = (i - 1) >> 1;
      const above = times[parent] as Micros;
      if (time > above || (time === above && seq > (heap[parent] as Entry).seq)) break;
      heap[i] = heap[parent] as Entry;
      times[i] = above;
      i = parent;
    }
    heap[i] = entry;
    times[i] = time;
  }

  /** Drops the top. */
  private pop(): void {
    const { heap, times } = this;
    const entry = heap.pop();
    const time = times.pop();
    const { length } = heap;
    if (length === 0 || entry === undefined || time === undefined) return;
    const { seq } = entry;
    let i = 0;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= length) break;
      let below = times[child] as Micros;
      const other = child + 1;
      if (other < length) {
        const beside = times[other] as Micros;
        if (beside < below || (beside === below && (heap[other] as Entry).seq < (heap[child] as Entry).seq)) {
          child = other;
          below = beside;
        }
      }
      if (below > time || (below === time && (heap[child] as Entry).seq > seq)) break;
      heap[i] = heap[child] as Entry;
      times[i] = below;
      i = child;
    }
    heap[i] = entry;
    times[i] = time;
  }
}
