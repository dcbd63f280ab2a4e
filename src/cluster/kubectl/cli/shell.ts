import { err, ok, type Result } from '../../../base/result';

export interface ShellCommand {
  readonly argv: readonly string[];
  /** The text of a here-document. */
  readonly stdin: string | undefined;
}

/** Why the line is no command that can run here, as a shell would say it. */
export interface ShellFailure {
  readonly message: string;
  readonly code: number;
}

const NOT_HERE: Readonly<Record<string, string>> = {
  '|': 'pipes', '>': 'redirections', '<': 'redirections', '&': 'background jobs and command lists', ';': 'command lists', '(': 'subshells', ')': 'subshells', '`': 'command substitutions',
};

/**
 * Splits a line as bash does: quotes, escapes, continued lines, comments and one here-document. What a shell can do and
 * this terminal cannot is refused with a sentence.
 */
export function parseLine(text: string): Result<ShellCommand, ShellFailure> {
  const reader = new LineReader(text.replace(/\r\n/g, '\n'));
  const argv: string[] = [];
  for (;;) {
    const word = reader.word();
    if (!word.ok) return word;
    if (word.value === undefined) break;
    argv.push(word.value);
  }
  return ok({ argv, stdin: reader.stdin });
}

const syntax = (message: string): Result<never, ShellFailure> => err({ message: `bash: ${message}`, code: 2 });

class LineReader {
  private at = 0;
  stdin: string | undefined;

  constructor(private text: string) {}

  /** The next word; undefined at the end of the line. */
  word(): Result<string | undefined, ShellFailure> {
    let word: string | undefined;
    for (;;) {
      const c = this.text.charAt(this.at);
      if (c === '\\' && this.text.charAt(this.at + 1) === '\n') this.at += 2;
      else if (c === '' || c === '\n') return this.endOfLine(word);
      else if (c === ' ' || c === '\t') {
        this.at++;
        if (word !== undefined) return ok(word);
      } else if (c === '#' && word === undefined) this.skipComment();
      else if (word === undefined && this.text.startsWith('<<', this.at) && !this.text.startsWith('<<<', this.at)) {
        const here = this.hereDocument();
        if (!here.ok) return here;
      } else if (c in NOT_HERE || (c === '$' && this.text.charAt(this.at + 1) === '(')) {
        return err({ message: `podyssey: ${NOT_HERE[c] ?? 'command substitutions'} are not available in this terminal; only kubectl runs here`, code: 2 });
      } else {
        const part = this.part(c);
        if (!part.ok) return part;
        word = (word ?? '') + part.value;
      }
    }
  }

  private endOfLine(word: string | undefined): Result<string | undefined, ShellFailure> {
    const rest = this.text.slice(this.at).trim();
    if (rest !== '') return err({ message: 'podyssey: one command at a time', code: 2 });
    return ok(word);
  }

  private skipComment(): void {
    while (this.at < this.text.length && this.text.charAt(this.at) !== '\n') this.at++;
  }

  /** One piece of a word: a quoted part, an escaped character or a plain one. */
  private part(c: string): Result<string, ShellFailure> {
    if (c === "'") {
      const end = this.text.indexOf("'", this.at + 1);
      if (end < 0) return syntax("unexpected EOF while looking for matching `''");
      const value = this.text.slice(this.at + 1, end);
      this.at = end + 1;
      return ok(value);
    }
    if (c === '"') return this.doubleQuoted();
    if (c === '\\') {
      const value = this.text.charAt(this.at + 1);
      this.at += 2;
      return ok(value);
    }
    this.at++;
    return ok(c);
  }

  private doubleQuoted(): Result<string, ShellFailure> {
    let value = '';
    for (let i = this.at + 1; i < this.text.length; i++) {
      const c = this.text.charAt(i);
      const next = this.text.charAt(i + 1);
      if (c === '"') {
        this.at = i + 1;
        return ok(value);
      }
      if (c === '\\' && next === '\n') i++;
      else if (c === '\\' && '"\\$`'.includes(next) && next !== '') {
        value += next;
        i++;
      } else value += c;
    }
    return syntax('unexpected EOF while looking for matching `"\'');
  }

  /** `<<EOF`, `<<-EOF`, `<<'EOF'`; the body begins on the next line and is cut out of the text. */
  private hereDocument(): Result<void, ShellFailure> {
    const match = /^<<(-?)\s*(['"]?)([A-Za-z_][A-Za-z0-9_]*)\2/.exec(this.text.slice(this.at));
    if (match === null) return syntax("syntax error near unexpected token `newline'");
    const [whole, dash, , word = ''] = match;
    const lineEnd = this.text.indexOf('\n', this.at);
    if (lineEnd < 0) return err({ message: `bash: warning: here-document delimited by end-of-file (wanted \`${word}')`, code: 1 });
    const lines = this.text.slice(lineEnd + 1).split('\n').map((line) => (dash === '-' ? line.replace(/^\t+/, '') : line));
    const end = lines.indexOf(word);
    if (end < 0) return err({ message: `bash: warning: here-document delimited by end-of-file (wanted \`${word}')`, code: 1 });
    this.stdin = lines.slice(0, end).map((line) => `${line}\n`).join('');
    const head = this.text.slice(this.at + whole.length, lineEnd);
    const after = lines.slice(end + 1).join('\n');
    this.text = `${head}\n${after}`;
    this.at = 0;
    return ok(undefined);
  }
}
