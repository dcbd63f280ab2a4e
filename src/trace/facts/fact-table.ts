import { int32, uint8, type Column } from '../../kernel/log-column';
import { CHANGE_TYPES } from '../../kernel/log';
import type { Fact, LogTables } from '../types';

/** What the engine knows of an object, before it becomes a row. See Fact for the meaning of each. */
export type FactInput = Omit<Fact, 'row' | 'revision' | 'time' | 'type' | 'subject'>;

const TEXTS = ['resource', 'namespace', 'name', 'uid', 'word', 'phase', 'node', 'ip', 'owner', 'ownerUid', 'detail'] as const;
const NUMBERS = ['ready', 'wanted', 'current', 'updated', 'available', 'restarts'] as const;
type TextColumn = (typeof TEXTS)[number];
type NumericColumn = (typeof NUMBERS)[number];

/** Rows [from, …) of a fact table, for a replica. */
export interface FactChunk {
  readonly columns: Readonly<Record<TextColumn | NumericColumn, Int32Array>>;
  readonly flags: Uint8Array;
  /** Strings new since the chunk before. */
  readonly strings: readonly string[];
}

const DELETING = 1;
const SCHEDULABLE = 2;

/** One fact a revision: row n belongs to row n of the log's revisions. Texts are interned in a table of their own, so that the log's stays what the cluster wrote. */
export class FactTable {
  private readonly columns: Readonly<Record<TextColumn | NumericColumn, Column<Int32Array>>>;
  private readonly flags = uint8();
  private readonly strings: string[] = [''];
  private readonly stringIds = new Map<string, number>([['', 0]]);
  private readonly views: (Fact | undefined)[] = [];
  private readonly bySubject = new Map<string, number[]>();

  constructor() {
    const columns: Partial<Record<TextColumn | NumericColumn, Column<Int32Array>>> = {};
    for (const name of [...TEXTS, ...NUMBERS]) columns[name] = int32();
    this.columns = columns as Record<TextColumn | NumericColumn, Column<Int32Array>>;
  }

  get length(): number {
    return this.flags.length;
  }

  get stringCount(): number {
    return this.strings.length;
  }

  push(fact: FactInput): void {
    for (const name of TEXTS) this.columns[name].push(this.intern(fact[name]));
    for (const name of NUMBERS) this.columns[name].push(fact[name]);
    this.flags.push((fact.deleting ? DELETING : 0) | (fact.schedulable ? SCHEDULABLE : 0));
    this.file(this.length - 1);
  }

  /** Rows of one object's revisions, oldest first; `pods/default/web`. */
  rowsOf(subject: string): readonly number[] {
    return this.bySubject.get(subject) ?? [];
  }

  /** A row as an object, made once. `revisions` is the table of the same log. */
  view(row: number, revisions: LogTables['revisions']): Fact {
    return (this.views[row] ??= this.make(row, revisions));
  }

  /** One text of a row, without making the row's object. */
  text(name: TextColumn, row: number): string {
    return this.strings[this.columns[name].get(row)] ?? '';
  }

  /** Rows from `row` and strings from `string` on. */
  chunk(row: number, string: number): FactChunk {
    const columns: Partial<Record<TextColumn | NumericColumn, Int32Array>> = {};
    for (const name of [...TEXTS, ...NUMBERS]) columns[name] = this.columns[name].slice(row, this.length);
    return { columns: columns as Record<TextColumn | NumericColumn, Int32Array>, flags: this.flags.slice(row, this.length), strings: this.strings.slice(string) };
  }

  append(chunk: FactChunk): void {
    const first = this.length;
    for (const name of [...TEXTS, ...NUMBERS]) this.columns[name].append(chunk.columns[name]);
    this.flags.append(chunk.flags);
    for (const text of chunk.strings) this.strings.push(text);
    for (let row = first; row < this.length; row++) this.file(row);
  }

  private file(row: number): void {
    const subject = subjectOf(this.text('resource', row), this.text('namespace', row), this.text('name', row));
    const rows = this.bySubject.get(subject);
    if (rows === undefined) this.bySubject.set(subject, [row]);
    else rows.push(row);
  }

  private make(row: number, revisions: LogTables['revisions']): Fact {
    const text = (name: TextColumn): string => this.text(name, row);
    const number = (name: NumericColumn): number => this.columns[name].get(row);
    const flags = this.flags.get(row);
    const [resource, namespace, name] = [text('resource'), text('namespace'), text('name')];
    return {
      row, revision: revisions.revision.get(row), time: revisions.time.get(row), type: CHANGE_TYPES[revisions.type.get(row)] ?? 'update',
      resource, namespace, name, subject: subjectOf(resource, namespace, name), uid: text('uid'), word: text('word'), phase: text('phase'),
      ready: number('ready'), wanted: number('wanted'), current: number('current'), updated: number('updated'), available: number('available'), restarts: number('restarts'),
      node: text('node'), ip: text('ip'), owner: text('owner'), ownerUid: text('ownerUid'), deleting: (flags & DELETING) !== 0, schedulable: (flags & SCHEDULABLE) !== 0, detail: text('detail'),
    };
  }

  private intern(text: string): number {
    let id = this.stringIds.get(text);
    if (id === undefined) {
      id = this.strings.push(text) - 1;
      this.stringIds.set(text, id);
    }
    return id;
  }
}

/** `pods/default/web`, `nodes/node-1`: how the log names objects. */
export const subjectOf = (resource: string, namespace: string, name: string): string => (namespace === '' ? `${resource}/${name}` : `${resource}/${namespace}/${name}`);
