import { NONE, type MessageRow, type SpanRow } from '../kernel/time';
import type { Trace } from './trace';
import type { RowRef } from './types';

/** One step back of a chain. */
export interface CauseLink {
  readonly ref: RowRef;
  /** For a span: messages that also led to it (a work queue merged them). */
  readonly joined: readonly MessageRow[];
}

/**
 * The unbroken chain from a row back to where it came from, the row first: span, the message that led to it (or the state
 * before it of the same machine), the span in which that was sent, and so on. It ends at the keystroke (a `command` message), or where the cluster began by itself.
 */
export function causesOf(trace: Trace, ref: RowRef): readonly CauseLink[] {
  const { log, index } = trace;
  const chain: CauseLink[] = [];
  let here: RowRef | undefined = ref;
  while (here !== undefined) {
    chain.push({ ref: here, joined: here.kind === 'span' ? [...index.joinedTo(here.row)] : [] });
    here = here.kind === 'span' ? causeOfSpan(trace, here.row) : parentSpan(log.messages.cause.get(here.row));
  }
  return chain;
}

/**
 * What led to a span: its message. When that is the cluster's own housekeeping but the span belongs to a command, the way to
 * the command is another: a message that was merged into it, or the state before it of its machine.
 */
function causeOfSpan(trace: Trace, span: SpanRow): RowRef | undefined {
  const { index, log } = trace;
  const cause = log.spans.cause.get(span);
  if (index.commandOfMessage(cause) === NONE && index.commandOfSpan(span) !== NONE) {
    for (const joined of index.joinedTo(span)) if (index.commandOfMessage(joined) !== NONE) return { kind: 'message', row: joined };
    const previous = index.previousInInstance(span);
    if (previous !== NONE) return { kind: 'span', row: previous };
  }
  return cause === NONE ? undefined : { kind: 'message', row: cause };
}

const parentSpan = (span: SpanRow): RowRef | undefined => (span === NONE ? undefined : { kind: 'span', row: span });

/** The chain from `from` (further back) to `to`, both included, oldest first; undefined when `from` is no cause of `to`. */
export function chainBetween(trace: Trace, from: RowRef, to: RowRef): readonly RowRef[] | undefined {
  const chain: RowRef[] = [];
  for (const { ref } of causesOf(trace, to)) {
    chain.unshift(ref);
    if (ref.kind === from.kind && ref.row === from.row) return chain;
  }
  return undefined;
}

/** What followed from a row. */
export interface EffectNode {
  readonly ref: RowRef;
  /** In order of the log. For a span: the messages sent in it; for a message: the spans it led to, merged ones too. */
  readonly effects: readonly EffectNode[];
  /** There are more below than `limit` let in. */
  readonly cut: boolean;
}

/** All that followed from a row, as a tree of at most `limit` rows, breadth first, so that what is near is never cut for what is far. */
export function effectsOf(trace: Trace, ref: RowRef, limit = 2000): EffectNode {
  interface Draft { readonly ref: RowRef; readonly effects: Draft[]; cut: boolean }
  const root: Draft = { ref, effects: [], cut: false };
  const queue: Draft[] = [root];
  let count = 1;
  for (let i = 0; i < queue.length; i++) {
    const node = queue[i] as Draft;
    for (const next of directEffects(trace, node.ref)) {
      if (count >= limit) {
        node.cut = true;
        break;
      }
      const child: Draft = { ref: next, effects: [], cut: false };
      node.effects.push(child);
      queue.push(child);
      count++;
    }
  }
  return root;
}

/** What followed at once: messages of a span, spans of a message. */
export function* directEffects(trace: Trace, ref: RowRef): Iterable<RowRef> {
  const { index } = trace;
  if (ref.kind === 'span') {
    for (const row of index.messagesSentIn(ref.row)) yield { kind: 'message', row };
    return;
  }
  for (const row of index.spansCausedBy(ref.row)) yield { kind: 'span', row };
  for (const row of index.joinsOf(ref.row)) yield { kind: 'span', row };
}
