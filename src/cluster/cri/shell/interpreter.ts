import type { ProcessContext, Running, Signal, Wait, Wake } from '../process';
import { evaluate } from './arithmetic';
import { PROGRAMS, SHELL_BUILTINS, type Call } from './commands';
import { Fields } from './fields';
import { ShellSyntaxError } from './lexer';
import { parseScript } from './parser';
import { sinkFor } from './sink';
import type { AndOr, Command, Pipeline, Redirection, Script, Word } from './syntax';

interface Streams {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly stdin: string;
}

const SIGNALS: ReadonlySet<string> = new Set<Signal>(['TERM', 'INT', 'QUIT', 'HUP', 'USR1', 'USR2']);
/** A loop whose body takes no time at all still takes some: a millisecond a round. */
const ROUND = 1000;

/** The end of the whole script, from wherever `exit` was called. */
class Exit {
  constructor(readonly code: number) {}
}
class Break {}
class Continue {}

/**
 * A small POSIX shell over virtual time. It runs what pods' scripts really use; a command it does not know is `not found`.
 */
export class Shell {
  private status = 0;
  private readonly traps = new Map<Signal, Script>();
  private exitTrap: Script | undefined;
  /** Commands in the background: when they end, from now. */
  private background: Running[] = [];

  constructor(readonly context: ProcessContext, private readonly name: string, private readonly parameters: readonly string[]) {}

  /** Runs a script to its end; the exit code is its last command's. */
  *run(source: string): Running {
    const io: Streams = { out: (t) => this.context.write('stdout', t), err: (t) => this.context.write('stderr', t), stdin: '' };
    try {
      const script = parseScript(source);
      yield* this.script(script, io);
      yield* this.runTraps(io);
    } catch (thrown) {
      if (thrown instanceof Exit) this.status = thrown.code;
      else if (thrown instanceof ShellSyntaxError) {
        io.err(`${this.name}: ${thrown.message}\n`);
        this.status = 2;
      } else throw thrown;
    }
    if (this.exitTrap !== undefined) {
      const trap = this.exitTrap;
      this.exitTrap = undefined;
      const { status } = this;
      try {
        yield* this.script(trap, io);
        this.status = status;
      } catch (thrown) {
        if (!(thrown instanceof Exit)) throw thrown;
        this.status = thrown.code;
      }
    }
    return this.status;
  }

  /** `trap 'exit 0' TERM`; an empty action ignores the signal, `-` restores the default. */
  trap(signal: string, action: string): void {
    const name = signal.replace(/^SIG/, '').replace(/^15$/, 'TERM').replace(/^2$/, 'INT').replace(/^3$/, 'QUIT');
    if (name === 'EXIT' || name === '0') {
      this.exitTrap = action === '-' ? undefined : parseScript(action);
      return;
    }
    if (!SIGNALS.has(name)) return;
    const known = name as Signal;
    this.traps.delete(known);
    if (action === '-') this.context.handlers.delete(known);
    else if (action === '') this.context.handlers.set(known, 'ignore');
    else {
      this.traps.set(known, parseScript(action));
      this.context.handlers.set(known, 'handle');
    }
  }

  private *script(script: Script, io: Streams): Generator<Wait, void, Wake> {
    for (const entry of script) {
      if (entry.background) {
        this.background.push(this.andOr({ ...entry, background: false }, io));
        this.status = 0;
      } else this.status = yield* this.andOr(entry, io);
      yield* this.runTraps(io);
    }
  }

  private *runTraps(io: Streams): Generator<Wait, void, Wake> {
    for (let signal = this.context.pending.shift(); signal !== undefined; signal = this.context.pending.shift()) {
      const trap = this.traps.get(signal);
      if (trap !== undefined) yield* this.script(trap, io);
    }
  }

  private *andOr(entry: AndOr, io: Streams): Running {
    let status = yield* this.pipeline(entry.first, io);
    for (const { operator, pipeline } of entry.rest) {
      if ((status === 0) === (operator === '&&')) status = yield* this.pipeline(pipeline, io);
    }
    return status;
  }

  private *pipeline(pipeline: Pipeline, io: Streams): Running {
    let stdin = io.stdin;
    let status = 0;
    for (let i = 0; i < pipeline.commands.length; i++) {
      const command = pipeline.commands[i];
      if (command === undefined) continue;
      let text = '';
      const last = i === pipeline.commands.length - 1;
      status = yield* this.command(command, { err: io.err, stdin, out: last ? io.out : (t) => (text += t) });
      stdin = text;
    }
    return pipeline.negated ? (status === 0 ? 1 : 0) : status;
  }

  private *command(command: Command, given: Streams): Running {
    const io = yield* this.redirect(command.redirections, given);
    if (io === undefined) return 1;
    switch (command.kind) {
      case 'simple': return yield* this.simple(command, io);
      case 'group':
        yield* this.script(command.body, io);
        return this.status;
      case 'if':
        for (const branch of command.branches) {
          yield* this.script(branch.condition, io);
          if (this.status !== 0) continue;
          yield* this.script(branch.body, io);
          return this.status;
        }
        if (command.otherwise === undefined) return 0;
        yield* this.script(command.otherwise, io);
        return this.status;
      case 'loop': return yield* this.loop(command, io);
      case 'for':
        for (const value of yield* this.expandAll(command.values)) {
          this.context.env.set(command.variable, value);
          if (yield* this.body(command.body, io)) break;
        }
        return this.status;
    }
  }

