import { messageView } from './rows';
import type { Trace } from './trace';
import type { MessageRow, Micros } from './types';
import type { Command } from './views';

/** Every command of the log, in order. */
export function commandsOf(trace: Trace): readonly Command[] {
  return trace.index.commands.map((row, ordinal) => {
    const { label, sent } = messageView(trace.log, row);
    return { row, ordinal, line: label, sent };
  });
}

/** The command that the story is about at a time: the last one given by then, else the first. */
export function commandAt(trace: Trace, time: Micros): MessageRow | undefined {
  const { commands } = trace.index;
  return commands.findLast((row) => trace.log.messages.sent.get(row) <= time) ?? commands[0];
}
