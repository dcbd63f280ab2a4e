import type { Micros } from '../kernel/time';
import { layoutMachine } from '../trace/layout/machine-layout';
import { buffersOf, LogStream } from '../trace/log-stream';
import { saveLog } from '../trace/saved-log';
import type { CommandHandle, EngineCluster } from './engine-cluster';
import type { Action, FromWorker, PlannedInput, StartOptions, ToWorker } from './protocol';
import { Rest } from './rest';

/** What the engine needs of the place where it runs. */
export interface EngineHost {
  readonly boot: (options: StartOptions) => EngineCluster;
  readonly post: (message: FromWorker, transfer: readonly ArrayBuffer[]) => void;
  /** Runs `task` after whatever else is waiting to run. */
  readonly soon: (task: () => void) => void;
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number;
}

/** Milliseconds that a slice of simulation may take: between slices the engine hears what the page asks. */
const SLICE = 8;
/** Rows a chunk: what the page takes in within a few milliseconds. */
const CHUNK = 2500;

/** One life of a cluster. */
interface Life {
  readonly session: number;
  readonly cluster: EngineCluster;
  readonly stream: LogStream;
  readonly rest: Rest;
  readonly running: Map<number, CommandHandle>;
  /** Actions that wait for the cluster to come to rest, or for their time. */
  readonly plan: PlannedInput[];
  /** Nothing to do before this time at the latest; undefined: at rest. */
  advanceUntil: Micros;
  ready: boolean;
  resting: boolean;
}

/**
 * Simulates ahead in short slices and streams the log. What it does depends on virtual time alone; the host's clock only says
 * when to pause. Testable without a worker.
 */
export class Engine {
  private life: Life | undefined;
  private scheduled = false;

  constructor(private readonly host: EngineHost) {}

  receive(message: ToWorker): void {
    switch (message.type) {
      case 'start': this.start(message.session, message.options, message.inputs); break;
      case 'act': this.act(message.action); break;
      case 'payloads': this.answer((life) => ({ session: life.session, type: 'payloads', request: message.request, documents: message.ids.map((id) => life.cluster.kernel.log.payloads[id]) })); break;
      case 'hash': this.answer((life) => ({ session: life.session, type: 'hash', request: message.request, hash: life.cluster.kernel.log.hash() })); break;
      case 'layout': this.answer((life) => ({ session: life.session, type: 'layout', request: message.request, layout: layoutMachine(message.machine, { textWidth: (text) => text.length * message.charWidth }) })); break;
      case 'save': this.answer((life) => ({ session: life.session, type: 'saved', request: message.request, text: saveLog(life.cluster.kernel.log) })); break;
    }
  }

  private start(session: number, options: StartOptions, inputs: readonly PlannedInput[]): void {
    this.life = undefined;
    this.guarded(session, () => {
      const cluster = this.host.boot(options);
      const stream = new LogStream(cluster.kernel.log);
      this.life = {
        session, cluster, stream, rest: new Rest(cluster.kernel.log.revisions, stream.facts.table), running: new Map(), plan: [...inputs], advanceUntil: cluster.ready, ready: false, resting: false,
      };
      this.schedule();
    });
  }

