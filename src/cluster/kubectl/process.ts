import type { KubeVersion } from '../../api/version';
import { invariant } from '../../base/assert';
import type { Actor } from '../../kernel/actor';
import type { Distribution } from '../../kernel/latency';
import type { Machine } from '../../kernel/machine';
import { ApiClient, type WatchHandle } from '../client/api-client';
import { requestUri, type ApiRequest, type ApiResponse, type ApiServer } from '../client/http';
import { LATENCY } from '../latencies';
import type { ClientConfig } from './kubeconfig';
import { Klog } from './klog';
import type { KubectlEvent } from './machine';
import type { Effect, KubectlRequest, Program, Reply, Stream } from './program';
import { loggedRequestBody, loggedResponseBody } from './wire';

export type KubectlMachine = Machine<KubectlEvent, KubectlProcess>;

export const USER_AGENT = 'kubectl/v1.35.2 (linux/amd64) kubernetes/fdc9d74';

export interface Terminal {
  readonly onOutput: (output: { readonly stream: Stream; readonly text: string }) => void;
  readonly onExit: (code: number) => void;
}

interface OpenWatch {
  readonly frames: Reply[];
  handle: WatchHandle | undefined;
}

/** Which event leads to the state in which an effect is done. */
const EVENT_OF: Readonly<Record<Exclude<Effect['kind'], 'exit' | 'closeWatch' | 'log'>, KubectlEvent['type']>> = {
  validate: 'VALIDATE', loadConfig: 'CONFIG', discover: 'DISCOVER', build: 'BUILD', request: 'SEND', openWatch: 'SEND', nextFrame: 'WATCH', sleep: 'SLEEP', print: 'PRINT',
};

const WORK: Readonly<Partial<Record<Effect['kind'], Distribution>>> = {
  validate: LATENCY.kubectlValidate, loadConfig: LATENCY.kubectlConfig, discover: LATENCY.kubectlDiscover, build: LATENCY.kubectlBuild,
};

/** One running kubectl: performs, state by state, what its program asks for. */
export class KubectlProcess {
  private program: Program<number> | undefined;
  private effect: Effect = { kind: 'validate' };
  private reply: Reply = { kind: 'done' };
  private client: ApiClient | undefined;
  private config: ClientConfig | undefined;
  private readonly watches = new Map<number, OpenWatch>();
  /** The watch whose next event is being waited for. */
  private awaited: number | undefined;
  private opened = 0;
  private exitCode = 0;
  readonly klog: Klog;

  constructor(
    private readonly actor: Actor, private readonly server: ApiServer, private readonly version: KubeVersion, private readonly terminal: Terminal, pid: number, verbosity: number,
    private readonly configPath: string, private readonly begin: () => Program<number>,
  ) {
    this.klog = new Klog(verbosity, pid, () => actor.now, (text) => this.output('stderr', text));
  }

  output(stream: Stream, text: string): void {
    this.terminal.onOutput({ stream, text });
  }

  /** Starting and parsing take their time whatever the command is. */
  parse(m: KubectlMachine): void {
    this.program = this.begin();
    this.goOn(m, LATENCY.kubectlParse);
  }

  work(m: KubectlMachine): void {
    const { effect } = this;
    if (effect.kind === 'loadConfig') this.connect(effect.config);
    if ('document' in effect && effect.document !== undefined) m.note(effect.document);
    this.reply = { kind: 'done' };
    this.goOn(m, WORK[effect.kind] ?? LATENCY.kubectlBuild);
  }

  decide(m: KubectlMachine): void {
    this.goOn(m, LATENCY.kubectlDecide);
  }

  print(m: KubectlMachine): void {
    const { effect } = this;
    invariant(effect.kind === 'print', 'printing what is no text');
    this.output(effect.stream, effect.text);
    this.reply = { kind: 'done' };
    this.goOn(m, LATENCY.kubectlPrint);
  }

  sleep(m: KubectlMachine): void {
    const { effect } = this;
    invariant(effect.kind === 'sleep', 'sleeping without a time');
    this.reply = { kind: 'done' };
    m.work(effect.micros, { type: 'WOKE' });
  }

  send(m: KubectlMachine): void {
    const { effect } = this;
    invariant(effect.kind === 'request' || effect.kind === 'openWatch', 'sending what is no request');
    m.note(effect.request.body ?? requestUri({ path: effect.request.path, query: effect.request.query ?? {} }));
    this.dispatch(m, effect.request, effect.kind === 'openWatch');
    m.send({ type: 'SENT' });
  }

  awaitFrame(m: KubectlMachine): void {
    const { effect } = this;
    invariant(effect.kind === 'nextFrame', 'waiting for no watch');
    const buffered = this.watches.get(effect.watch.id)?.frames.shift();
    if (buffered !== undefined) {
      this.reply = buffered;
      m.send({ type: 'FRAME' });
      return;
    }
    this.awaited = effect.watch.id;
    this.reply = { kind: 'deadline' };
    if (effect.deadline !== undefined) m.work(Math.max(0, effect.deadline - this.actor.now), { type: 'DEADLINE' });
  }

  finish(m: KubectlMachine): void {
    for (const watch of this.watches.values()) watch.handle?.close();
    if (m.state === 'interrupted') this.exitCode = 130;
    m.note({ exitCode: this.exitCode });
    this.terminal.onExit(this.exitCode);
  }

