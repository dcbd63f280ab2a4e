/** Base64 of UTF-8 text, as Secret data is written. */

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function utf8(text: string): readonly number[] {
  const out: number[] = [];
  for (const char of text) {
    const c = char.codePointAt(0) ?? 0;
    if (c < 0x80) out.push(c);
    else if (c < 0x800) out.push(0xc0 | (c >> 6), 0x80 | (c & 0x3f));
    else if (c < 0x10000) out.push(0xe0 | (c >> 12), 0x80 | ((c >> 6) & 0x3f), 0x80 | (c & 0x3f));
    else out.push(0xf0 | (c >> 18), 0x80 | ((c >> 12) & 0x3f), 0x80 | ((c >> 6) & 0x3f), 0x80 | (c & 0x3f));
  }
  return out;
}

export function encodeBase64(text: string): string {
  const bytes = utf8(text);
  let out = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const n = ((bytes[i] ?? 0) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    out += ALPHABET.charAt(n >> 18) + ALPHABET.charAt((n >> 12) & 63);
    out += i + 1 < bytes.length ? ALPHABET.charAt((n >> 6) & 63) : '=';
    out += i + 2 < bytes.length ? ALPHABET.charAt(n & 63) : '=';
  }
  return out;
}

/** The number of bytes and the text that a base64 value stands for; undefined when it is not base64. Bytes that are no UTF-8 become U+FFFD. */
export function decodeBase64(data: string): { readonly bytes: number; readonly text: string } | undefined {
  if (data.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(data)) return undefined;
  const bytes: number[] = [];
  for (let i = 0; i < data.length; i += 4) {
    const digits = [0, 1, 2, 3].map((j) => Math.max(0, ALPHABET.indexOf(data.charAt(i + j))));
    const n = ((digits[0] ?? 0) << 18) | ((digits[1] ?? 0) << 12) | ((digits[2] ?? 0) << 6) | (digits[3] ?? 0);
    bytes.push(n >> 16, (n >> 8) & 255, n & 255);
  }
  bytes.length -= data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0;
  return { bytes: bytes.length, text: fromUtf8(bytes) };
}

function fromUtf8(bytes: readonly number[]): string {
  let out = '';
  for (let i = 0; i < bytes.length; i++) {
    const b = bytes[i] ?? 0;
    const extra = b < 0x80 ? 0 : b >= 0xf0 ? 3 : b >= 0xe0 ? 2 : b >= 0xc0 ? 1 : -1;
    if (extra < 0 || i + extra >= bytes.length) {
      out += '\ufffd';
      continue;
    }
    let c = extra === 0 ? b : b & (0x3f >> extra);
    for (let j = 1; j <= extra; j++) c = (c << 6) | ((bytes[i + j] ?? 0) & 0x3f);
    out += String.fromCodePoint(Math.min(c, 0x10ffff));
    i += extra;
  }
  return out;
}