  private *loop(command: Extract<Command, { kind: 'loop' }>, io: Streams): Running {
    let status = 0;
    for (;;) {
      yield* this.script(command.condition, io);
      if ((this.status === 0) === command.until) return status;
      if (yield* this.body(command.body, io)) return 0;
      status = this.status;
      yield { kind: 'sleep', micros: ROUND };
      yield* this.runTraps(io);
    }
  }

  /** One round of a loop; true when it was left by `break`. */
  private *body(body: Script, io: Streams): Generator<Wait, boolean, Wake> {
    try {
      yield* this.script(body, io);
    } catch (thrown) {
      if (thrown instanceof Break) return true;
      if (!(thrown instanceof Continue)) throw thrown;
    }
    return false;
  }

  private *simple(command: Extract<Command, { kind: 'simple' }>, io: Streams): Running {
    const words = yield* this.expandAll(command.words);
    for (const { name, value } of command.assignments) this.context.env.set(name, (yield* this.expand(value)).join(' '));
    const [name, ...args] = words;
    if (name === undefined) return command.assignments.length > 0 ? 0 : this.status;
    if (name === 'exit') throw new Exit(args[0] === undefined ? this.status : Number(args[0]) & 255);
    if (name === 'break') throw new Break();
    if (name === 'continue') throw new Continue();
    if (name === 'exec') return args.length === 0 ? 0 : yield* this.exec(args, io, true);
    if (name === 'wait') return yield* this.wait();
    const builtin = SHELL_BUILTINS[name];
    if (builtin !== undefined) return yield* builtin(this.call(args, io));
    return yield* this.exec(words, io, false);
  }

  /** Runs a program of the image. `replace`: the shell becomes it. */
  private *exec(words: readonly string[], io: Streams, replace: boolean): Running {
    const [path = '', ...args] = words;
    const name = path.slice(path.lastIndexOf('/') + 1);
    let status: number;
    if (!this.context.installed(path)) {
      io.err(`${this.name}: ${path}: not found\n`);
      status = 127;
    } else if (name === 'sh' || name === 'ash' || name === 'bash') {
      const script = args[0] === '-c' ? args[1] : undefined;
      status = script === undefined ? 0 : yield* new Shell(this.context, name, args.slice(2)).run(script);
    } else {
      const program = PROGRAMS[name];
      status = program === undefined ? yield* this.foreign() : yield* program(this.call(args, io));
    }
    if (replace) throw new Exit(status);
    return status;
  }

  /** A program that is in the image and not modelled: it runs and does not end. */
  private *foreign(): Running {
    yield { kind: 'forever' };
    return 0;
  }

  /** `wait`: until all background commands are done, or a signal with a handler comes. */
  private *wait(): Running {
    for (let job = this.background.shift(); job !== undefined; job = this.background.shift()) {
      for (let step = job.next('elapsed'); step.done !== true; step = job.next('elapsed')) {
        const wait = step.value;
        const wake = yield wait.kind === 'memory' ? wait : { ...wait, interruptible: true };
        if (wake === 'signal') {
          this.background.unshift(job);
          return 143;
        }
      }
    }
    return 0;
  }

  private call(args: readonly string[], io: Streams): Call {
    return { args, shell: this, out: io.out, err: io.err, stdin: io.stdin };
  }

  private *redirect(redirections: readonly Redirection[], io: Streams): Generator<Wait, Streams | undefined, Wake> {
    let { out, err, stdin } = io;
    const { files } = this.context;
    for (const { fd, operator, target } of redirections) {
      const path = (yield* this.expand(target)).join(' ');
      if (operator === '<') {
        const text = path === '/dev/null' ? '' : files.read(path);
        if (text === undefined) {
          err(`${this.name}: can't open ${path}: no such file\n`);
          return undefined;
        }
        stdin = text;
        continue;
      }
      const sink = operator === '>&' ? (path === '2' ? err : out) : sinkFor(this.context, path, operator === '>');
      if (sink === undefined) {
        err(`${this.name}: can't create ${path}: Read-only file system\n`);
        return undefined;
      }
      if (fd === 2) err = sink;
      else out = sink;
    }
    return { out, err, stdin };
  }

  private *expandAll(words: readonly Word[]): Generator<Wait, readonly string[], Wake> {
    const out: string[] = [];
    for (const word of words) out.push(...(yield* this.expand(word)));
    return out;
  }

  /** The fields that a word becomes: one, unless something unquoted holds blanks or nothing. */
  private *expand(word: Word): Generator<Wait, readonly string[], Wake> {
    const fields = new Fields();
    for (const part of word) {
      if (part.kind === 'text') {
        fields.append(part.text);
        continue;
      }
      let value: string;
      if (part.kind === 'arithmetic') value = String(evaluate(part.expression, (name) => this.variable(name) ?? '0'));
      else if (part.kind === 'variable') value = this.variable(part.name) ?? part.otherwise ?? '';
      else {
        let text = '';
        yield* this.script(part.script, { out: (t) => (text += t), err: (t) => this.context.write('stderr', t), stdin: '' });
        value = text.replace(/\n+$/, '');
      }
      if (part.kind === 'arithmetic' || part.quoted) fields.append(value);
      else fields.split(value);
    }
    return fields.all();
  }

  private variable(name: string): string | undefined {
    switch (name) {
      case '?': return String(this.status);
      case '$': return '1';
      case '#': return String(this.parameters.length);
      case '@': case '*': return this.parameters.slice(1).join(' ');
      case '!': return '7';
      case 'RANDOM': return String(this.context.random(32768));
      case 'HOSTNAME': return this.context.hostname;
      default: return /^[0-9]$/.test(name) ? this.parameters[Number(name)] : this.context.env.get(name);
    }
  }
}
