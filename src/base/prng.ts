import { fnv1a32 } from './fnv';

/**
 * A small seeded generator (sfc32). Each user of randomness has its own stream, named after it, so that a new
 * draw in one component does not shift the draws of another.
 */
export class Prng {
  private a: number;
  private b: number;
  private c: number;
  private d = 1;

  constructor(seed: number, stream: string) {
    this.a = seed >>> 0;
    this.b = fnv1a32(stream);
    this.c = fnv1a32(stream, this.b ^ this.a);
    for (let i = 0; i < 12; i++) this.next();
  }

  /** A number in [0, 1) with 32 bits of resolution. */
  next(): number {
    return this.uint32() / 0x1_0000_0000;
  }

  /** An integer in [0, 2^32). */
  uint32(): number {
    const t = (this.a + this.b + this.d) | 0;
    this.d = (this.d + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = ((this.c << 21) | (this.c >>> 11)) + t | 0;
    return t >>> 0;
  }

  /** An integer in [0, n). */
  int(n: number): number {
    return Math.floor(this.next() * n);
  }

  /** One element of a non-empty list. */
  pick<T>(list: readonly T[]): T {
    const value = list[this.int(list.length)];
    if (value === undefined) throw new Error('invariant: pick from an empty list');
    return value;
  }

  /** `length` lower-case hexadecimal digits. */
  hex(length: number): string {
    let text = '';
    while (text.length < length) text += this.uint32().toString(16).padStart(8, '0');
    return text.slice(0, length);
  }

  /** A random version-4 UUID. */
  uuid(): string {
    const h = this.hex(32);
    const variant = ((Number.parseInt(h.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
    return `${h.slice(0, 8)}-${h.slice(8, 12)}-4${h.slice(13, 16)}-${variant}${h.slice(17, 20)}-${h.slice(20, 32)}`;
  }

  /** A standard normal deviate (Box–Muller, one of the pair). */
  normal(): number {
    const u = 1 - this.next();
    return Math.sqrt(-2 * Math.log(u)) * Math.cos(2 * Math.PI * this.next());
  }
}
