import { isMap, isScalar, isSeq, LineCounter, parseDocument, type Node } from 'yaml';
import { err, ok, type Result } from '../base/result';

/** What is wrong with a file that a person wrote: where, and what was expected there. */
export interface FileError {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

export const describeFileError = (e: FileError): string => `${e.file}:${e.line}: ${e.message}`;

/** Thrown inside a read, caught by readYaml: a reader stops at the first mistake. */
class Mistake extends Error {
  constructor(readonly line: number, message: string) {
    super(message);
  }
}

/** A value in a YAML file that knows where it stands, so that a complaint can name the line. */
export class YamlValue {
  constructor(private readonly node: Node | undefined, private readonly path: string, private readonly lines: LineCounter, private readonly parentLine: number) {}

  get line(): number {
    const start = this.node?.range?.[0];
    return start === undefined ? this.parentLine : this.lines.linePos(start).line;
  }

  get missing(): boolean {
    return this.node === undefined || (isScalar(this.node) && this.node.value === null);
  }

  get isText(): boolean {
    return isScalar(this.node) && this.node.value !== null && typeof this.node.value !== 'object';
  }

  fail(expected: string): never {
    throw new Mistake(this.line, this.missing ? `${this.path} is missing: expected ${expected}` : `${this.path}: expected ${expected}`);
  }

  member(key: string): YamlValue {
    const map = this.node;
    if (!isMap(map)) this.fail('a mapping');
    const child = map.get(key, true) as Node | undefined;
    return new YamlValue(child, this.path === '' ? key : `${this.path}.${key}`, this.lines, this.line);
  }

  /** Refuses members that mean nothing: a misspelled key is a mistake, not a comment. */
  onlyMembers(known: readonly string[]): this {
    if (!isMap(this.node)) this.fail('a mapping');
    for (const pair of this.node.items) {
      const key = isScalar(pair.key) ? String(pair.key.value) : '?';
      if (known.includes(key)) continue;
      const at = isScalar(pair.key) && pair.key.range ? this.lines.linePos(pair.key.range[0]).line : this.line;
      throw new Mistake(at, `unknown field "${key}"${this.path === '' ? '' : ` in ${this.path}`}: expected one of ${known.join(', ')}`);
    }
    return this;
  }

  items(): readonly YamlValue[] {
    if (!isSeq(this.node)) this.fail('a list');
    return this.node.items.map((item, i) => new YamlValue(item as Node, `${this.path}[${i}]`, this.lines, this.line));
  }

  text(): string {
    if (!this.isText || !isScalar(this.node)) this.fail('text');
    return String(this.node.value);
  }

  number(): number {
    if (!isScalar(this.node) || typeof this.node.value !== 'number' || !Number.isFinite(this.node.value)) this.fail('a number');
    return this.node.value;
  }

  oneOf<T extends string>(words: readonly T[]): T {
    const text = this.text();
    const word = words.find((w) => w === text);
    return word ?? this.fail(`one of ${words.join(', ')}, not "${text}"`);
  }

  /** A mapping from text to text. */
  record(): Readonly<Record<string, string>> {
    if (!isMap(this.node)) this.fail('a mapping');
    return Object.fromEntries(this.node.items.map((pair) => {
      const key = isScalar(pair.key) ? String(pair.key.value) : '';
      return [key, this.member(key).text()];
    }));
  }

  or<T>(fallback: T, read: (value: this) => T): T {
    return this.missing ? fallback : read(this);
  }
}

/** Parses a file and hands its root to `read`; the first mistake comes back with its line. */
export function readYaml<T>(file: string, text: string, read: (root: YamlValue) => T): Result<T, FileError> {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const problem = document.errors[0];
  if (problem !== undefined) return err({ file, line: lines.linePos(problem.pos[0]).line, message: `not YAML: ${problem.message}` });
  try {
    return ok(read(new YamlValue((document.contents as Node | null) ?? undefined, '', lines, 1)));
  } catch (mistake) {
    if (mistake instanceof Mistake) return err({ file, line: mistake.line, message: mistake.message });
    throw mistake;
  }
}
