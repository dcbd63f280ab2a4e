import { describe, expect, test } from 'vitest';
import { FileSystem, type ProcessContext, type Signal, type Wait } from '../process';
import { Shell } from './interpreter';

interface Ran {
  readonly code: number | 'runs forever';
  readonly stdout: string;
  readonly stderr: string;
  /** Seconds that it slept. */
  readonly seconds: number;
  readonly files: FileSystem;
}

/** Runs a script to its end, or until it has waited `patience` seconds. `signals`: what arrives when that much was slept. */
function run(source: string, options: { readonly patience?: number; readonly signals?: readonly { readonly at: number; readonly signal: Signal }[]; readonly files?: FileSystem; readonly env?: Record<string, string> } = {}): Ran {
  const out = { stdout: '', stderr: '' };
  const files = options.files ?? new FileSystem([]);
  const context: ProcessContext = {
    files, env: new Map(Object.entries(options.env ?? {})), hostname: 'web-1', init: true, write: (stream, text) => (out[stream] += text), date: () => 'today', random: () => 4,
    installed: (program) => program !== 'nonsense', listen: () => {}, signalInit: () => {}, handlers: new Map(), pending: [],
  };
  const running = new Shell(context, 'sh', []).run(source);
  const signals = [...(options.signals ?? [])];
  let micros = 0;
  let step = running.next('elapsed');
  while (step.done !== true) {
    const wait: Wait = step.value;
    if (wait.kind === 'forever' && signals.length === 0) return { code: 'runs forever', ...out, seconds: micros / 1e6, files };
    const end = wait.kind === 'forever' ? Infinity : micros + wait.micros;
    const [next] = signals;
    if (next !== undefined && next.at * 1e6 <= end) {
      signals.shift();
      micros = Math.max(micros, next.at * 1e6);
      if (context.handlers.get(next.signal) === 'handle') context.pending.push(next.signal);
      if (wait.kind !== 'memory' && wait.interruptible === true && context.pending.length > 0) {
        step = running.next('signal');
        continue;
      }
      if (end === Infinity) continue;
    }
    micros = end;
    if (micros > (options.patience ?? 60) * 1e6) return { code: 'runs forever', ...out, seconds: micros / 1e6, files };
    step = running.next('elapsed');
  }
  return { code: step.value, ...out, seconds: Math.round(micros / 1e5) / 10, files };
}

describe('the scripts of the recorded scenarios', () => {
  test('echo boom; exit 1', () => expect(run('echo boom; exit 1')).toMatchObject({ code: 1, stdout: 'boom\n', seconds: 0 }));
  test('exit 3', () => expect(run('exit 3').code).toBe(3));
  test('echo hello; sleep 1', () => expect(run('echo hello; sleep 1')).toMatchObject({ code: 0, stdout: 'hello\n', seconds: 1 }));
  test('sleep 1; echo started > /tmp/s', () => expect(run('sleep 1; echo started > /tmp/s').files.read('/tmp/s')).toBe('started\n'));
  test('cat /tmp/ok where there is no such file', () => {
    expect(run('cat /tmp/ok')).toMatchObject({ code: 1, stderr: "cat: can't open '/tmp/ok': No such file or directory\n" });
  });
  test("trap '' TERM; while true; do sleep 1; done ignores the signal", () => {
    expect(run("trap '' TERM; while true; do sleep 1; done", { signals: [{ at: 3, signal: 'TERM' }], patience: 30 }).code).toBe('runs forever');
  });
});

describe('the language', () => {
  test('and, or, not', () => {
    expect(run('true && echo a; false && echo b; false || echo c; ! false && echo d').stdout).toBe('a\nc\nd\n');
  });
  test('if, elif, else', () => {
    const script = 'if [ "$x" = a ]; then echo A; elif test "$x" = b; then echo B; else echo other; fi';
    expect(['a', 'b', 'c'].map((x) => run(script, { env: { x } }).stdout)).toEqual(['A\n', 'B\n', 'other\n']);
  });
  test('for, break, continue', () => expect(run('for i in 1 2 3 4; do [ $i = 2 ] && continue; [ $i -ge 4 ] && break; echo $i; done').stdout).toBe('1\n3\n'));
  test('counting with arithmetic', () => expect(run('i=0; while [ $i -lt 3 ]; do i=$((i + 1)); echo "n=$i"; done').stdout).toBe('n=1\nn=2\nn=3\n'));
  test('until waits for a file that another command makes', () => {
    const files = new FileSystem([]);
    files.write('/ready', '');
    expect(run('until test -f /ready; do sleep 1; done; echo go', { files }).stdout).toBe('go\n');
    expect(run('until [ -f /never ]; do sleep 2; done', { patience: 20 }).code).toBe('runs forever');
  });
  test('command substitution, pipes and quotes', () => {
    expect(run(`echo "$(echo one two | wc)" 'it is $x' "a  b" c   d`).stdout).toBe('1 it is $x a  b c d\n');
  });
  test('redirections: append, both streams, nowhere', () => {
    const { files, stdout } = run('echo a >> /f; echo b >> /f; cat /missing > /log 2>&1; echo gone > /dev/null; echo err >&2');
    expect(files.read('/f')).toBe('a\nb\n');
    expect(files.read('/log')).toMatch(/can't open '\/missing'/);
    expect(stdout).toBe('');
  });
  test('the last exit code', () => expect(run('false; echo $?; true; echo $?').stdout).toBe('1\n0\n'));
  test('defaults of unset variables', () => expect(run('echo ${COLOR:-red} $MISSING.', { env: {} }).stdout).toBe('red .\n'));
  test('exec replaces the shell', () => expect(run('exec sleep 5; echo never')).toMatchObject({ code: 0, stdout: '', seconds: 5 }));
  test('a subshell and a group', () => expect(run('(echo a; echo b) && { echo c; }').stdout).toBe('a\nb\nc\n'));
});

describe('signals', () => {
  test('a trap runs when the command in front has ended', () => {
    expect(run("trap 'echo bye; exit 0' TERM; while true; do sleep 5; done", { signals: [{ at: 7, signal: 'TERM' }] })).toMatchObject({ code: 0, stdout: 'bye\n', seconds: 10 });
  });
  test('waiting for a background command can be interrupted at once', () => {
    expect(run("trap 'exit 3' TERM; sleep 100 & wait", { signals: [{ at: 7, signal: 'TERM' }], patience: 200 })).toMatchObject({ code: 3, seconds: 7 });
  });
  test('an exit trap runs at the end', () => expect(run("trap 'echo end' EXIT; exit 4")).toMatchObject({ code: 4, stdout: 'end\n' }));
});

describe('mistakes in scripts', () => {
  test('an unknown command is not found', () => expect(run('nonsense; echo $?')).toMatchObject({ stdout: '127\n', stderr: 'sh: nonsense: not found\n' }));
  test('a script that does not parse ends with 2', () => {
    expect(run('if true; then echo a')).toMatchObject({ code: 2, stderr: 'sh: syntax error: expecting "fi"\n' });
    expect(run("echo 'open")).toMatchObject({ code: 2 });
  });
  test('a loop without rest still takes time', () => expect(run('while true; do :; done', { patience: 1 }).code).toBe('runs forever'));
});
