import { describe, expect, it } from 'vitest';
import { Log } from '../kernel/log';
import { causesOf } from './causes';
import { LogStream } from './log-stream';
import { spanView } from './rows';
import { logFromText, SMALL_RUN, SMALL_RUN_OBJECTS } from './testing/log-from-text';
import { traceOf, TraceReplica } from './trace';
import type { LogTables } from './types';

/** Every number and string of a log. */
function contents(log: LogTables): unknown {
  const table = (columns: Readonly<Record<string, { readonly length: number; get(row: number): number }>>): unknown =>
    Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, Array.from({ length: column.length }, (_, row) => column.get(row))]));
  return { spans: table(log.spans), messages: table(log.messages), revisions: table(log.revisions), joins: table(log.joins), strings: log.strings };
}

describe('a replica', () => {
  it('equals the log whatever the chunks it came in', () => {
    const lines = SMALL_RUN.split('\n');
    const whole = logFromText(SMALL_RUN, SMALL_RUN_OBJECTS);
    for (const cutEvery of [1, 3, 7, 100]) {
      const { log, replica } = streamed(lines, cutEvery);
      expect(contents(replica.log), `cut every ${cutEvery} lines`).toEqual(contents(log));
      expect(contents(log)).toEqual(contents(whole));
      expect(causesOf(replica, { kind: 'span', row: 15 })).toEqual(causesOf(traceOf(whole), { kind: 'span', row: 15 }));
      expect(replica.facts.view(1, replica.log.revisions)).toEqual(traceOf(whole).facts.view(1, whole.revisions));
    }
  });

  it('learns later that a span ended and what explains it', () => {
    const log = new Log();
    const stream = new LogStream(log);
    const replica = new TraceReplica();
    const row = log.openSpan({ begin: 5, actor: 'a', machine: 'm', instance: 1, state: 'working', cause: -1, subject: undefined });
    replica.append(stream.cut(6));
    expect(spanView(replica.log, row).end).toBeUndefined();
    log.explainSpan(row, { type: 'decision' });
    replica.append(stream.cut(7));
    expect(spanView(replica.log, row).payload).toBe(1);
    log.closeSpan(row, 9);
    replica.append(stream.cut(9));
    expect(spanView(replica.log, row).end).toBe(9);
    expect([...replica.index.spansAt(8)]).toEqual([row]);
    expect([...replica.index.spansAt(9)]).toEqual([]);
  });
});

function streamed(lines: readonly string[], cutEvery: number): { readonly log: Log; readonly replica: TraceReplica } {
  // Grows one log line by line by drawing ever longer texts into it.
  const replica = new TraceReplica();
  const log = new Log();
  const stream = new LogStream(log);
  let count = 0;
  for (const line of lines) {
    if (line.trim() === '') continue;
    logFromTextInto(log, line);
    if (++count % cutEvery === 0) replica.append(stream.cut(count));
  }
  replica.append(stream.cut(count));
  return { log, replica };
}

function logFromTextInto(log: Log, line: string): void {
  logFromText(line, SMALL_RUN_OBJECTS, log);
}
