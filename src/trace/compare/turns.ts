import { MESSAGE_KINDS } from '../../kernel/log';
import { NONE } from '../../kernel/time';
import { isRestingState } from '../resting';
import type { Trace } from '../trace';
import type { MessageRow, SpanRow } from '../types';
import type { CommonNames } from './names';

const HTTP = MESSAGE_KINDS.indexOf('http');

/** One piece of work of one machine about one object: its spans from one rest to the next. */
export interface Turn {
  /** What it is paired by: command, actor, machine, object and, of a request, who asked for what. */
  readonly key: string;
  readonly spans: readonly SpanRow[];
}

/** All turns that go back to commands, by key, each list in the order of their beginning. */
export function turnsOf(trace: Trace, names: CommonNames): ReadonlyMap<string, readonly Turn[]> {
  const { log, index } = trace;
  const { spans } = log;
  const ordinals = new Map<MessageRow, number>(index.commands.map((row, ordinal) => [row, ordinal]));
  const resting = new Map<number, boolean>();
  const open = new Map<number, { readonly subject: number; readonly command: MessageRow; readonly spans: SpanRow[] }>();
  const turns = new Map<string, { key: string; spans: SpanRow[] }[]>();
  for (let row = 0; row < spans.begin.length; row++) {
    const instance = spans.instance.get(row);
    const state = spans.state.get(row);
    let rests = resting.get(state);
    if (rests === undefined) resting.set(state, (rests = isRestingState(log.strings[state] ?? '')));
    const command = index.commandOfSpan(row);
    if (rests || command === NONE) {
      open.delete(instance);
      continue;
    }
    const subject = spans.subject.get(row);
    const present = open.get(instance);
    if (present?.subject === subject && present.command === command) {
      present.spans.push(row);
      continue;
    }
    const common = names.ofString(subject);
    // Events are named by chance and written beside the way.
    if (common.startsWith('events/')) {
      open.delete(instance);
      continue;
    }
    const key = `${ordinals.get(command) ?? 0}|${log.strings[spans.actor.get(row)] ?? ''}|${log.strings[spans.machine.get(row)] ?? ''}|${common}${requestOf(trace, row)}`;
    const turn = { key, spans: [row] };
    open.set(instance, { subject, command, spans: turn.spans });
    const known = turns.get(key);
    if (known === undefined) turns.set(key, [turn]);
    else known.push(turn);
  }
  return turns;
}

/** Who asked for what, when the span is a request's first. */
function requestOf({ log }: Trace, row: SpanRow): string {
  const cause = log.spans.cause.get(row);
  if (cause === NONE || log.messages.kind.get(cause) !== HTTP) return '';
  const label = log.strings[log.messages.label.get(cause)] ?? '';
  const path = (label.split(' ')[1] ?? '').replace(/\?.*/, '');
  return `|${log.strings[log.messages.from.get(cause)] ?? ''} ${label.split(' ')[0] ?? ''} ${/\/(status|binding|scale|eviction|log)$/.exec(path)?.[1] ?? ''}`;
}
