import { createStore, type StoreApi } from 'zustand/vanilla';
import type { MachineLayout } from '../trace/layout/machine-layout';
import type { TraceReplica } from '../trace/trace';
import type { MachineDescription, Micros } from '../trace/types';
import type { Action, FromWorker, Input, PlannedInput, StartOptions, ToWorker } from '../worker/protocol';
import type { Connect, EngineConnection } from './engine-connection';
import { after, newLife, withTyped, type Life } from './life';
import { PayloadCache } from './payload-cache';

export type { PlannedInput, StartOptions };

export type Phase =
  /** The cluster boots. */
  | 'starting'
  /** At rest; a command may come. */
  | 'ready'
  /** The engine simulates what follows from an input. */
  | 'working'
  /** The worker died and is being started again. */
  | 'restarting'
  /** It died too often, or our code failed. */
  | 'failed';

export interface SessionState extends Omit<Life, 'idle'> {
  readonly options: StartOptions;
  readonly phase: Phase;
  readonly error: string | undefined;
  /** The replica of the log. It grows in place; `version` changes when readers should look again. Another life has another one. */
  readonly trace: TraceReplica;
  readonly version: number;
  /** How often the worker was started again. */
  readonly restarts: number;
}

export interface ExecuteOptions {
  readonly stdin?: string | undefined;
  readonly user?: string | undefined;
}

export interface Session {
  readonly store: StoreApi<SessionState>;
  /** Starts anew; `plan` is what to do once the cluster is up. */
  start(options: StartOptions, plan?: readonly PlannedInput[]): void;
  /** Runs a line at the end of the log. Returns its id. */
  execute(line: string, more?: ExecuteOptions): number;
  /** Runs a line at an earlier time instead: what came after `at` is dropped and simulated anew. Returns its id. */
  branch(at: Micros, line: string, more?: ExecuteOptions): number;
  /** Ctrl-C for a command. */
  interrupt(id: number): void;
  /** Lets time pass, in µs. */
  advance(by: Micros): void;
  /** Starts the engine again after it failed, and repeats everything. */
  restart(): void;
  /** All inputs so far, those too that the engine has not taken yet: what a link, or another life, has to repeat. */
  plan(): readonly PlannedInput[];
  /** A document of the log, by its number. 0 is undefined. */
  payload(id: number): Promise<unknown>;
  /** The same if it is at hand already, else undefined and asked for; `documents` changes when it came. */
  peek(id: number): unknown;
  /** Counts arrivals of documents, for readers that `peek`. */
  readonly documents: StoreApi<{ readonly count: number }>;
  /** Where to draw a machine's states: laid out in the worker, which takes up to half a second for the largest. `charWidth` is that of its texts. */
  machineLayout(machine: MachineDescription, charWidth: number): Promise<MachineLayout>;
  hash(): Promise<string>;
  /** The whole log as the text of a file. */
  save(): Promise<string>;
  dispose(): void;
}

/** How a session reaches the world; a test gives its own. */
export interface SessionDeps {
  readonly connect: Connect;
  /** Runs `task` after so many milliseconds. */
  readonly later: (task: () => void, milliseconds: number) => void;
}

/** An input to be repeated: what was taken at rest will be again. A Ctrl-C waits for nothing, so that it is told its time. */
export const planned = ({ at, rest, action }: Input): PlannedInput => ({ at: rest && action.type !== 'interrupt' ? undefined : at, action });

/** How long readers wait before they look again while rows stream in (ms): longer for a longer log, which takes them longer. */
const refreshAfter = (rows: number): number => Math.min(100 + rows / 500, 600);
const MOST_RESTARTS = 3;

