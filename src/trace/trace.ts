import type { Log } from '../kernel/log';
import { NONE, type Micros } from '../kernel/time';
import type { FactTable } from './facts/fact-table';
import { FactWriter } from './facts/fact-writer';
import type { LogChunk } from './log-stream';
import { LogReplica } from './replica';
import { TraceIndex } from './trace-index';
import type { LogTables } from './types';

/** A log with its index and its facts: what every reader takes. Grows; `version` tells when. */
export interface Trace {
  readonly log: LogTables;
  readonly index: TraceIndex;
  readonly facts: FactTable;
  /** The log is complete up to here. */
  readonly until: Micros;
  /** Raised whenever something was appended. */
  readonly version: number;
}

/** The trace of a log whose documents are at hand (in the engine, in the CLI), as far as the log goes now. */
export function traceOf(log: Log): Trace {
  const facts = new FactWriter(log);
  facts.update();
  return { log, index: new TraceIndex(log), facts: facts.table, until: endOf(log), version: 1 };
}

/** A trace that grows with the chunks of a log elsewhere. */
export class TraceReplica implements Trace {
  readonly log = new LogReplica();
  readonly index = new TraceIndex(this.log);
  readonly facts = this.log.facts;
  version = 0;

  get until(): Micros {
    return this.log.until;
  }

  append(chunk: LogChunk): void {
    this.log.append(chunk);
    this.index.extend(chunk.changed.row);
    this.version++;
  }
}

function endOf(log: LogTables): Micros {
  let end = 0;
  const { begin, end: ends } = log.spans;
  for (let row = 0; row < begin.length; row++) end = Math.max(end, begin.get(row), ends.get(row) === NONE ? 0 : ends.get(row));
  return end;
}
