import type { MachineDescription } from '../kernel/log-machines';
import type { Log } from '../kernel/log';
import { NONE, type Micros } from '../kernel/time';
import type { FactChunk } from './facts/fact-table';
import { FactWriter } from './facts/fact-writer';

type F = Float64Array;
type I = Int32Array;

/** What was appended to a log since the chunk before. Typed arrays are copies and may be transferred. */
export interface LogChunk {
  /** The log is complete up to this time. */
  readonly until: Micros;
  readonly spans: { readonly begin: F; readonly end: F; readonly actor: I; readonly machine: I; readonly instance: I; readonly state: I; readonly cause: I; readonly subject: I; readonly payload: I };
  readonly messages: { readonly sent: F; readonly delivered: F; readonly from: I; readonly to: I; readonly kind: Uint8Array; readonly label: I; readonly cause: I; readonly subject: I; readonly payload: I };
  readonly revisions: { readonly revision: I; readonly time: F; readonly key: I; readonly type: Uint8Array; readonly object: I; readonly cause: I };
  readonly joins: { readonly span: I; readonly message: I };
  /** Spans of earlier chunks that ended or were explained since. */
  readonly changed: { readonly row: I; readonly end: F; readonly payload: I };
  readonly strings: readonly string[];
  readonly machines: readonly MachineDescription[];
  readonly facts: FactChunk;
}

/**
 * Follows a growing log and cuts what is new into chunks. A chunk holds everything up to one moment, so a reader never sees
 * an effect without its cause.
 */
export class LogStream {
  private spans = 0;
  private messages = 0;
  private revisions = 0;
  private joins = 0;
  private strings = 0;
  private readonly machines = new Set<string>();
  private factStrings = 1;
  /** Rows that were sent open, with the payload that was sent. */
  private readonly open = new Map<number, number>();
  /** How far the last chunk reached; -1 before the first. */
  until: Micros = NONE;
  readonly facts: FactWriter;

  constructor(private readonly log: Log) {
    this.facts = new FactWriter(log);
  }

  /** Rows that were appended and not cut yet. */
  get pending(): number {
    return this.log.spans.begin.length - this.spans + (this.log.messages.sent.length - this.messages);
  }

  /** Everything new; `until` is the kernel's clock. */
  cut(until: Micros): LogChunk {
    const { log } = this;
    this.facts.update();
    const changed = this.changes();
    const spans = cutTable(log.spans, this.spans);
    this.rememberOpen(spans.end, spans.payload);
    const chunk: LogChunk = {
      until, spans, messages: cutTable(log.messages, this.messages), revisions: cutTable(log.revisions, this.revisions), joins: cutTable(log.joins, this.joins), changed,
      strings: log.strings.slice(this.strings), machines: this.newMachines(), facts: this.facts.table.chunk(this.revisions, this.factStrings),
    };
    this.spans = log.spans.begin.length;
    this.messages = log.messages.sent.length;
    this.revisions = log.revisions.revision.length;
    this.joins = log.joins.span.length;
    this.strings = log.strings.length;
    this.factStrings = this.facts.table.stringCount;
    this.until = until;
    return chunk;
  }

  private newMachines(): MachineDescription[] {
    const fresh: MachineDescription[] = [];
    for (const [name, description] of this.log.machines) {
      if (this.machines.has(name)) continue;
      this.machines.add(name);
      fresh.push(description);
    }
    return fresh;
  }

  private rememberOpen(ends: F, payloads: I): void {
    for (let i = 0; i < ends.length; i++) {
      if (ends[i] === NONE) this.open.set(this.spans + i, payloads[i] ?? 0);
    }
  }

  private changes(): LogChunk['changed'] {
    const { end, payload } = this.log.spans;
    const rows: number[] = [];
    for (const [row, known] of this.open) {
      const ended = end.get(row) !== NONE;
      if (!ended && payload.get(row) === known) continue;
      rows.push(row);
      if (ended) this.open.delete(row);
      else this.open.set(row, payload.get(row));
    }
    return { row: Int32Array.from(rows), end: Float64Array.from(rows, (row) => end.get(row)), payload: Int32Array.from(rows, (row) => payload.get(row)) };
  }
}

type Sliceable = { readonly length: number; slice(from: number, to: number): unknown };
type Slices<T> = { readonly [Name in keyof T]: T[Name] extends { slice(from: number, to: number): infer A } ? A : never };

function cutTable<T extends Readonly<Record<string, Sliceable>>>(table: T, from: number): Slices<T> {
  const slices: Record<string, unknown> = {};
  for (const [name, column] of Object.entries(table)) slices[name] = column.slice(from, column.length);
  return slices as Slices<T>;
}

/** The buffers of a chunk, for a transferring postMessage. */
export function buffersOf(chunk: LogChunk): ArrayBuffer[] {
  const { spans, messages, revisions, joins, changed, facts } = chunk;
  return [spans, messages, revisions, joins, changed, facts.columns, { flags: facts.flags }].flatMap((table) => Object.values(table).map((array) => array.buffer as ArrayBuffer));
}
