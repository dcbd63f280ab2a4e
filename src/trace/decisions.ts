import { NONE } from '../kernel/time';
import type { Trace } from './trace';
import type { MessageRow, RowRef, SpanRow } from './types';

/** A document that explains something, and where it stands in the log. */
export interface DocumentRef {
  /** Number of the payload. */
  readonly payload: number;
  readonly row: RowRef;
  /** The state that it was noted in, or the message's label. */
  readonly label: string;
}

export interface Documents {
  /** Noted in the span itself: why it went on as it did. */
  readonly own: readonly DocumentRef[];
  /** Noted by the same machine since the message that led to the span, and after it until the next rest. */
  readonly nearby: readonly DocumentRef[];
  /** The request and the answer that the span works for, or sent. */
  readonly messages: readonly DocumentRef[];
}

/** The documents that explain a row: decisions noted by its machine, requests and answers around it. */
export function documentsOf(trace: Trace, ref: RowRef): Documents {
  if (ref.kind === 'message') return { own: noted(messageDocument(trace, ref.row)), nearby: [], messages: answersTo(trace, ref.row) };
  const { spans } = trace.log;
  const instance = spans.instance.get(ref.row);
  const nearby: DocumentRef[] = [];
  for (const row of trace.index.spansOfInstance(instance)) if (row !== ref.row) nearby.push(...noted(spanDocument(trace, row)));
  const messages: DocumentRef[] = [];
  const first = trace.index.firstSpanOf(instance);
  for (const cause of new Set([spans.cause.get(first), spans.cause.get(ref.row)])) if (cause !== NONE) messages.push(...noted(messageDocument(trace, cause)));
  for (const message of trace.index.messagesSentIn(ref.row)) messages.push(...noted(messageDocument(trace, message)), ...answersTo(trace, message));
  return { own: noted(spanDocument(trace, ref.row)), nearby: nearest(trace, ref.row, nearby), messages };
}

/** At most so many documents of a machine that runs for ever. */
const MOST_NEARBY = 24;

function nearest(trace: Trace, row: SpanRow, documents: readonly DocumentRef[]): readonly DocumentRef[] {
  const at = trace.log.spans.begin.get(row);
  const distance = (document: DocumentRef): number => Math.abs((document.row.kind === 'span' ? trace.log.spans.begin.get(document.row.row) : at) - at);
  return [...documents].sort((a, b) => distance(a) - distance(b)).slice(0, MOST_NEARBY).sort((a, b) => a.row.row - b.row.row);
}

const noted = (document: DocumentRef | undefined): readonly DocumentRef[] => (document === undefined ? [] : [document]);

function spanDocument(trace: Trace, row: SpanRow): DocumentRef | undefined {
  const payload = trace.log.spans.payload.get(row);
  return payload === 0 ? undefined : { payload, row: { kind: 'span', row }, label: trace.log.strings[trace.log.spans.state.get(row)] ?? '' };
}

function messageDocument(trace: Trace, row: MessageRow): DocumentRef | undefined {
  const payload = trace.log.messages.payload.get(row);
  return payload === 0 ? undefined : { payload, row: { kind: 'message', row }, label: trace.log.strings[trace.log.messages.label.get(row)] ?? '' };
}

/** The messages that the machine which a message woke sent back to its sender. */
function answersTo(trace: Trace, request: MessageRow): readonly DocumentRef[] {
  const { messages, spans } = trace.log;
  const sender = messages.from.get(request);
  const found: DocumentRef[] = [];
  for (const first of trace.index.spansCausedBy(request)) {
    for (const row of trace.index.spansOfInstance(spans.instance.get(first))) {
      if (row < first) continue;
      for (const message of trace.index.messagesSentIn(row)) if (messages.to.get(message) === sender) found.push(...noted(messageDocument(trace, message)));
      if (found.length > 4) return found;
    }
    break;
  }
  return found;
}
