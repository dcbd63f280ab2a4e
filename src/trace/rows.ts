import { CHANGE_TYPES, MESSAGE_KINDS } from '../kernel/log';
import { NONE, type MessageRow, type Micros, type SpanRow } from '../kernel/time';
import { componentOf, nodeOf } from './components';
import type { LogTables, MessageView, RevisionView, RowRef, SpanView } from './types';

const some = (row: number): number | undefined => (row === NONE ? undefined : row);

/** A row of the spans table as an object. */
export function spanView(log: LogTables, row: SpanRow): SpanView {
  const t = log.spans;
  const actor = log.strings[t.actor.get(row)] ?? '';
  return {
    row, begin: t.begin.get(row), end: some(t.end.get(row)), actor, component: componentOf(actor), node: nodeOf(actor), machine: log.strings[t.machine.get(row)] ?? '',
    instance: t.instance.get(row), state: log.strings[t.state.get(row)] ?? '', cause: some(t.cause.get(row)), subject: log.strings[t.subject.get(row)] || undefined, payload: t.payload.get(row),
  };
}

/** A row of the messages table as an object. */
export function messageView(log: LogTables, row: MessageRow): MessageView {
  const t = log.messages;
  const from = log.strings[t.from.get(row)] ?? '';
  const to = log.strings[t.to.get(row)] ?? '';
  return {
    row, sent: t.sent.get(row), delivered: t.delivered.get(row), from, to, fromComponent: componentOf(from), toComponent: componentOf(to), kind: MESSAGE_KINDS[t.kind.get(row)] ?? 'channel',
    label: log.strings[t.label.get(row)] ?? '', cause: some(t.cause.get(row)), subject: log.strings[t.subject.get(row)] || undefined, payload: t.payload.get(row),
  };
}

/** A row of the revisions table as an object. */
export function revisionView(log: LogTables, row: number): RevisionView {
  const t = log.revisions;
  return {
    row, revision: t.revision.get(row), time: t.time.get(row), key: log.strings[t.key.get(row)] ?? '', type: CHANGE_TYPES[t.type.get(row)] ?? 'update', object: t.object.get(row), cause: some(t.cause.get(row)),
  };
}

export const spanRef = (row: SpanRow): RowRef => ({ kind: 'span', row });
export const messageRef = (row: MessageRow): RowRef => ({ kind: 'message', row });
export const sameRef = (a: RowRef | undefined, b: RowRef | undefined): boolean => a?.kind === b?.kind && a?.row === b?.row;

/** When a row began. */
export function beginOf(log: LogTables, ref: RowRef): Micros {
  return ref.kind === 'span' ? log.spans.begin.get(ref.row) : log.messages.sent.get(ref.row);
}

/** When a row ended; an open span ends with the log, at `until`. */
export function endOf(log: LogTables, ref: RowRef, until: Micros): Micros {
  if (ref.kind === 'message') return log.messages.delivered.get(ref.row);
  const end = log.spans.end.get(ref.row);
  return end === NONE ? until : end;
}
