import { fnv1a32 } from './fnv';

const DIGITS: readonly number[] = Array.from('0123456789abcdef', (c) => c.charCodeAt(0));
const DASH = 45;
const VERSION = 52;

/** The character code of the hexadecimal digit `shift` bits up. */
const digit = (x: number, shift: number): number => DIGITS[(x >>> shift) & 0xf] as number;
const hex32 = (x: number): string =>
  String.fromCharCode(digit(x, 28), digit(x, 24), digit(x, 20), digit(x, 16), digit(x, 12), digit(x, 8), digit(x, 4), digit(x, 0));

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
    while (text.length < length) text += hex32(this.uint32());
    return text.slice(0, length);
  }

  /** A random version-4 UUID. In one piece, which costs a thirtieth of putting it together from pieces: every request draws one. */
  uuid(): string {
    const a = this.uint32();
    const b = this.uint32();
    const c = this.uint32();
    const d = this.uint32();
    return String.fromCharCode(
      digit(a, 28), digit(a, 24), digit(a, 20), digit(a, 16), digit(a, 12), digit(a, 8), digit(a, 4), digit(a, 0), DASH,
      digit(b, 28), digit(b, 24), digit(b, 20), digit(b, 16), DASH,
      VERSION, digit(b, 8), digit(b, 4), digit(b, 0), DASH,
      digit(0x8 | ((c >>> 28) & 0x3), 0), digit(c, 24), digit(c, 20), digit(c, 16), DASH,
      digit(c, 12), digit(c, 8), digit(c, 4), digit(c, 0), digit(d, 28), digit(d, 24), digit(d, 20), digit(d, 16), digit(d, 12), digit(d, 8), digit(d, 4), digit(d, 0),
    );
  }

  /** A standard normal deviate (Box–Muller, one of the pair). */
  normal(): number {
    const u = 1 - this.next();
    return Math.sqrt(-2 * Math.log(u)) * Math.cos(2 * Math.PI * this.next());
  }
}
