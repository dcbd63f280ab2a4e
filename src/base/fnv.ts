/** 32-bit FNV-1a over UTF-16 code units' UTF-8 bytes, as Go's hash/fnv New32a computes it over the same text. */
export function fnv1a32(text: string, seed = 0x811c9dc5): number {
  let h = seed >>> 0;
  for (let i = 0; i < text.length; i++) {
    let c = text.charCodeAt(i);
    if (c < 0x80) {
      h = Math.imul(h ^ c, 0x01000193);
      continue;
    }
    if (c >= 0xd800 && c < 0xdc00 && i + 1 < text.length) c = 0x10000 + ((c - 0xd800) << 10) + (text.charCodeAt(++i) - 0xdc00);
    for (const byte of utf8(c)) h = Math.imul(h ^ byte, 0x01000193);
  }
  return h >>> 0;
}

/** Continues a 32-bit FNV-1a hash over the four bytes of an integer: for hashing tables of numbers. */
export function fnv1a32Int(h: number, value: number): number {
  let x = Math.imul(h ^ (value & 0xff), 0x01000193);
  x = Math.imul(x ^ ((value >>> 8) & 0xff), 0x01000193);
  x = Math.imul(x ^ ((value >>> 16) & 0xff), 0x01000193);
  return Math.imul(x ^ (value >>> 24), 0x01000193);
}

function utf8(c: number): readonly number[] {
  if (c < 0x800) return [0xc0 | (c >> 6), 0x80 | (c & 0x3f)];
  if (c < 0x10000) return [0xe0 | (c >> 12), 0x80 | ((c >> 6) & 0x3f), 0x80 | (c & 0x3f)];
  return [0xf0 | (c >> 18), 0x80 | ((c >> 12) & 0x3f), 0x80 | ((c >> 6) & 0x3f), 0x80 | (c & 0x3f)];
}
