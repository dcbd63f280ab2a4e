import { NONE, type MessageRow, type Micros, type SpanRow } from '../kernel/time';
import { isResting } from './resting';
import type { Trace } from './trace';
import type { RowRef } from './types';

/** One step back of a chain. */
export interface CauseLink {
  readonly ref: RowRef;
  /** For a span: other messages that also led to it. */
  readonly joined: readonly MessageRow[];
}

/**
 * The unbroken chain from a row back to where it came from, the row first: span, what led to it, the span in which that was
 * sent, and so on. It ends at the keystroke (a `command` message), or where the cluster began by itself.
 */
export function causesOf(trace: Trace, ref: RowRef): readonly CauseLink[] {
  const chain: CauseLink[] = [];
  let here: RowRef | undefined = ref;
  while (here !== undefined) {
    if (here.kind === 'message') {
      chain.push({ ref: here, joined: [] });
      here = spanRefOf(trace.log.messages.cause.get(here.row));
    } else {
      const { next, others } = whatLedTo(trace, here.row);
      chain.push({ ref: here, joined: others });
      here = next;
    }
  }
  return chain;
}

const spanRefOf = (span: SpanRow): RowRef | undefined => (span === NONE ? undefined : { kind: 'span', row: span });

/**
 * What led to a span. A machine that another one started goes back to the state which started it. Of several messages it is
 * the last one to come, of those that came together the last one sent: with it the machine knew all that it acted on. When
 * only the cluster's own housekeeping told it to go on with a command's work, it is the state before.
 */
function whatLedTo(trace: Trace, span: SpanRow): { readonly next: RowRef | undefined; readonly others: readonly MessageRow[] } {
  const { index, log } = trace;
  const { messages } = log;
  const head = headOf(trace, span);
  const cause = log.spans.cause.get(span);
  // What was merged into any state of this turn led to it.
  const merged = handlingOf(trace, span).flatMap((row) => [...index.joinedTo(row)]);
  const messagesOfAll = cause === NONE ? merged : [cause, ...merged];
  const command = index.commandOfSpan(span);
  const own = messagesOfAll.filter((row) => index.commandOfMessage(row) === command);
  const best = own.reduce<MessageRow>((a, b) => (a === NONE || messages.delivered.get(b) > messages.delivered.get(a) || (messages.delivered.get(b) === messages.delivered.get(a) && messages.sent.get(b) > messages.sent.get(a)) ? b : a), NONE);
  const others = messagesOfAll.filter((row) => row !== best);
  const starter = starterOf(trace, head);
  // What the machine was told to do may be for another command than the message that its teller was handling.
  if (best === NONE) return { next: spanRefOf(starter === NONE || index.commandOfSpan(starter) !== command ? index.previousInInstance(span) : starter), others };
  if (waitedFor(trace, head, best, command)) return { next: spanRefOf(index.previousInInstance(head)), others: [best, ...others] };
  return { next: starter === NONE || best !== cause ? { kind: 'message', row: best } : { kind: 'span', row: starter }, others };
}

/**
 * The machine's own work on the same object for the same command is what was waited for: the message came while it was still
 * at work, or tells what had happened before that work was done and so is no news.
 */
function waitedFor(trace: Trace, head: SpanRow, message: MessageRow, command: MessageRow): boolean {
  const { index, log } = trace;
  const { spans, messages } = log;
  const previous = index.previousInInstance(head);
  if (previous === NONE || spans.subject.get(previous) === 0 || spans.subject.get(previous) !== spans.subject.get(head) || index.commandOfSpan(previous) !== command) return false;
  if (spans.begin.get(previous) > messages.delivered.get(message)) return true;
  return isResting(log, previous) && sourceOf(trace, message) < sourceOf(trace, spans.cause.get(previous));
}

/** When what a message tells came about: the beginning of the span that sent it; NONE when nothing did. */
function sourceOf(trace: Trace, message: MessageRow): Micros {
  if (message === NONE) return NONE;
  const sender = trace.log.messages.cause.get(message);
  return sender === NONE ? NONE : trace.log.spans.begin.get(sender);
}

/** The first state of a machine since the message that led to this one. */
function headOf(trace: Trace, span: SpanRow): SpanRow {
  const { cause } = trace.log.spans;
  const message = cause.get(span);
  let head = span;
  for (let row = trace.index.previousInInstance(head); row !== NONE && message !== NONE && cause.get(row) === message; row = trace.index.previousInInstance(head)) head = row;
  return head;
}

/** The state in which another machine of the same actor started this one, or woke it, while both handled one message; NONE for none. */
function starterOf({ index, log }: Trace, head: SpanRow): SpanRow {
  const previous = index.previousInInstance(head);
  return previous !== NONE && !isResting(log, previous) ? NONE : index.starterOf(head, log.spans.cause.get(head));
}

/** The states that a machine went through since the message that led to this one, oldest first, the span last. */
export function handlingOf(trace: Trace, span: SpanRow): readonly SpanRow[] {
  const rows = [span];
  for (let row = span, head = headOf(trace, span); row !== head; ) {
    row = trace.index.previousInInstance(row);
    rows.unshift(row);
  }
  return rows;
}

/** The chain from `from` (further back) to `to`, both included, oldest first; undefined when `from` is no cause of `to`. */
export function chainBetween(trace: Trace, from: RowRef, to: RowRef): readonly RowRef[] | undefined {
  const chain: RowRef[] = [];
  for (const { ref } of causesOf(trace, to)) {
    chain.unshift(ref);
    if (ref.kind === from.kind && ref.row === from.row) return chain;
  }
  return undefined;
}
