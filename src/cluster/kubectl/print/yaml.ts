import { isRecord, type Dict } from '../document';
import { naturalLess } from './natural-order';
import { analyze, isBreak, needsQuotes } from './yaml-scalar';

/**
 * YAML as kubectl writes it: keys in natural order, sequences not indented inside mappings, lines folded after column 80.
 * Models sigs.k8s.io/yaml over go-yaml v2 emitterc.go and encode.go. `undefined` members are left out.
 */
export function toYaml(value: unknown): string {
  const emitter = new Emitter();
  emitter.value(value, -2, 'root');
  return emitter.text;
}

const BEST_WIDTH = 80;

class Emitter {
  text = '';
  private column = 0;

  /** `indent` is the indent of what holds the value; the value's own is 2 more, except for sequences in mappings. */
  value(value: unknown, indent: number, where: 'root' | 'mapping' | 'sequence'): void {
    if (Array.isArray(value)) this.sequence(value as readonly unknown[], indent, where);
    else if (isRecord(value)) this.mapping(value, indent, where);
    else {
      if (where !== 'root') this.put(' ');
      this.scalar(value, Math.max(indent, 0), true);
      this.newline();
    }
  }

  private mapping(value: Dict, indent: number, where: 'root' | 'mapping' | 'sequence'): void {
    const keys = Object.keys(value).filter((key) => value[key] !== undefined).sort((a, b) => (naturalLess(a, b) ? -1 : 1));
    if (keys.length === 0) return this.empty('{}', where);
    const own = indent + 2;
    if (where === 'mapping') this.newline();
    keys.forEach((key, i) => {
      if (where === 'sequence' && i === 0) this.put(' ');
      else this.indent(own);
      this.scalar(key, own, false);
      this.put(':');
      this.value(value[key], own, 'mapping');
    });
  }

  private sequence(value: readonly unknown[], indent: number, where: 'root' | 'mapping' | 'sequence'): void {
    if (value.length === 0) return this.empty('[]', where);
    const own = where === 'mapping' ? indent : indent + 2;
    if (where === 'mapping') this.newline();
    value.forEach((item, i) => {
      if (where === 'sequence' && i === 0) this.put(' ');
      else this.indent(own);
      this.put('-');
      this.value(item, own, 'sequence');
    });
  }

  private empty(text: string, where: 'root' | 'mapping' | 'sequence'): void {
    this.put(where === 'root' ? text : ` ${text}`);
    this.newline();
  }

  private scalar(value: unknown, indent: number, breaks: boolean): void {
    if (typeof value !== 'string') return this.put(value === null || value === undefined ? 'null' : typeof value === 'number' ? formatNumber(value) : String(value));
    const about = analyze(value);
    const isKey = !breaks;
    if (value.includes('\n') && about.blockAllowed && !isKey) return this.literal(value, indent + 2);
    if (value.includes('\n') || needsQuotes(value) || (isKey && about.multiline)) return this.doubleQuoted(value, indent + 2, breaks);
    if (about.plainAllowed) return this.plain(value, indent + 2, breaks);
    if (about.singleQuotedAllowed) return this.singleQuoted(value, indent + 2, breaks);
    return this.doubleQuoted(value, indent + 2, breaks);
  }

  private plain(value: string, indent: number, breaks: boolean): void {
    let spaces = false;
    const chars = [...value];
    chars.forEach((c, i) => {
      if (c === ' ' && breaks && !spaces && this.column > BEST_WIDTH && chars[i + 1] !== ' ') this.breakLine(indent);
      else this.put(c);
      spaces = c === ' ';
    });
  }

  private singleQuoted(value: string, indent: number, breaks: boolean): void {
    this.put("'");
    let spaces = false;
    const chars = [...value];
    chars.forEach((c, i) => {
      if (c === ' ' && breaks && !spaces && this.column > BEST_WIDTH && i > 0 && i < chars.length - 1 && chars[i + 1] !== ' ') this.breakLine(indent);
      else this.put(c === "'" ? "''" : c);
      spaces = c === ' ';
    });
    this.put("'");
  }

  private doubleQuoted(value: string, indent: number, breaks: boolean): void {
    this.put('"');
    let spaces = false;
    const chars = [...value];
    chars.forEach((c, i) => {
      const escaped = escapeOf(c);
      if (escaped !== undefined) {
        this.put(escaped);
        spaces = false;
      } else if (c === ' ') {
        if (breaks && !spaces && this.column > BEST_WIDTH && i > 0 && i < chars.length - 1) {
          this.breakLine(indent);
          if (chars[i + 1] === ' ') this.put('\\');
        } else this.put(c);
        spaces = true;
      } else {
        this.put(c);
        spaces = false;
      }
    });
    this.put('"');
  }

  private literal(value: string, indent: number): void {
    const hint = value.startsWith(' ') || isBreak(value.charAt(0)) ? '2' : '';
    const chomp = !value.endsWith('\n') ? '-' : value === '\n' || value.endsWith('\n\n') ? '+' : '';
    this.put(`|${hint}${chomp}`);
    const lines = (value.endsWith('\n') ? value.slice(0, -1) : value).split('\n');
    for (const line of lines) {
      this.newline();
      if (line !== '') {
        this.indent(indent);
        this.put(line);
      }
    }
  }

  private breakLine(indent: number): void {
    this.newline();
    this.indent(indent);
  }

  private indent(width: number): void {
    if (width > 0) this.put(' '.repeat(width));
  }

  private put(text: string): void {
    this.text += text;
    this.column += [...text].length;
  }

  private newline(): void {
    this.text += '\n';
    this.column = 0;
  }
}

const ESCAPES: Readonly<Record<number, string>> = {
  0: '0', 7: 'a', 8: 'b', 9: 't', 10: 'n', 11: 'v', 12: 'f', 13: 'r', 27: 'e', 0x22: '"', 0x5c: '\\', 0x85: 'N', 0xa0: '_', 0x2028: 'L', 0x2029: 'P',
};

function escapeOf(c: string): string | undefined {
  const code = c.codePointAt(0) ?? 0;
  const printable = (code >= 0x20 && code <= 0x7e) || (code >= 0xa0 && code !== 0x2028 && code !== 0x2029 && code !== 0xfeff && !(code >= 0xd800 && code <= 0xdfff) && code < 0xfffe);
  if (printable && c !== '"' && c !== '\\') return undefined;
  const short = ESCAPES[code];
  if (short !== undefined) return `\\${short}`;
  const hex = code.toString(16).toUpperCase();
  return code <= 0xff ? `\\x${hex.padStart(2, '0')}` : code <= 0xffff ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}

/** Whole numbers in full; others as Go's shortest form. */
function formatNumber(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e21) return String(value);
  return String(value).replace(/e([+-])(\d)$/, 'e$10$2');
}
