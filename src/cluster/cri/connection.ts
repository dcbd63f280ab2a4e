import { MachineKind, type Machine } from '../../kernel/machine';
import { LATENCY } from '../latencies';
import type { HttpAnswer } from './process';
import { connectionMachine, type ConnectionEvent } from './connection.machine';

/** Somebody connects to a port of a pod; with a path it is an HTTP GET. */
export interface Connection {
  readonly ip: string;
  readonly port: number;
  readonly path: string | undefined;
}

interface ConnectionData extends Connection {
  readonly listener: ((path: string) => HttpAnswer) | undefined;
  readonly reply: (answer: HttpAnswer | undefined) => void;
  answer: HttpAnswer | undefined;
}

type ConnectionMachine = Machine<ConnectionEvent, ConnectionData>;

export const connection = new MachineKind<ConnectionEvent, ConnectionData>('pod connection', connectionMachine, {
  accept: (m: ConnectionMachine) => {
    const { listener, path } = m.data;
    m.data.answer = path === undefined ? (listener === undefined ? undefined : { code: 0, body: '' }) : listener?.(path);
    m.note({ type: 'Connection', address: `${m.data.ip}:${m.data.port}`, path, code: m.data.answer?.code, refused: listener === undefined });
    m.work(m.actor.sample(LATENCY.probe), { type: listener === undefined ? 'REFUSED' : 'ANSWERED' });
  },
  reply: (m: ConnectionMachine) => m.data.reply(m.data.answer),
});
