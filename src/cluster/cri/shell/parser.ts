import { ShellSyntaxError, tokenize, type Token } from './lexer';
import type { AndOr, Assignment, Command, Pipeline, Redirection, Script, Word } from './syntax';

/** Reads a script. Throws ShellSyntaxError when it is none. */
export function parseScript(source: string): Script {
  const parser = new Parser(tokenize(source, parseScript));
  const script = parser.list([]);
  parser.end();
  return script;
}

const KEYWORDS = new Set(['then', 'else', 'elif', 'fi', 'do', 'done', '}']);

class Parser {
  private at = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  end(): void {
    const token = this.tokens[this.at];
    if (token !== undefined) throw new ShellSyntaxError(`syntax error: unexpected "${token.kind === 'word' ? (token.plain ?? 'word') : token.text}"`);
  }

  /** Commands up to one of the words in `stop` (not taken) or the end. */
  list(stop: readonly string[]): Script {
    const script: AndOr[] = [];
    for (;;) {
      while (this.takeOperator(';', '\n') !== undefined) {
        // Empty commands.
      }
      const next = this.tokens[this.at];
      if (next === undefined || (next.kind === 'operator' && next.text === ')') || (next.kind === 'word' && next.plain !== undefined && stop.includes(next.plain))) return script;
      if (next.kind === 'word' && next.plain !== undefined && KEYWORDS.has(next.plain)) throw new ShellSyntaxError(`syntax error: unexpected "${next.plain}"`);
      script.push(this.andOr());
    }
  }

  private andOr(): AndOr {
    const first = this.pipeline();
    const rest: { operator: '&&' | '||'; pipeline: Pipeline }[] = [];
    for (let operator = this.takeOperator('&&', '||'); operator !== undefined; operator = this.takeOperator('&&', '||')) {
      while (this.takeOperator('\n') !== undefined) {
        // A line may end after the operator.
      }
      rest.push({ operator: operator === '&&' ? '&&' : '||', pipeline: this.pipeline() });
    }
    return { first, rest, background: this.takeOperator('&') !== undefined };
  }

  private pipeline(): Pipeline {
    const negated = this.takeWord('!');
    const commands = [this.command()];
    while (this.takeOperator('|') !== undefined) commands.push(this.command());
    return { negated, commands };
  }

  private command(): Command {
    if (this.takeOperator('(') !== undefined) {
      const body = this.list([]);
      if (this.takeOperator(')') === undefined) throw new ShellSyntaxError('syntax error: missing )');
      return { kind: 'group', body, redirections: this.redirections() };
    }
    if (this.takeWord('{')) {
      const body = this.list(['}']);
      this.expect('}');
      return { kind: 'group', body, redirections: this.redirections() };
    }
    if (this.takeWord('if')) return this.conditional();
    if (this.takeWord('while')) return this.loop(false);
    if (this.takeWord('until')) return this.loop(true);
    if (this.takeWord('for')) return this.forLoop();
    return this.simple();
  }

  private conditional(): Command {
    const branches: { condition: Script; body: Script }[] = [];
    let otherwise: Script | undefined;
    do {
      const condition = this.list(['then']);
      this.expect('then');
      branches.push({ condition, body: this.list(['elif', 'else', 'fi']) });
    } while (this.takeWord('elif'));
    if (this.takeWord('else')) otherwise = this.list(['fi']);
    this.expect('fi');
    return { kind: 'if', branches, otherwise, redirections: this.redirections() };
  }

  private loop(until: boolean): Command {
    const condition = this.list(['do']);
    this.expect('do');
    const body = this.list(['done']);
    this.expect('done');
    return { kind: 'loop', until, condition, body, redirections: this.redirections() };
  }

  private forLoop(): Command {
    const name = this.tokens[this.at++];
    if (name?.kind !== 'word' || name.plain === undefined) throw new ShellSyntaxError('syntax error: bad for loop variable');
    const values: Word[] = [];
    if (this.takeWord('in')) for (let t = this.tokens[this.at]; t?.kind === 'word'; t = this.tokens[++this.at]) values.push(t.word);
    while (this.takeOperator(';', '\n') !== undefined) {
      // Before `do`.
    }
    this.expect('do');
    const body = this.list(['done']);
    this.expect('done');
    return { kind: 'for', variable: name.plain, values, body, redirections: this.redirections() };
  }

  private simple(): Command {
    const assignments: Assignment[] = [];
    const words: Word[] = [];
    const redirections: Redirection[] = [];
    for (;;) {
      const more = this.redirections();
      redirections.push(...more);
      const token = this.tokens[this.at];
      if (token?.kind !== 'word') break;
      this.at++;
      const assignment = words.length === 0 ? assignmentOf(token.word) : undefined;
      if (assignment !== undefined) assignments.push(assignment);
      else words.push(token.word);
    }
    if (assignments.length + words.length + redirections.length === 0) {
      const token = this.tokens[this.at];
      throw new ShellSyntaxError(`syntax error: unexpected ${token === undefined ? 'end of file' : token.kind === 'operator' && token.text !== '\n' ? `"${token.text}"` : 'newline'}`);
    }
    return { kind: 'simple', assignments, words, redirections };
  }

  private redirections(): readonly Redirection[] {
    const found: Redirection[] = [];
    for (;;) {
      const token = this.tokens[this.at];
      if (token?.kind !== 'operator' || !(token.text === '>' || token.text === '>>' || token.text === '<' || token.text === '>&')) return found;
      const target = this.tokens[this.at + 1];
      if (target?.kind !== 'word') throw new ShellSyntaxError('syntax error: missing redirection target');
      this.at += 2;
      found.push({ fd: token.fd ?? (token.text === '<' ? 0 : 1), operator: token.text, target: target.word });
    }
  }

  private takeOperator(...texts: readonly string[]): string | undefined {
    const token = this.tokens[this.at];
    if (token?.kind !== 'operator' || !texts.includes(token.text)) return undefined;
    this.at++;
    return token.text;
  }

  private takeWord(text: string): boolean {
    const token = this.tokens[this.at];
    if (token?.kind !== 'word' || token.plain !== text) return false;
    this.at++;
    return true;
  }

  private expect(word: string): void {
    if (!this.takeWord(word)) throw new ShellSyntaxError(`syntax error: expecting "${word}"`);
  }
}

function assignmentOf(word: Word): Assignment | undefined {
  const [first, ...rest] = word;
  if (first?.kind !== 'text' || first.quoted) return undefined;
  const m = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/s.exec(first.text);
  if (m === null) return undefined;
  const value = m[2] ?? '';
  return { name: m[1] ?? '', value: value === '' ? rest : [{ kind: 'text', text: value, quoted: true }, ...rest] };
}
