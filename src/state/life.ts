import { TraceReplica } from '../trace/trace';
import type { Micros } from '../trace/types';
import type { FromWorker, Input, TerminalOutput } from '../worker/protocol';

/** One command as the terminal shows it. */
export interface CommandRun {
  readonly id: number;
  readonly line: string;
  /** Undefined until the engine has taken it. */
  readonly at: Micros | undefined;
  readonly exit: { readonly at: Micros; readonly code: number } | undefined;
  readonly interruptedAt: Micros | undefined;
}

/** What one run of the engine has told so far. A crash or a branch begins another, which repeats the first as far as they agree. */
export interface Life {
  readonly session: number;
  readonly trace: TraceReplica;
  readonly readyAt: Micros | undefined;
  readonly gitVersion: string;
  readonly until: Micros;
  readonly idle: boolean;
  readonly inputs: readonly Input[];
  readonly commands: readonly CommandRun[];
  readonly outputs: readonly TerminalOutput[];
}

export const newLife = (session: number): Life => ({
  session, trace: new TraceReplica(), readyAt: undefined, gitVersion: '', until: 0, idle: false, inputs: [], commands: [], outputs: [],
});

/** A life after one more message. The trace grows in place. */
export function after(life: Life, message: FromWorker): Life {
  switch (message.type) {
    case 'ready': return { ...life, readyAt: message.at, gitVersion: message.gitVersion };
    case 'rows':
      life.trace.append(message.chunk);
      return { ...life, until: Math.max(life.until, message.chunk.until) };
    case 'output': return { ...life, outputs: [...life.outputs, message.output] };
    case 'input': return { ...life, idle: false, inputs: [...life.inputs, message.input], commands: withInput(life.commands, message.input) };
    case 'exit': return { ...life, commands: life.commands.map((c) => (c.id === message.id ? { ...c, exit: { at: message.at, code: message.code } } : c)) };
    case 'idle': return { ...life, idle: true, until: Math.max(life.until, message.at) };
    case 'payloads': case 'hash': case 'saved': case 'layout': case 'failed': return life;
  }
}

/** A line that was typed and not yet taken. */
export const withTyped = (life: Life, id: number, line: string): Life => ({
  ...life, idle: false, commands: [...life.commands, { id, line, at: undefined, exit: undefined, interruptedAt: undefined }],
});

function withInput(commands: readonly CommandRun[], { at, action }: Input): readonly CommandRun[] {
  switch (action.type) {
    case 'execute': {
      const taken: CommandRun = { id: action.id, line: action.line, at, exit: undefined, interruptedAt: undefined };
      return commands.some((c) => c.id === action.id) ? commands.map((c) => (c.id === action.id ? taken : c)) : [...commands, taken];
    }
    case 'interrupt': return commands.map((c) => (c.id === action.id ? { ...c, interruptedAt: at } : c));
    case 'advance': return commands;
  }
}
