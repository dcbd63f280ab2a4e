import type { Result } from '../../base/result';
import { err, ok } from '../../base/result';
import { aggregateText, fieldErrorText, invalid } from '../field/error';
import type { FieldError } from '../field/error';
import { isQualifiedName, isValidLabelValue } from '../field/names';
import type { KubeVersion } from '../version';
import type { Requirement, RequirementOperator, Selector } from './labels';

/**
 * The `-l` syntax: `app=web,tier in (a, b),!old,env`. Models apimachinery pkg/labels Parse: the same tokens, the same
 * recursive descent and so the same complaint for the same slip.
 */
type TokenKind = 'end' | ')' | ',' | '!' | '==' | '=' | '>' | 'id' | 'in' | '<' | '!=' | 'notin' | '(' | 'error';

interface Token {
  readonly kind: TokenKind;
  readonly text: string;
}

const SYMBOLS: ReadonlySet<string> = new Set([')', ',', '!', '==', '=', '>', '<', '!=', '(']);
const SPECIAL = /[=!(),<>]/;
const SPACE = /[ \t\r\n]/;

function symbolAt(text: string, from: number): Token & { readonly next: number } {
  let last = '';
  let next = from;
  let end = from;
  while (end < text.length && SPECIAL.test(text.charAt(end))) {
    const candidate = text.slice(from, end + 1);
    if (SYMBOLS.has(candidate)) {
      last = candidate;
      next = end + 1;
    } else if (last !== '') break;
    end++;
  }
  // The guard on `last` also stands for upstream's ErrorToken, which no run of these symbols can produce.
  return { kind: last === '' ? 'error' : (last as TokenKind), text: last, next };
}

function tokenize(text: string): readonly Token[] {
  const out: Token[] = [];
  let i = 0;
  while (i < text.length) {
    const c = text.charAt(i);
    if (SPACE.test(c)) {
      i++;
    } else if (SPECIAL.test(c)) {
      const { kind, text: lit, next } = symbolAt(text, i);
      out.push({ kind, text: lit });
      i = next;
    } else {
      let end = i;
      while (end < text.length && !SPECIAL.test(text.charAt(end)) && !SPACE.test(text.charAt(end))) end++;
      const word = text.slice(i, end);
      out.push({ kind: word === 'in' || word === 'notin' ? word : 'id', text: word });
      i = end;
    }
  }
  out.push({ kind: 'end', text: '' });
  return out;
}

/** Thrown inside this file only, and turned into a Result by parseSelector. */
class Complaint extends Error {}

class Parser {
  private position = 0;
  constructor(private readonly tokens: readonly Token[], private readonly version: KubeVersion) {}

  private look(): Token {
    return this.tokens[this.position] ?? { kind: 'end', text: '' };
  }

  private take(): Token {
    const t = this.look();
    this.position++;
    return t;
  }

  /** `in` and `notin` are words like any other where a key or a value is expected. */
  private static word(t: Token): boolean {
    return t.kind === 'id' || t.kind === 'in' || t.kind === 'notin';
  }

  parse(): Selector {
    const out: Requirement[] = [];
    for (;;) {
      const t = this.look();
      if (t.kind === 'end') return out;
      if (!Parser.word(t) && t.kind !== '!') throw new Complaint(`found '${t.text}', expected: !, identifier, or 'end of string'`);
      try {
        out.push(this.requirement());
      } catch (e) {
        throw e instanceof Complaint ? new Complaint(`unable to parse requirement: ${e.message}`) : e;
      }
      const after = this.take();
      if (after.kind === 'end') return out;
      if (after.kind !== ',') throw new Complaint(`found '${after.text}', expected: ',' or 'end of string'`);
      const next = this.look();
      if (!Parser.word(next) && next.kind !== '!') throw new Complaint(`found '${next.text}', expected: identifier after ','`);
    }
  }

