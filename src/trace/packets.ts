import { messageView } from './rows';
import type { Trace } from './trace';
import type { MessageKind, MessageRow, Micros } from './types';
import type { Packet } from './views';

/** Kinds that travel from one component to another and are drawn as packets. Waits in queues and timers are not. */
const TRAVELS: ReadonlySet<MessageKind> = new Set<MessageKind>(['command', 'http', 'response', 'watch', 'etcd', 'cri', 'cni', 'packet']);

export interface PacketOptions {
  /** Clock µs to the seconds that the page plays in: story time or clock time. */
  readonly toSeconds: (time: Micros) => number;
  readonly toMicros: (seconds: number) => Micros;
  /** A packet stays in sight at least so many seconds: it sets out when it was sent and arrives late. */
  readonly least: number;
  /** The command whose packets are `traced`. */
  readonly command: MessageRow | undefined;
  /** Leave out what does not go back to the command. */
  readonly tracedOnly?: boolean;
}

/** Messages under way at `time`, equal ones (same ends, kind and object kind, same way along) as one with a count. */
export function packetsAt(trace: Trace, time: Micros, options: PacketOptions): readonly Packet[] {
  const now = options.toSeconds(time);
  const packets = new Map<string, { packet: Packet; count: number }>();
  for (const row of trace.index.messagesBetween(options.toMicros(now - options.least), time)) {
    const traced = options.command !== undefined && trace.index.commandOfMessage(row) === options.command;
    if (options.tracedOnly === true && !traced) continue;
    const message = messageView(trace.log, row);
    if (!TRAVELS.has(message.kind) || message.from === message.to) continue;
    const begin = options.toSeconds(message.sent);
    const length = Math.max(options.toSeconds(message.delivered) - begin, options.least);
    const progress = (now - begin) / length;
    if (progress < 0 || progress > 1) continue;
    const key = `${message.from}|${message.to}|${message.kind}|${message.subject?.split('/')[0] ?? ''}|${Math.round(progress * 12)}|${traced}`;
    const known = packets.get(key);
    if (known !== undefined) known.count++;
    else {
      const { kind, from, to, fromComponent, toComponent, label, subject } = message;
      packets.set(key, { packet: { row, kind, from, to, fromComponent, toComponent, label, subject, progress, count: 1, traced }, count: 1 });
    }
  }
  return [...packets.values()].map(({ packet, count }) => (count === 1 ? packet : { ...packet, count }));
}
