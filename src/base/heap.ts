/** A binary min-heap. Equal elements come out in no promised order: give `less` a tie-break where order matters. */
export class Heap<T> {
  private readonly items: T[] = [];

  constructor(private readonly less: (a: T, b: T) => boolean) {}

  get size(): number {
    return this.items.length;
  }

  peek(): T | undefined {
    return this.items[0];
  }

  push(item: T): void {
    const { items, less } = this;
    let i = items.length;
    items.push(item);
    while (i > 0) {
      const parent = (i - 1) >> 1;
      const above = items[parent] as T;
      if (!less(item, above)) break;
      items[i] = above;
      i = parent;
    }
    items[i] = item;
  }

  pop(): T | undefined {
    const { items, less } = this;
    const top = items[0];
    const last = items.pop();
    if (items.length === 0 || last === undefined) return top;
    let i = 0;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= items.length) break;
      if (child + 1 < items.length && less(items[child + 1] as T, items[child] as T)) child++;
      const below = items[child] as T;
      if (!less(below, last)) break;
      items[i] = below;
      i = child;
    }
    items[i] = last;
    return top;
  }

  /** All elements, in heap order. */
  values(): readonly T[] {
    return this.items;
  }
}
