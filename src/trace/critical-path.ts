import { causesOf, handlingOf } from './causes';
import { componentOf } from './components';
import { isResting } from './resting';
import { beginOf, messageView, spanView } from './rows';
import type { Trace } from './trace';
import type { ComponentId, MessageKind, MessageRow, Micros, RowRef, SpanRow } from './types';
import type { CriticalPath, PathKind, PathSegment } from './views';

/**
 * The chain from Enter to `last`, cut into stretches without gaps: what it was spent on, and by whom. Between the arrival of
 * a message and the sending of the next lies the work of the machine that handled it, state by state.
 */
export function criticalPath(trace: Trace, command: MessageRow, last: RowRef): CriticalPath {
  const chain = causesOf(trace, last).map((link) => link.ref).reverse();
  const from = chain.findIndex((ref) => ref.kind === 'message' && ref.row === command);
  const tiles = new Tiles(trace.log.messages.sent.get(command));
  const spans = new Set<SpanRow>();
  const messages = new Set<MessageRow>();
  for (const ref of from < 0 ? [] : chain.slice(from)) {
    if (ref.kind === 'message') {
      messages.add(ref.row);
      const message = messageView(trace.log, ref.row);
      // A wait that began before the present moment is told only from here on.
      tiles.add(message.sent, message.delivered, KIND_OF[message.kind], message.to, ref);
      continue;
    }
    for (const row of handlingOf(trace, ref.row)) {
      spans.add(row);
      const span = spanView(trace.log, row);
      const end = row === ref.row ? untilNext(trace, chain, ref) : (span.end ?? trace.until);
      tiles.add(span.begin, end, isResting(trace.log, row) ? 'wait' : 'work', span.actor, { kind: 'span', row });
    }
  }
  const segments = tiles.finished();
  const byComponent = new Map<ComponentId, Micros>();
  const byKind = new Map<PathKind, Micros>();
  for (const { begin, end, kind, component } of segments) {
    byComponent.set(component, (byComponent.get(component) ?? 0) + end - begin);
    byKind.set(kind, (byKind.get(kind) ?? 0) + end - begin);
  }
  const begin = trace.log.messages.sent.get(command);
  return { command, last, begin, end: segments.at(-1)?.end ?? begin, segments, byComponent, byKind, spans, messages };
}

const KIND_OF: Readonly<Record<MessageKind, PathKind>> = {
  command: 'work', http: 'network', response: 'network', watch: 'network', etcd: 'network', cri: 'network', cni: 'network', packet: 'network', queue: 'queue', timer: 'timer', channel: 'wait',
};

/** When the chain leaves a span: as its next message is sent or its machine goes on; at the end of the chain as it begins. */
function untilNext(trace: Trace, chain: readonly RowRef[], ref: RowRef): Micros {
  const next = chain[chain.findIndex((r) => r.kind === ref.kind && r.row === ref.row) + 1];
  return beginOf(trace.log, next ?? ref);
}

/** Stretches side by side: each begins where the one before ended; a gap becomes a wait. */
class Tiles {
  private readonly segments: PathSegment[] = [];

  constructor(private cursor: Micros) {}

  add(begin: Micros, end: Micros, kind: PathKind, actor: string, ref: RowRef): void {
    const component = componentOf(actor);
    if (begin > this.cursor) this.push({ begin: this.cursor, end: begin, kind: 'wait', component, actor, ref });
    if (end > this.cursor) this.push({ begin: this.cursor, end, kind, component, actor, ref });
  }

  finished(): readonly PathSegment[] {
    return this.segments;
  }

  private push(segment: PathSegment): void {
    this.segments.push(segment);
    this.cursor = segment.end;
  }
}