  private act(action: Action): void {
    const { life } = this;
    if (life === undefined) return;
    life.plan.push({ at: undefined, action });
    this.schedule();
  }

  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    this.host.soon(() => {
      this.scheduled = false;
      const { life } = this;
      if (life !== undefined) this.guarded(life.session, () => this.slice(life));
    });
  }

  /** One slice: run, tell, go on later unless there is nothing left to do. */
  private slice(life: Life): void {
    const until = this.host.now() + SLICE;
    while (this.host.now() < until && life.stream.pending < CHUNK) {
      if (!this.progress(life, until)) break;
    }
    this.flush(life);
    if (!life.resting || life.plan.length > 0) this.schedule();
  }

  /** Runs to the next moment at which something is to be decided. False when the slice should end. */
  private progress(life: Life, until: number): boolean {
    const { kernel } = life.cluster;
    const next = life.plan[0];
    if (life.resting && next === undefined) return false;
    if (next?.at !== undefined && life.ready) {
      if (!this.runTo(life, next.at, until)) return true;
      life.plan.shift();
      this.perform(life, next.action, false);
      return true;
    }
    // A Ctrl-C does not wait until what it ends has ended.
    if (life.ready && next?.action.type === 'interrupt') {
      life.plan.shift();
      kernel.run(kernel.now);
      this.perform(life, next.action, life.resting);
      return true;
    }
    if (life.resting && next?.at === undefined) {
      this.settle(life);
      return true;
    }
    life.stream.facts.update();
    life.rest.update();
    const goal = life.ready ? Math.max(life.rest.deadline(life.running.size > 0), life.advanceUntil) : life.advanceUntil;
    if (!this.runTo(life, goal, until)) return true;
    life.stream.facts.update();
    life.rest.update();
    if (life.ready && Math.max(life.rest.deadline(life.running.size > 0), life.advanceUntil) > kernel.now) return true;
    if (!life.ready) {
      life.ready = true;
      life.rest.begin(kernel.now);
      this.flush(life);
      this.post(life, { session: life.session, type: 'ready', at: kernel.now, gitVersion: life.cluster.gitVersion });
      // The cluster was given its time to boot: it counts as being at rest.
      this.settle(life);
      return true;
    }
    this.settle(life);
    return true;
  }

  /** The cluster is at rest: the next action, or idleness. */
  private settle(life: Life): void {
    const next = life.plan[0];
    if (next !== undefined && next.at === undefined) {
      life.plan.shift();
      this.perform(life, next.action, true);
      return;
    }
    if (next !== undefined || life.resting) return;
    life.resting = true;
    this.flush(life);
    this.post(life, { session: life.session, type: 'idle', at: life.cluster.kernel.now });
  }

  /**
   * True once the clock stands at `goal` and everything due by then is done. Stops at each write and at the end of each
   * command: they may move the goal.
   */
  private runTo(life: Life, goal: Micros, until: number): boolean {
    const { kernel } = life.cluster;
    const { revision } = kernel.log.revisions;
    const [revisions, running] = [revision.length, life.running.size];
    let count = 0;
    let stop = false;
    const goOn = (): boolean => {
      stop = revision.length !== revisions || life.running.size !== running;
      // The host's clock costs more to read than most entries cost to handle.
      if (!stop && (++count & 63) === 0) stop = this.host.now() >= until || life.stream.pending >= CHUNK;
      return !stop;
    };
    kernel.runWhile(goOn, goal);
    if (stop) return false;
    kernel.run(goal);
    return true;
  }

  private perform(life: Life, action: Action, rest: boolean): void {
    const { session, cluster } = life;
    const at = cluster.kernel.now;
    life.resting = false;
    this.flush(life);
    this.post(life, { session, type: 'input', input: { at, rest, action } });
    life.rest.begin(at);
    switch (action.type) {
      case 'execute': {
        const { id, line, stdin, user } = action;
        let over = false;
        const handle = cluster.execute({
          line, stdin, user,
          onOutput: (stream, text) => this.post(life, { session, type: 'output', output: { id, at: cluster.kernel.now, stream, text } }),
          onExit: (code) => {
            over = true;
            life.running.delete(id);
            life.rest.stir(cluster.kernel.now);
            this.post(life, { session, type: 'exit', id, at: cluster.kernel.now, code });
          },
        });
        if (!over) life.running.set(id, handle);
        break;
      }
      case 'interrupt': life.running.get(action.id)?.interrupt(); break;
      case 'advance': life.advanceUntil = at + action.by; break;
    }
  }

  private flush(life: Life): void {
    const { kernel } = life.cluster;
    if (life.stream.pending === 0 && life.stream.until === kernel.now) return;
    const chunk = life.stream.cut(kernel.now);
    this.host.post({ session: life.session, type: 'rows', chunk }, buffersOf(chunk));
  }

  private post(life: Life, message: FromWorker): void {
    if (this.life === life) this.host.post(message, []);
  }

  private answer(make: (life: Life) => FromWorker): void {
    const { life } = this;
    if (life !== undefined) this.guarded(life.session, () => this.host.post(make(life), []));
  }

  /** A mistake in our code ends this life, in words. */
  private guarded(session: number, run: () => void): void {
    try {
      run();
    } catch (error) {
      this.life = undefined;
      this.host.post({ session, type: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) }, []);
    }
  }
}
