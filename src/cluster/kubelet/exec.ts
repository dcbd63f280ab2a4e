import { rpcErrorText } from '../../api/cri';
import type { PodStatus } from '../../api/types';
import { MachineKind, type Machine } from '../../kernel/machine';
import { REPEATED } from '../client/http';
import { LATENCY } from '../latencies';
import type { KubeletContext } from './context';
import { execMachine, type ExecEvent } from './exec.machine';
import type { KubeletHttpReply, KubeletHttpRequest } from './server';

interface ExecData {
  readonly context: KubeletContext;
  readonly request: KubeletHttpRequest;
  readonly statusOf: (key: string) => PodStatus | undefined;
  readonly reply: (reply: KubeletHttpReply) => void;
  containerId: string;
  url: string;
  answer: KubeletHttpReply;
}

type ExecServer = Machine<ExecEvent, ExecData>;

const execKind = new MachineKind<ExecEvent, ExecData>('kubelet exec', execMachine, {
  find: (m: ExecServer) => {
    const { data } = m;
    const [, , namespace = '', pod = '', container = ''] = data.request.path.split('/');
    const status = data.statusOf(`${namespace}/${pod}`);
    const found = [...(status?.containerStatuses ?? []), ...(status?.initContainerStatuses ?? [])].find((c) => c.name === container);
    const id = found?.state?.running === undefined ? undefined : found.containerID;
    m.note({ type: 'ExecRequest', container, command: commandOf(data), running: id !== undefined });
    if (id === undefined) data.answer = status === undefined ? { code: 404, body: 'pod does not exist' } : { code: 500, body: `container not found ("${container}")` };
    else data.containerId = id.replace('containerd://', '');
    m.work(m.actor.sample(LATENCY.podDispatch), { type: id === undefined ? 'REFUSED' : 'NEXT' });
  },
  prepare: (m: ExecServer) => {
    const { data } = m;
    const on = (stream: string): boolean => data.request.query[stream] === 'true';
    const request = { containerId: data.containerId, cmd: commandOf(data), tty: on('tty'), stdin: on('stdin'), stdout: on('stdout'), stderr: on('stderr') };
    data.context.runtime.call('Exec', request, m.subject, (result) => {
      if (result.ok) data.url = result.value.url;
      else data.answer = { code: 500, body: rpcErrorText(result.error) };
      m.send({ type: result.ok ? 'NEXT' : 'REFUSED' });
    });
  },
  stream: (m: ExecServer) => m.data.context.runtime.stream(m.data.url, m.subject, (streamed) => {
    m.data.answer = { code: 101, body: '', streamed };
    m.send({ type: 'NEXT' });
  }),
  answer: (m: ExecServer) => m.data.reply(m.data.answer),
});

const commandOf = ({ request }: ExecData): readonly string[] => (request.query['command'] ?? '').split(REPEATED);

/** Answers `POST /exec/<namespace>/<pod>/<container>`: runs the command, and `reply` has what it said. */
export function serveExec(context: KubeletContext, request: KubeletHttpRequest, statusOf: (key: string) => PodStatus | undefined, reply: (reply: KubeletHttpReply) => void): void {
  const [, , namespace = '', pod = ''] = request.path.split('/');
  context.actor.start(execKind, { subject: `pods/${namespace}/${pod}`, data: { context, request, statusOf, reply, containerId: '', url: '', answer: { code: 500, body: '' } } });
}