  /** Lets the program take its next step; the state that it leads to is entered after `time`. */
  private goOn(m: KubectlMachine, time: Distribution): void {
    const { program } = this;
    invariant(program !== undefined, 'no program');
    let next = program.next(this.reply);
    while (next.done !== true && (next.value.kind === 'closeWatch' || next.value.kind === 'log')) {
      this.doAtOnce(next.value);
      next = program.next({ kind: 'done' });
    }
    m.work(this.actor.sample(time), { type: this.eventFor(next.done === true ? { kind: 'exit', code: next.value } : next.value) });
  }

  /** What takes no time and is no state. */
  private doAtOnce(effect: Extract<Effect, { kind: 'closeWatch' | 'log' }>): void {
    if (effect.kind === 'log') return this.klog.info(effect.level, effect.from, effect.message);
    this.watches.get(effect.watch.id)?.handle?.close();
    this.watches.delete(effect.watch.id);
  }

  private eventFor(effect: Effect): KubectlEvent['type'] {
    this.effect = effect;
    if (effect.kind === 'exit') {
      this.exitCode = effect.code;
      return effect.code === 0 ? 'EXIT' : 'FAIL';
    }
    invariant(effect.kind !== 'closeWatch' && effect.kind !== 'log', 'these are done at once');
    return EVENT_OF[effect.kind];
  }

  private connect(config: ClientConfig): void {
    this.config = config;
    this.client = new ApiClient(this.actor, this.server, { credential: config.credential, userAgent: USER_AGENT, ...(config.impersonate === undefined ? {} : { impersonate: config.impersonate }) });
    this.klog.info(6, 'loader.go:405', `Config loaded from file:  ${this.configPath}`);
    for (const [feature, enabled] of FEATURE_GATES) this.klog.info(1, 'envvar.go:172', `"Feature gate default state" feature="${feature}" enabled=${enabled}`);
    if (config.credential.kind === 'clientCertificate') this.klog.info(3, 'cert_rotation.go:141', '"Starting client certificate rotation controller" logger="tls-transport-cache"');
  }

  private dispatch(m: KubectlMachine, spec: KubectlRequest, watch: boolean): void {
    const { client, config, actor, klog } = this;
    invariant(client !== undefined && config !== undefined, 'a request before the kubeconfig was read');
    const request: ApiRequest = {
      method: spec.method, path: spec.path, query: spec.query ?? {}, accept: spec.accept, contentType: spec.contentType ?? (spec.body === undefined ? undefined : 'application/json'),
      userAgent: USER_AGENT, credential: config.credential, body: spec.body, ...(config.impersonate === undefined ? {} : { impersonate: config.impersonate }), ...(spec.upgrade === undefined ? {} : { upgrade: spec.upgrade }),
    };
    if (klog.enabled(8)) klog.body('Request', spec.logFrom, loggedRequestBody(request));
    klog.request(config.server, request);
    const sent = actor.now;
    const answered = (response: ApiResponse): void => {
      // A stream's body is not waited for.
      const read = (!watch && spec.stream !== true) || response.code >= 400;
      const body = read && klog.enabled(8) ? loggedResponseBody(response, this.version) : undefined;
      klog.response(config.server, request, response, actor.now - sent, body);
      if (body !== undefined) klog.body('Response', spec.logFrom, body);
      for (const warning of warningsOf(response)) this.output('stderr', `Warning: ${warning}\n`);
    };
    const unreachable = (message: string): void => {
      this.reply = { kind: 'unreachable', server: config.server, message };
      m.send({ type: 'ANSWER' });
    };
    if (config.server !== this.server.url) {
      const host = config.server.replace(/^https?:\/\//, '').replace(/^localhost/, '127.0.0.1');
      m.actor.timer(actor.sample(LATENCY.connectionRefused), 'connection failed', () => unreachable(`dial tcp ${host}: connect: connection refused`));
      return;
    }
    if (watch) this.open(m, client, spec, answered, unreachable);
    else {
      client.request(spec, (response) => {
        answered(response);
        this.reply = { kind: 'response', response };
        m.send({ type: 'ANSWER' });
      }, (error) => unreachable(error.message));
    }
  }

  private open(m: KubectlMachine, client: ApiClient, spec: KubectlRequest, answered: (response: ApiResponse) => void, unreachable: (message: string) => void): void {
    const id = ++this.opened;
    const watch: OpenWatch = { frames: [], handle: undefined };
    this.watches.set(id, watch);
    const arrived = (reply: Reply): void => {
      if (this.awaited !== id || m.state !== 'watching') {
        watch.frames.push(reply);
        return;
      }
      this.awaited = undefined;
      this.reply = reply;
      m.send({ type: reply.kind === 'ended' ? 'ENDED' : 'FRAME' });
    };
    watch.handle = client.watch(spec, {
      opened: (response) => {
        answered(response);
        this.reply = { kind: 'watch', watch: { id }, response };
        m.send({ type: 'ANSWER' });
      },
      frame: (frame) => arrived({ kind: 'frame', frame }),
      ended: () => arrived({ kind: 'ended' }),
      failed: (error) => unreachable(error.message),
    });
  }
}

/** What client-go 0.35 says at -v=1 before its first request. */
const FEATURE_GATES: readonly (readonly [string, boolean])[] = [
  ['InformerResourceVersion', true], ['WatchListClient', true], ['ClientsAllowCBOR', false], ['ClientsPreferCBOR', false], ['InOrderInformers', true], ['InOrderInformersBatchProcess', true],
];

/** The texts of the Warning headers of an answer: `299 - "text"`. */
function warningsOf(response: ApiResponse): readonly string[] {
  const header = response.headers['Warning'] ?? '';
  return [...header.matchAll(/299 - "((?:[^"\\]|\\.)*)"/g)].map((match) => (match[1] ?? '').replace(/\\(.)/g, '$1'));
}