export function createSession({ connect, later }: SessionDeps, options: StartOptions): Session {
  const documents = createStore(() => ({ count: 0 }));
  const store = createStore<SessionState>(() => ({ ...newLife(0), options, phase: 'starting', error: undefined, version: 0, restarts: 0 }));
  const answers = new Map<number, (answer: unknown) => void>();
  const unanswered = new Map<number, ToWorker>();
  let connection: EngineConnection | undefined;
  let life = newLife(0);
  /** What this life was asked to do, in the order in which it will: the first ones are its inputs already. */
  let asked: readonly PlannedInput[] = [];
  /** The life that is shown while another one catches up with it. */
  let shownUntil: Micros | undefined;
  let session = 0;
  let ids = 0;
  let requests = 0;
  let refreshing = false;
  let unready = 0;

  const payloads = new PayloadCache((request, wanted) => connection?.send({ type: 'payloads', request, ids: wanted }), () => documents.setState((s) => ({ count: s.count + 1 })));

  const publish = (more: Partial<SessionState> = {}): void => {
    if (shownUntil !== undefined) {
      store.setState(more);
      return;
    }
    const { idle: _idle, ...told } = life;
    store.setState((s) => ({ ...s, ...told, version: s.version + 1, ...more }));
  };

  /** Shows the new life once it has come as far as the old one. */
  const reveal = (): void => {
    if (shownUntil !== undefined && life.until >= shownUntil) shownUntil = undefined;
  };

  const refreshSoon = (): void => {
    if (refreshing) return;
    refreshing = true;
    publish();
    later(() => {
      refreshing = false;
      publish();
    }, refreshAfter(life.trace.log.spans.begin.length));
  };

  const receive = (message: FromWorker): void => {
    if (message.session !== session) return;
    life = after(life, message);
    reveal();
    switch (message.type) {
      case 'rows': refreshSoon(); break;
      case 'ready':
        unready = 0;
        publish({ phase: life.inputs.length === 0 && life.commands.length === 0 ? 'ready' : 'working' });
        break;
      case 'input': publish({ phase: 'working' }); break;
      case 'output': case 'exit': publish(); break;
      case 'idle':
        shownUntil = undefined;
        publish({ phase: 'ready' });
        break;
      case 'payloads': payloads.receive(message.request, message.documents); break;
      case 'hash': settle(message.request, message.hash); break;
      case 'layout': settle(message.request, message.layout); break;
      case 'saved': settle(message.request, message.text); break;
      case 'failed': publish({ phase: 'failed', error: message.message }); break;
    }
  };

  const settle = (request: number, answer: unknown): void => {
    answers.get(request)?.(answer);
    answers.delete(request);
  };

  /** Asks the worker and waits. What a crash left unanswered is asked again in the next life. */
  const ask = <T>(make: (request: number) => ToWorker): Promise<T> =>
    new Promise<T>((resolve) => {
      const request = ++requests;
      const question = make(request);
      unanswered.set(request, question);
      answers.set(request, (answer) => {
        unanswered.delete(request);
        resolve(answer as T);
      });
      connection?.send(question);
    });

  const crashed = (reason: string): void => {
    connection?.close();
    connection = undefined;
    if (++unready > MOST_RESTARTS) {
      publish({ phase: 'failed', error: reason });
      return;
    }
    store.setState((s) => ({ phase: 'restarting', error: reason, restarts: s.restarts + 1 }));
    begin(store.getState().options, plan(), store.getState().until, 'restarting');
  };

  const plan = (): readonly PlannedInput[] => [...life.inputs.map(planned), ...asked.slice(life.inputs.length)];

  /** Begins another life. The old one is shown until the new one reaches `keepUntil`. */
  const begin = (next: StartOptions, inputs: readonly PlannedInput[], keepUntil: Micros | undefined, phase: Phase): void => {
    session++;
    life = newLife(session);
    asked = inputs;
    for (const { action } of inputs) if (action.type === 'execute') life = withTyped(life, action.id, action.line);
    shownUntil = keepUntil;
    connection ??= connect({ message: receive, crashed });
    publish({ options: next, phase });
    connection.send({ type: 'start', session, options: next, inputs });
    payloads.renew();
    for (const question of unanswered.values()) connection.send(question);
  };

  const act = (action: Action): void => {
    asked = [...asked, { at: undefined, action }];
    publish({ phase: store.getState().phase === 'ready' ? 'working' : store.getState().phase });
    connection?.send({ type: 'act', action });
  };

  return {
    store,
    documents,
    start(next, inputs = []) {
      unready = 0;
      ids = Math.max(ids, ...inputs.map(({ action }) => (action.type === 'advance' ? 0 : action.id)));
      store.setState({ error: undefined });
      begin(next, inputs, undefined, 'starting');
    },
    restart() {
      unready = 0;
      store.setState({ error: undefined });
      begin(store.getState().options, plan(), store.getState().until, 'restarting');
    },
    plan,
    execute(line, more = {}) {
      const id = ++ids;
      life = withTyped(life, id, line);
      act({ type: 'execute', id, line, ...more });
      return id;
    },
    branch(at, line, more = {}) {
      const id = ++ids;
      const kept = life.inputs.filter((input) => input.at <= at);
      begin(store.getState().options, [...kept.map(planned), { at, action: { type: 'execute', id, line, ...more } }], at, 'working');
      return id;
    },
    interrupt: (id) => act({ type: 'interrupt', id }),
    advance: (by) => act({ type: 'advance', by }),
    payload: (id) => payloads.get(id),
    peek: (id) => payloads.peek(id),
    machineLayout: (machine, charWidth) => ask((request) => ({ type: 'layout', request, machine, charWidth })),
    hash: () => ask((request) => ({ type: 'hash', request })),
    save: () => ask((request) => ({ type: 'save', request })),
    dispose() {
      connection?.close();
      connection = undefined;
    },
  };
}
