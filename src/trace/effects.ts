import type { Trace } from './trace';
import type { MessageRow, RowRef, SpanRow } from './types';

/** What came of a row. */
export interface EffectNode {
  readonly ref: RowRef;
  /** In the order of the log. */
  readonly effects: readonly EffectNode[];
  /** There are more below than the limit let in. */
  readonly cut: boolean;
}

/** All that came of a row, as a tree of at most `limit` rows, breadth first, so that what is near is never cut for what is far. */
export function effectsTree(trace: Trace, ref: RowRef, limit: number): EffectNode {
  interface Draft { readonly ref: RowRef; readonly effects: Draft[]; cut: boolean }
  const root: Draft = { ref, effects: [], cut: false };
  const queue = [root];
  let count = 1;
  for (let i = 0; i < queue.length; i++) {
    const node = queue[i] as Draft;
    for (const next of effectsAtOnce(trace, node.ref)) {
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

/**
 * What came of a row at once, as a person tells it: a message wakes a machine, and whatever the machine sends while it answers
 * that message comes of it, in whichever of its states.
 */
export function* effectsAtOnce(trace: Trace, ref: RowRef): Iterable<RowRef> {
  const { index } = trace;
  if (ref.kind === 'span') {
    for (const span of turnFrom(trace, ref.row)) for (const row of index.messagesSentIn(span)) yield { kind: 'message', row };
    return;
  }
  for (const row of woken(trace, ref.row)) yield { kind: 'span', row };
}

/** What the log itself says came of a row: messages of a state, all states that a message led to. */
export function* directEffects(trace: Trace, ref: RowRef): Iterable<RowRef> {
  const { index } = trace;
  if (ref.kind === 'span') {
    for (const row of index.messagesSentIn(ref.row)) yield { kind: 'message', row };
    return;
  }
  for (const row of index.spansCausedBy(ref.row)) yield { kind: 'span', row };
  for (const row of index.joinsOf(ref.row)) yield { kind: 'span', row };
}

/** A state and those that follow it in the same machine for the same message. */
function* turnFrom(trace: Trace, span: SpanRow): Iterable<SpanRow> {
  const { index, log } = trace;
  const cause = log.spans.cause.get(span);
  yield span;
  for (let row = index.nextInInstance(span); row >= 0 && log.spans.cause.get(row) === cause; row = index.nextInInstance(row)) yield row;
}

/** The first state of each machine that a message led to. */
function* woken(trace: Trace, message: MessageRow): Iterable<SpanRow> {
  const { index, log } = trace;
  const instances = new Set<number>();
  for (const row of [...index.spansCausedBy(message), ...index.joinsOf(message)]) {
    const instance = log.spans.instance.get(row);
    if (instances.has(instance)) continue;
    instances.add(instance);
    yield row;
  }
}