  private requirement(): Requirement {
    let t = this.take();
    const negated = t.kind === '!';
    if (negated) t = this.take();
    if (!Parser.word(t)) throw new Complaint(`found '${t.text}', expected: identifier`);
    const key = t.text;
    const bad = isQualifiedName(key, this.version);
    if (bad.length > 0) throw new Complaint(this.badKey(key, bad.join('; ')));
    if (negated) return { key, operator: '!', values: [] };
    const next = this.look();
    if (next.kind === 'end' || next.kind === ',') return { key, operator: 'exists', values: [] };
    const operator = this.operator();
    return this.checked({ key, operator, values: operator === 'in' || operator === 'notin' ? this.list() : [this.exact()] });
  }

  private operator(): RequirementOperator {
    const t = this.take();
    switch (t.kind) {
      case 'in':
      case 'notin':
      case '=':
      case '==':
      case '!=':
        return t.kind;
      case '>':
        return 'gt';
      case '<':
        return 'lt';
      default:
        throw new Complaint(`found '${t.text}', expected: ${this.version === '1.20' ? "'=', '!=', '==', 'in', notin'" : 'in, notin, =, ==, !=, gt, lt'}`);
    }
  }

  private list(): readonly string[] {
    const open = this.take();
    if (open.kind !== '(') throw new Complaint(`found '${open.text}' expected: '('`);
    const first = this.look();
    if (first.kind === ')') {
      this.take();
      return [''];
    }
    if (!Parser.word(first) && first.kind !== ',') throw new Complaint(`found '${first.text}', expected: ',', ')' or identifier`);
    const values = new Set<string>();
    for (;;) {
      const t = this.take();
      if (Parser.word(t)) {
        values.add(t.text);
        const next = this.look();
        if (next.kind === ')') break;
        if (next.kind !== ',') throw new Complaint(`found '${next.text}', expected: ',' or ')'`);
      } else if (t.kind === ',') {
        if (values.size === 0) values.add('');
        const next = this.look();
        if (next.kind === ')' || next.kind === ',') values.add('');
        if (next.kind === ')') break;
      } else {
        throw new Complaint(`found '${t.text}', expected: ',', or identifier`);
      }
    }
    this.take();
    return [...values].sort();
  }

  private exact(): string {
    const t = this.look();
    if (t.kind === 'end' || t.kind === ',') return '';
    this.take();
    if (!Parser.word(t)) throw new Complaint(`found '${t.text}', expected: identifier`);
    return t.text;
  }

  // Models apimachinery pkg/labels NewRequirement
  private checked(r: Requirement): Requirement {
    if (this.version === '1.20') {
      if ((r.operator === 'gt' || r.operator === 'lt') && !/^[-+]?[0-9]+$/.test(r.values[0] ?? '')) throw new Complaint("for 'Gt', 'Lt' operators, the value must be an integer");
      for (const v of r.values) {
        const bad = isValidLabelValue(v);
        if (bad.length > 0) throw new Complaint(`invalid label value: "${v}": at key: "${r.key}": ${bad.join('; ')}`);
      }
      return r;
    }
    const errors: FieldError[] = [];
    r.values.forEach((v, i) => {
      if ((r.operator === 'gt' || r.operator === 'lt') && !/^[-+]?[0-9]+$/.test(v)) errors.push(invalid(`values[${i}]`, v, "for 'Gt', 'Lt' operators, the value must be an integer"));
    });
    r.values.forEach((v, i) => {
      const bad = isValidLabelValue(v);
      if (bad.length > 0) errors.push(invalid(`values[${i}][${r.key}]`, v, bad.join('; ')));
    });
    if (errors.length > 0) throw new Complaint(aggregateText(errors, this.version));
    return r;
  }

  private badKey(key: string, why: string): string {
    if (this.version === '1.20') return `invalid label key "${key}": ${why}`;
    return fieldErrorText(invalid('<nil>', key, why), this.version);
  }
}

/** Requirements sorted by key, or upstream's message. An empty text selects everything. */
export function parseSelector(text: string, version: KubeVersion): Result<Selector, string> {
  try {
    const parsed = new Parser(tokenize(text), version).parse();
    return ok([...parsed].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)));
  } catch (e) {
    if (e instanceof Complaint) return err(e.message);
    throw e;
  }
}

