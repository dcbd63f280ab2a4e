import { SIGNAL_NUMBER, type ProcessContext, type Running, type Signal } from '../process';

/** The part of a shell that its commands see. */
export interface CommandShell {
  readonly context: ProcessContext;
  trap(signal: string, action: string): void;
}

/** What a command line is run with: its words after expansion and where its output goes. */
export interface Call {
  readonly args: readonly string[];
  readonly shell: CommandShell;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly stdin: string;
}

export type Builtin = (call: Call) => Running;

const MICROS = 1_000_000;
const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** A command that ends at once. */
const now = (run: (call: Call) => number): Builtin =>
  // eslint-disable-next-line require-yield
  function* (call) {
    return run(call);
  };

function* sleep({ args, err }: Call): Running {
  let seconds = 0;
  for (const arg of args) {
    const m = /^([0-9]*\.?[0-9]+)([smhd]?)$/.exec(arg);
    if (arg === 'infinity' || arg === 'inf') {
      yield { kind: 'forever' };
      return 0;
    }
    if (m === null) {
      err(`sleep: invalid number '${arg}'\n`);
      return 1;
    }
    seconds += Number(m[1]) * (UNITS[m[2] === undefined || m[2] === '' ? 's' : m[2]] ?? 1);
  }
  if (args.length === 0) {
    err('sleep: missing operand\n');
    return 1;
  }
  yield { kind: 'sleep', micros: Math.round(seconds * MICROS) };
  return 0;
}

/** `tail /dev/zero` reads one line without an end: its memory grows until something stops it. `tail -f` waits forever. */
function* tail({ args, shell, out, err, stdin }: Call): Running {
  const file = args.filter((a) => !a.startsWith('-')).at(-1);
  if (file === '/dev/zero') for (;;) yield { kind: 'memory', bytes: 4 * 1024 * 1024, micros: 4000 };
  const text = file === undefined ? stdin : file === '/dev/null' ? '' : shell.context.files.read(file);
  if (text === undefined) {
    err(`tail: can't open '${file ?? ''}': No such file or directory\ntail: no files\n`);
    return 1;
  }
  out(lastLines(text, 10));
  if (args.some((a) => /^-[a-z]*[fF]/.test(a))) yield { kind: 'forever' };
  return 0;
}

const lastLines = (text: string, n: number): string => text.split(/(?<=\n)/).slice(-n).join('');

/** `stress --vm 1 --vm-bytes 150M`: takes that much memory and holds it. */
function* stress({ args }: Call): Running {
  const i = args.indexOf('--vm-bytes');
  const m = i < 0 ? null : /^([0-9]+)([KMG]?)$/.exec(args[i + 1] ?? '');
  if (m !== null) yield { kind: 'memory', bytes: Number(m[1]) * ({ K: 1024, M: 1024 ** 2, G: 1024 ** 3 }[m[2] ?? ''] ?? 1), micros: 60_000 };
  yield { kind: 'forever' };
  return 0;
}

function cat({ args, shell, out, err, stdin }: Call): number {
  if (args.length === 0) out(stdin);
  let code = 0;
  for (const file of args) {
    const text = file === '/etc/hostname' ? `${shell.context.hostname}\n` : file === '/dev/null' ? '' : shell.context.files.read(file);
    if (text === undefined) {
      err(`cat: can't open '${file}': No such file or directory\n`);
      code = 1;
    } else out(text);
  }
  return code;
}

function remove({ args, shell, err }: Call): number {
  let code = 0;
  const force = args.some((a) => /^-[a-z]*f/.test(a));
  for (const file of args.filter((a) => !a.startsWith('-'))) {
    if (shell.context.files.remove(file) || force) continue;
    err(`rm: can't remove '${file}': No such file or directory\n`);
    code = 1;
  }
  return code;
}

function grep({ args, stdin, shell, out, err }: Call): number {
  const flags = args.filter((a) => a.startsWith('-')).join('');
  const [pattern = '', file] = args.filter((a) => !a.startsWith('-'));
  const text = file === undefined ? stdin : shell.context.files.read(file);
  if (text === undefined) {
    err(`grep: ${file ?? ''}: No such file or directory\n`);
    return 2;
  }
  const found = text.split('\n').filter((line) => line.includes(pattern) !== flags.includes('v') && line !== '');
  if (!flags.includes('q')) out(found.map((line) => `${line}\n`).join(''));
  return found.length > 0 ? 0 : 1;
}

function list({ args, shell, out, err }: Call): number {
  let code = 0;
  const paths = args.filter((a) => !a.startsWith('-'));
  for (const path of paths.length === 0 ? ['/'] : paths) {
    const clean = path.length > 1 ? path.replace(/\/$/, '') : path;
    if (shell.context.files.isDirectory(clean)) out(shell.context.files.list(clean).map((n) => `${n}\n`).join(''));
    else if (shell.context.files.read(clean) !== undefined) out(`${clean}\n`);
    else {
      err(`ls: ${path}: No such file or directory\n`);
      code = 1;
    }
  }
  return code;
}

function echo({ args, out }: Call): number {
  const quiet = args[0] === '-n';
  const escapes = args[0] === '-e';
  const text = args.slice(quiet || escapes ? 1 : 0).join(' ');
  out((escapes ? unescape(text) : text) + (quiet ? '' : '\n'));
  return 0;
}

const unescape = (text: string): string => text.replace(/\\n/g, '\n').replace(/\\t/g, '\t').replace(/\\\\/g, '\\');

