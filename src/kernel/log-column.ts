/** A growable typed array. Numbers only; rows are appended and read by number. */
export class Column<A extends Float64Array | Int32Array | Uint8Array> {
  private array: A;
  private used = 0;

  constructor(private readonly make: (length: number) => A, capacity = 1024) {
    this.array = make(capacity);
  }

  get length(): number {
    return this.used;
  }

  push(value: number): number {
    if (this.used === this.array.length) this.grow(this.used * 2);
    this.array[this.used] = value;
    return this.used++;
  }

  get(row: number): number {
    return this.array[row] as number;
  }

  /** Only for closing a row that was appended open (a span's end) or explaining it (a span's payload). */
  set(row: number, value: number): void {
    this.array[row] = value;
  }

  /** The rows [from, to) as a copy that may be transferred. */
  slice(from: number, to: number): A {
    return this.array.slice(from, to) as A;
  }

  /** Appends all of `values`. */
  append(values: A): void {
    const need = this.used + values.length;
    if (need > this.array.length) this.grow(Math.max(need, this.array.length * 2));
    this.array.set(values, this.used);
    this.used = need;
  }

  private grow(length: number): void {
    const bigger = this.make(length);
    bigger.set(this.array);
    this.array = bigger;
  }
}

export const float64 = (): Column<Float64Array> => new Column((n) => new Float64Array(n));
export const int32 = (): Column<Int32Array> => new Column((n) => new Int32Array(n));
export const uint8 = (): Column<Uint8Array> => new Column((n) => new Uint8Array(n));
