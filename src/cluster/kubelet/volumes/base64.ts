const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The text that base64 stands for, its bytes read as UTF-8. */
export function decodeBase64(text: string): string {
  const bytes: number[] = [];
  let buffer = 0;
  let bits = 0;
  for (const c of text) {
    const value = ALPHABET.indexOf(c);
    if (value < 0) continue;
    buffer = ((buffer << 6) | value) & 0xffffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((buffer >> bits) & 0xff);
    }
  }
  return utf8(bytes);
}

function utf8(bytes: readonly number[]): string {
  let out = '';
  for (let i = 0; i < bytes.length; i++) {
    const b = bytes[i] ?? 0;
    const more = b < 0x80 ? 0 : b >= 0xf0 ? 3 : b >= 0xe0 ? 2 : b >= 0xc0 ? 1 : 0;
    let code = more === 0 ? b : b & (0x3f >> more);
    for (let k = 0; k < more; k++) code = (code << 6) | ((bytes[++i] ?? 0) & 0x3f);
    out += String.fromCodePoint(code);
  }
  return out;
}
