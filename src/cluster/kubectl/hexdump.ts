/** Bytes as Go's encoding/hex Dump shows them: offset, two groups of eight, printable characters. */
export function hexDump(bytes: readonly number[]): string {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += 16) {
    const row = bytes.slice(at, at + 16);
    let hex = '';
    for (let i = 0; i < 16; i++) {
      const byte = row[i];
      hex += `${byte === undefined ? '  ' : byte.toString(16).padStart(2, '0')}${i === 7 || i === 15 ? '  ' : ' '}`;
    }
    const shown = row.map((b) => (b < 32 || b > 126 ? '.' : String.fromCharCode(b))).join('');
    lines.push(`${at.toString(16).padStart(8, '0')}  ${hex}|${shown}|\n`);
  }
  return lines.join('');
}
