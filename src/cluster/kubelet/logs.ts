import type { PodStatus } from '../../api/types';
import { MachineKind, type Machine } from '../../kernel/machine';
import { LATENCY } from '../latencies';
import type { KubeletContext } from './context';
import { logsMachine, type LogsEvent } from './logs.machine';
import { readLogs, type KubeletHttpReply, type KubeletHttpRequest } from './server';

interface LogsData {
  readonly context: KubeletContext;
  readonly request: KubeletHttpRequest;
  readonly statusOf: (key: string) => PodStatus | undefined;
  readonly reply: (reply: KubeletHttpReply) => void;
}

const logsKind = new MachineKind<LogsEvent, LogsData>('kubelet logs', logsMachine, {
  read: (m: Machine<LogsEvent, LogsData>) => {
    const { path, query } = m.data.request;
    m.note({ type: 'LogsRequest', path, query });
    m.work(m.actor.sample(LATENCY.podDispatch), { type: 'NEXT' });
  },
  answer: (m: Machine<LogsEvent, LogsData>) => {
    const { context, request, statusOf, reply } = m.data;
    reply(readLogs(context, request, statusOf));
  },
});

/** Answers `GET /containerLogs/<namespace>/<pod>/<container>`. */
export function serveLogs(context: KubeletContext, request: KubeletHttpRequest, statusOf: (key: string) => PodStatus | undefined, reply: (reply: KubeletHttpReply) => void): void {
  const [, , namespace = '', pod = ''] = request.path.split('/');
  context.actor.start(logsKind, { subject: `pods/${namespace}/${pod}`, data: { context, request, statusOf, reply } });
}
