import type { Part, Script, Word } from './syntax';

export type Token =
  | { readonly kind: 'word'; readonly word: Word; /** The text when the word is plain and unquoted, for keywords. */ readonly plain: string | undefined }
  | { readonly kind: 'operator'; readonly text: string; /** The descriptor written before a redirection. */ readonly fd?: number };

/** A script that is not one. Thrown and caught within the shell; the message is what `sh` prints. */
export class ShellSyntaxError extends Error {}

const OPERATORS = ['&&', '||', '>>', '>&', ';', '&', '|', '>', '<', '(', ')', '\n'];
const NAME = /^[A-Za-z_][A-Za-z0-9_]*/;

/** Splits a script into words and operators. `parse` reads the scripts inside `$(…)`. */
export function tokenize(source: string, parse: (source: string) => Script): readonly Token[] {
  return new Lexer(source, parse).tokens();
}

class Lexer {
  private at = 0;

  constructor(private readonly source: string, private readonly parse: (source: string) => Script) {}

  tokens(): readonly Token[] {
    const out: Token[] = [];
    for (;;) {
      this.skipBlanks();
      if (this.at >= this.source.length) return out;
      const redirect = /^([0-9])(>>|>&|>|<)/.exec(this.source.slice(this.at, this.at + 3));
      if (redirect !== null) {
        this.at += redirect[0].length;
        out.push({ kind: 'operator', text: redirect[2] ?? '>', fd: Number(redirect[1]) });
        continue;
      }
      const operator = OPERATORS.find((o) => this.source.startsWith(o, this.at));
      if (operator !== undefined) {
        this.at += operator.length;
        out.push({ kind: 'operator', text: operator });
        continue;
      }
      const word = this.word();
      const [only] = word;
      out.push({ kind: 'word', word, plain: word.length === 1 && only?.kind === 'text' && !only.quoted ? only.text : undefined });
    }
  }

  private skipBlanks(): void {
    for (;;) {
      const c = this.source[this.at];
      if (c === ' ' || c === '\t' || c === '\r') this.at++;
      else if (c === '\\' && this.source[this.at + 1] === '\n') this.at += 2;
      else if (c === '#') while (this.at < this.source.length && this.source[this.at] !== '\n') this.at++;
      else return;
    }
  }

  private word(): Word {
    const parts: Part[] = [];
    let text = '';
    const flush = (quoted: boolean): void => {
      if (text !== '' || quoted) parts.push({ kind: 'text', text, quoted });
      text = '';
    };
    for (;;) {
      const c = this.source[this.at];
      if (c === undefined || /[\s;&|<>()]/.test(c)) break;
      if (c === "'") {
        flush(false);
        const end = this.source.indexOf("'", this.at + 1);
        if (end < 0) throw new ShellSyntaxError('syntax error: unterminated quoted string');
        text = this.source.slice(this.at + 1, end);
        this.at = end + 1;
        flush(true);
      } else if (c === '"') {
        flush(false);
        this.at++;
        this.doubleQuoted(parts);
      } else if (c === '\\') {
        text += this.source[this.at + 1] ?? '';
        this.at += 2;
      } else if (c === '$' || c === '`') {
        flush(false);
        const part = this.expansion(false);
        if (part === undefined) text += c;
        else parts.push(part);
      } else {
        text += c;
        this.at++;
      }
    }
    flush(false);
    return parts;
  }

  private doubleQuoted(parts: Part[]): void {
    let text = '';
    const before = parts.length;
    for (;;) {
      const c = this.source[this.at];
      if (c === undefined) throw new ShellSyntaxError('syntax error: unterminated quoted string');
      if (c === '"') break;
      if (c === '\\' && /["$`\\\n]/.test(this.source[this.at + 1] ?? '')) {
        if (this.source[this.at + 1] !== '\n') text += this.source[this.at + 1] ?? '';
        this.at += 2;
      } else if (c === '$' || c === '`') {
        if (text !== '') parts.push({ kind: 'text', text, quoted: true });
        text = '';
        const part = this.expansion(true);
        if (part === undefined) text += c;
        else parts.push(part);
      } else {
        text += c;
        this.at++;
      }
    }
    this.at++;
    if (text !== '' || parts.length === before) parts.push({ kind: 'text', text, quoted: true });
  }

  /** After `$` or a back-quote. Undefined: the sign stands for itself. */
  private expansion(quoted: boolean): Part | undefined {
    const rest = this.source.slice(this.at);
    if (rest.startsWith('`')) {
      const end = rest.indexOf('`', 1);
      if (end < 0) throw new ShellSyntaxError('syntax error: EOF in backquote substitution');
      this.at += end + 1;
      return { kind: 'substitution', script: this.parse(rest.slice(1, end)), quoted };
    }
    if (rest.startsWith('$((')) {
      const end = rest.indexOf('))');
      if (end < 0) throw new ShellSyntaxError('syntax error: missing )) ');
      this.at += end + 2;
      return { kind: 'arithmetic', expression: rest.slice(3, end) };
    }
    if (rest.startsWith('$(')) {
      const end = closing(rest, 1);
      this.at += end + 1;
      return { kind: 'substitution', script: this.parse(rest.slice(2, end)), quoted };
    }
    const braced = /^\$\{([A-Za-z_][A-Za-z0-9_]*|[0-9?#@*$!])(?::?-([^}]*))?\}/.exec(rest);
    if (braced !== null) {
      this.at += braced[0].length;
      return { kind: 'variable', name: braced[1] ?? '', otherwise: braced[2], quoted };
    }
    const name = NAME.exec(rest.slice(1))?.[0] ?? /^[0-9?#@*$!]/.exec(rest.slice(1))?.[0];
    this.at += 1 + (name?.length ?? 0);
    return name === undefined ? undefined : { kind: 'variable', name, otherwise: undefined, quoted };
  }
}

/** The index of the bracket that closes the one at `open`. */
function closing(text: string, open: number): number {
  let depth = 0;
  let quote: string | undefined;
  for (let i = open; i < text.length; i++) {
    const c = text[i];
    if (quote !== undefined) {
      if (c === quote) quote = undefined;
    } else if (c === "'" || c === '"') quote = c;
    else if (c === '(') depth++;
    else if (c === ')' && --depth === 0) return i;
  }
  throw new ShellSyntaxError('syntax error: unterminated command substitution');
}
