import { MachineKind, type ActionHandlers, type Machine } from '../../kernel/machine';
import { SECOND } from '../../kernel/time';
import { LATENCY } from '../latencies';
import { contextOf, notThere } from './containers';
import { ProcessRun } from './process-run';
import { installed, runProgram } from './programs';
import { answer, refuse, type Call } from './runtime';
import type { ContainerRecord } from './store';
import { execSyncMachine, type ExecEvent } from './exec-call.machine';

interface ExecCall extends Call<'ExecSync'> {
  readonly record: ContainerRecord;
  stdout: string;
  stderr: string;
  exitCode: number;
  process: ProcessRun | undefined;
}

type ExecMachine = Machine<ExecEvent, ExecCall>;

const actions: ActionHandlers<ExecEvent, ExecCall> = {
  enter: (m: ExecMachine) => m.work(m.actor.sample(LATENCY.execStart), { type: failureOf(m.data) === undefined ? 'NEXT' : 'FAILED' }),
  run: (m: ExecMachine) => {
    const { runtime, record, request } = m.data;
    const { kernel, span, cause } = m;
    if (request.timeout > 0) {
      kernel.queue.add(kernel.now + request.timeout * SECOND, () => {
        if (m.span !== span) return;
        kernel.currentMessage = cause;
        m.send({ type: 'TIMED_OUT' });
      });
    }
    const context = contextOf(runtime, record, false, (stream, text) => (m.data[stream] += text));
    m.data.process = new ProcessRun(m.actor, context, (c) => runProgram(request.cmd, c), { bytes: Number.MAX_SAFE_INTEGER }, kernel.currentMessage, ({ code }) => {
      m.data.exitCode = code;
      m.send({ type: 'EXITED' });
    });
    m.data.process.start();
  },
  succeed: (m: ExecMachine) => {
    const { stdout, stderr, exitCode } = m.data;
    m.note({ type: 'ExecResult', command: m.data.request.cmd, exitCode, stdout, stderr });
    answer(m.data, { stdout, stderr, exitCode });
  },
  timeOut: (m: ExecMachine) => {
    m.data.process?.signal('KILL');
    refuse(m.data, { code: 'DeadlineExceeded', message: `failed to exec in container: timeout ${m.data.request.timeout}s exceeded: context deadline exceeded` });
  },
  fail: (m: ExecMachine) => refuse(m.data, { code: 'Unknown', message: (failureOf(m.data) ?? '').replace('start exec:', `start exec "${m.actor.random.hex(64)}":`) }),
};

// Models containerd pkg/cri/server/container_execsync.go ExecSync
export const execSync = new MachineKind<ExecEvent, ExecCall>('ExecSync', execSyncMachine, actions);

/** A command that Exec prepared and whose streams somebody has connected to. */
// Models containerd pkg/cri/server/streaming.go Exec, container_exec.go
export const execStream = new MachineKind<ExecEvent, ExecCall>('streaming exec', execSyncMachine, actions);

/** Why the command cannot be started, or undefined. */
function failureOf({ record, request }: ExecCall): string | undefined {
  if (record.state !== 'CONTAINER_RUNNING') return `container is in ${record.state} state`;
  const [path = ''] = request.cmd;
  if (installed(record.image, path)) return undefined;
  return `failed to exec in container: failed to start exec: OCI runtime exec failed: exec failed: unable to start container process: exec: "${path}": ${notThere(path)}`;
}