function printf({ args, out }: Call): number {
  const [format = '', ...values] = args;
  let i = 0;
  out(unescape(format).replace(/%[0-9.]*([sd%])/g, (_, kind: string) => (kind === '%' ? '%' : (values[i++] ?? (kind === 'd' ? '0' : '')))));
  return 0;
}

/** `test` and `[`. */
function test({ args, shell }: Call): number {
  const { files } = shell.context;
  const [a = '', op = '', b = ''] = args;
  const yes = (value: boolean): number => (value ? 0 : 1);
  if (a === '!') return yes(test({ args: args.slice(1), shell, out: () => {}, err: () => {}, stdin: '' }) !== 0);
  if (args.length === 0) return 1;
  if (args.length === 1) return yes(a !== '');
  if (args.length === 2) {
    switch (a) {
      case '-f': return yes(files.read(op) !== undefined);
      case '-e': return yes(files.read(op) !== undefined || files.isDirectory(op));
      case '-s': return yes((files.read(op) ?? '') !== '');
      case '-d': return yes(files.isDirectory(op));
      case '-z': return yes(op === '');
      case '-n': return yes(op !== '');
      default: return 2;
    }
  }
  switch (op) {
    case '=': case '==': return yes(a === b);
    case '!=': return yes(a !== b);
    case '-eq': return yes(Number(a) === Number(b));
    case '-ne': return yes(Number(a) !== Number(b));
    case '-lt': return yes(Number(a) < Number(b));
    case '-le': return yes(Number(a) <= Number(b));
    case '-gt': return yes(Number(a) > Number(b));
    case '-ge': return yes(Number(a) >= Number(b));
    default: return 2;
  }
}

function touch({ args, shell }: Call): number {
  for (const file of args.filter((a) => !a.startsWith('-'))) shell.context.files.write(file, shell.context.files.read(file) ?? '');
  return 0;
}

function sequence({ args, out }: Call): number {
  const [from, to] = args.length > 1 ? [Number(args[0]), Number(args[1])] : [1, Number(args[0] ?? '0')];
  for (let i = from ?? 1; i <= (to ?? 0); i++) out(`${i}\n`);
  return 0;
}

/** `kill [-SIGNAL] 1`: the only process that others can name. Inside its own PID namespace nothing can KILL it. */
function kill({ args, shell, err }: Call): number {
  const [first = '', ...rest] = args;
  const named = first.startsWith('-');
  const [name, pids] = named ? [first.slice(1).replace(/^SIG/, ''), rest] : ['TERM', args];
  const signal = SIGNALS.find(([s, n]) => s === name || String(n) === name)?.[0];
  if (signal === undefined || pids.length === 0) {
    err(signal === undefined ? `kill: bad signal name '${name}'\n` : 'kill: you need to specify whom to kill\n');
    return 1;
  }
  let code = 0;
  for (const pid of pids) {
    if (pid !== '1') {
      err(`kill: can't kill pid ${pid}: No such process\n`);
      code = 1;
    } else if (signal !== 'KILL') shell.context.signalInit(signal);
  }
  return code;
}

const SIGNALS = Object.entries(SIGNAL_NUMBER) as readonly (readonly [Signal, number])[];

/** Programs that are files in an image, as against what is part of the shell. */
export const PROGRAMS: Readonly<Record<string, Builtin>> = {
  sleep, tail, stress,
  cat: now(cat), rm: now(remove), grep: now(grep), ls: now(list), touch: now(touch), seq: now(sequence),
  echo: now(echo), printf: now(printf), test: now(test), true: now(() => 0), false: now(() => 1),
  mkdir: now(() => 0), chmod: now(() => 0), sync: now(() => 0),
  date: now(({ shell, out }) => (out(`${shell.context.date()}\n`), 0)),
  hostname: now(({ shell, out }) => (out(`${shell.context.hostname}\n`), 0)),
  env: now(({ shell, out }) => (out([...shell.context.env].map(([k, v]) => `${k}=${v}\n`).join('')), 0)),
  printenv: now(({ args, shell, out }) => {
    const value = shell.context.env.get(args[0] ?? '');
    if (value !== undefined) out(`${value}\n`);
    return value === undefined ? 1 : 0;
  }),
  kill: now(kill), id: now(({ out }) => (out('uid=0(root) gid=0(root) groups=0(root)\n'), 0)), whoami: now(({ out }) => (out('root\n'), 0)), pwd: now(({ out }) => (out('/\n'), 0)),
  uname: now(({ out }) => (out('Linux\n'), 0)),
  wc: now(({ stdin, out }) => (out(`${stdin.split('\n').length - 1}\n`), 0)),
  head: now(({ stdin, out }) => (out(stdin.split(/(?<=\n)/).slice(0, 10).join('')), 0)),
};

/** What the shell itself does. */
export const SHELL_BUILTINS: Readonly<Record<string, Builtin>> = {
  ':': now(() => 0),
  '[': now((call) => test({ ...call, args: call.args.at(-1) === ']' ? call.args.slice(0, -1) : call.args })),
  echo: now(echo), printf: now(printf), test: now(test), true: now(() => 0), false: now(() => 1),
  cd: now(() => 0), set: now(() => 0), kill: now(kill),
  export: now(({ args, shell }) => {
    for (const arg of args) {
      const i = arg.indexOf('=');
      if (i > 0) shell.context.env.set(arg.slice(0, i), arg.slice(i + 1));
    }
    return 0;
  }),
  trap: now(({ args, shell }) => {
    const [action = '', ...signals] = args;
    for (const signal of signals) shell.trap(signal, action);
    return 0;
  }),
  *wait() {
    yield { kind: 'sleep', micros: 0 };
    return 0;
  },
};
