import type { CriMethod, CriRequest, CriResult, ExecStreamed } from '../../../api/cri';
import type { Actor } from '../../../kernel/actor';
import type { Micros, SpanRow } from '../../../kernel/time';
import { LATENCY } from '../../latencies';

/** A line of a container's log file. */
export interface RuntimeLogLine {
  readonly time: Micros;
  readonly stream: 'stdout' | 'stderr';
  readonly text: string;
}

/** What a web server answered. */
export interface HttpReply {
  readonly code: number;
  readonly body: string;
}

/** The other end of the CRI socket, and the node's network as the kubelet reaches it. cri/ provides it. */
export interface RuntimeService {
  readonly actor: Actor;
  serve<M extends CriMethod>(rpc: M, request: CriRequest<M>, subject: string | undefined, reply: (result: CriResult<M>) => void): void;
  onChange(listener: (change: { readonly podUid: string; readonly span: SpanRow }) => void): void;
  connect(to: { readonly ip: string; readonly port: number; readonly path: string | undefined }, subject: string | undefined, reply: (answer: HttpReply | undefined) => void): void;
  stream(url: string, subject: string | undefined, reply: (result: ExecStreamed) => void): void;
  log(containerId: string): readonly RuntimeLogLine[] | undefined;
}

/** Calls the runtime over its socket: each call and each answer is a `cri` message, the answer heard in the state that asked. A process that is not alive calls nobody and hears nothing. */
export class RuntimeClient {
  constructor(private readonly actor: Actor, readonly service: RuntimeService, private readonly alive: () => boolean) {}

  call<M extends CriMethod>(rpc: M, request: CriRequest<M>, subject: string | undefined, done: (result: CriResult<M>) => void): void {
    const { actor, service, alive } = this;
    if (!alive()) return;
    const answered = actor.kernel.resuming(done);
    actor.send(service.actor, { kind: 'cri', label: rpc, subject, payload: { rpc, request }, delay: actor.sample(LATENCY.criLink) }, () => {
      service.serve(rpc, request, subject, (result) => {
        const payload = result.ok ? { rpc, request, response: result.value } : { rpc, request, error: result.error };
        service.actor.send(actor, { kind: 'cri', label: result.ok ? `${rpc} returns` : `${rpc} fails`, subject, payload, delay: service.actor.sample(LATENCY.criLink) }, () => {
          if (alive()) answered(result);
        });
      });
    });
  }

  /** Connects to a URL that Exec gave, which runs the command. */
  stream(url: string, subject: string | undefined, done: (result: ExecStreamed) => void): void {
    const { actor, service, alive } = this;
    if (!alive()) return;
    const answered = actor.kernel.resuming(done);
    actor.send(service.actor, { kind: 'http', label: `POST ${url}`, subject, payload: { url }, delay: actor.sample(LATENCY.criLink) }, () => {
      service.stream(url, subject, (result) => {
        service.actor.send(actor, { kind: 'response', label: `101 POST ${url}`, subject, payload: result, delay: service.actor.sample(LATENCY.criLink) }, () => {
          if (alive()) answered(result);
        });
      });
    });
  }

  /** An HTTP GET to a pod of this node; undefined: nobody listens there. */
  httpGet(ip: string, port: number, path: string, subject: string | undefined, done: (answer: HttpReply | undefined) => void): void {
    const url = `http://${ip}:${port}${path}`;
    this.packet({ ip, port, path }, subject, `GET ${url}`, (answer) => (answer === undefined ? `connection refused by ${ip}:${port}` : `${answer.code} ${url}`), done);
  }

  /** Opens a TCP connection to a pod of this node and closes it again. */
  connect(ip: string, port: number, subject: string | undefined, done: (open: boolean) => void): void {
    this.packet({ ip, port, path: undefined }, subject, `SYN ${ip}:${port}`, (answer) => `${answer === undefined ? 'RST' : 'SYN-ACK'} ${ip}:${port}`, (answer) => done(answer !== undefined));
  }

  private packet(
    to: Parameters<RuntimeService['connect']>[0], subject: string | undefined, label: string, answerLabel: (answer: HttpReply | undefined) => string, done: (answer: HttpReply | undefined) => void,
  ): void {
    const { actor, service, alive } = this;
    if (!alive()) return;
    const answered = actor.kernel.resuming(done);
    actor.send(service.actor, { kind: 'packet', label, subject, delay: actor.sample(LATENCY.podNetwork) }, () => {
      service.connect(to, subject, (answer) => {
        service.actor.send(actor, { kind: 'packet', label: answerLabel(answer), subject, delay: service.actor.sample(LATENCY.podNetwork) }, () => {
          if (alive()) answered(answer);
        });
      });
    });
  }
}
