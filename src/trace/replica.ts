import { float64, int32, uint8 } from '../kernel/log-column';
import type { MachineDescription } from '../kernel/log-machines';
import type { Micros } from '../kernel/time';
import { FactTable } from './facts/fact-table';
import type { LogChunk } from './log-stream';
import type { LogTables } from './types';

/** A copy of a log that grows chunk by chunk. Documents stay where the log is. */
export class LogReplica implements LogTables {
  readonly spans = {
    begin: float64(), end: float64(), actor: int32(), machine: int32(), instance: int32(), state: int32(), cause: int32(), subject: int32(), payload: int32(),
  };
  readonly messages = {
    sent: float64(), delivered: float64(), from: int32(), to: int32(), kind: uint8(), label: int32(), cause: int32(), subject: int32(), payload: int32(),
  };
  readonly revisions = { revision: int32(), time: float64(), key: int32(), type: uint8(), object: int32(), cause: int32() };
  readonly joins = { span: int32(), message: int32() };
  readonly strings: string[] = [];
  readonly machines = new Map<string, MachineDescription>();
  readonly facts = new FactTable();
  /** The log is complete up to here. */
  until: Micros = 0;

  append(chunk: LogChunk): void {
    appendTable(this.spans, chunk.spans);
    appendTable(this.messages, chunk.messages);
    appendTable(this.revisions, chunk.revisions);
    appendTable(this.joins, chunk.joins);
    const { row, end, payload } = chunk.changed;
    for (let i = 0; i < row.length; i++) {
      const span = row[i] as number;
      this.spans.end.set(span, end[i] as number);
      this.spans.payload.set(span, payload[i] as number);
    }
    for (const text of chunk.strings) this.strings.push(text);
    for (const machine of chunk.machines) this.machines.set(machine.id, machine);
    this.facts.append(chunk.facts);
    this.until = chunk.until;
  }
}

type Appendable<A> = { append(values: A): void };

function appendTable<T extends object>(table: { readonly [Name in keyof T]: Appendable<T[Name]> }, slices: T): void {
  for (const name in table) table[name].append(slices[name]);
}
