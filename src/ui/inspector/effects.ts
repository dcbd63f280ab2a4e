import type { EffectNode } from '../../trace/causes';
import type { Trace } from '../../trace/trace';
import type { MessageRow, RowRef, SpanRow } from '../../trace/types';

/**
 * What came of a row, as a person tells it: a message wakes a machine, and whatever the machine sends while it answers that
 * message comes of it, in whichever of its states. Breadth first, at most `limit` rows.
 */
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

/** Messages that a state and those after it sent, or the machines that a message woke. */
export function* effectsAtOnce(trace: Trace, ref: RowRef): Iterable<RowRef> {
  const { index } = trace;
  if (ref.kind === 'span') {
    for (const span of turnFrom(trace, ref.row)) for (const row of index.messagesSentIn(span)) yield { kind: 'message', row };
    return;
  }
  for (const row of woken(trace, ref.row)) yield { kind: 'span', row };
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
  for (const rows of [index.spansCausedBy(message), index.joinsOf(message)]) {
    for (const row of rows) {
      const instance = log.spans.instance.get(row);
      if (instances.has(instance)) continue;
      instances.add(instance);
      yield row;
    }
  }
}
