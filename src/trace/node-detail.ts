import { NONE } from '../kernel/time';
import { componentOf } from './components';
import { at, flag, list, number, record, text } from './facts/read';
import { messageView } from './rows';
import type { Trace } from './trace';
import type { MessageRow, Micros, SpanRow } from './types';

/** A document that a call noted while it was in a state; its number, to be resolved. */
export interface Note {
  readonly state: string;
  readonly span: SpanRow;
  readonly payload: number;
}

/** One CRI call or one run of a network plugin, as far as it had come by the time asked for. */
export interface NodeCall {
  readonly kind: 'cri' | 'cni';
  /** `RunPodSandbox`, `bridge plugin` */
  readonly machine: string;
  /** `RunPodSandbox`, `bridge ADD` */
  readonly label: string;
  readonly actor: string;
  readonly instance: number;
  readonly begin: Micros;
  /** Undefined while it is under way. */
  readonly end: Micros | undefined;
  readonly state: string;
  readonly failed: boolean;
  readonly notes: readonly Note[];
  /** Payload numbers of the message that asked and of the one that answered; 0 for none. */
  readonly request: number;
  readonly response: number;
}

/** A container as its machine has it. */
export interface ContainerLife {
  readonly instance: number;
  readonly state: string;
  readonly span: SpanRow;
  readonly since: Micros;
}

/** What the runtime and the network of a node did for one pod, by a time. */
export interface PodRuntime {
  readonly calls: readonly NodeCall[];
  readonly containers: readonly ContainerLife[];
}

const CONTAINER = 'container';

/** Finds what happened to pods on their nodes. */
export class RuntimeHistory {
  /** First spans of the machines of containerd and of the network plugins, by subject. */
  private readonly firsts = new Map<number, SpanRow[]>();
  private readonly onNode = new Map<number, boolean>();
  private taken = 0;

  constructor(private readonly trace: Trace) {}

  /** `pods/default/web` by `time`. */
  of(subject: string, time: Micros): PodRuntime {
    this.extend();
    const { log, index } = this.trace;
    const calls: NodeCall[] = [];
    const containers: ContainerLife[] = [];
    const id = index.stringId(subject);
    for (const first of this.firsts.get(id) ?? []) {
      if (log.spans.begin.get(first) > time) break;
      if (log.strings[log.spans.machine.get(first)] === CONTAINER) containers.push(this.container(first, time));
      else calls.push(this.call(first, time));
    }
    return { calls, containers };
  }

  private extend(): void {
    const { log, index } = this.trace;
    const count = index.spansBegunBy(Infinity);
    for (; this.taken < count; this.taken++) {
      const row = this.taken;
      if (index.previousInInstance(row) !== NONE) continue;
      const actor = log.spans.actor.get(row);
      let wanted = this.onNode.get(actor);
      if (wanted === undefined) {
        const component = componentOf(log.strings[actor] ?? '');
        wanted = component === 'containerd' || component === 'cni';
        this.onNode.set(actor, wanted);
      }
      const subject = log.spans.subject.get(row);
      if (!wanted || subject === 0) continue;
      const rows = this.firsts.get(subject);
      if (rows === undefined) this.firsts.set(subject, [row]);
      else rows.push(row);
    }
  }

  private container(first: SpanRow, time: Micros): ContainerLife {
    const { log, index } = this.trace;
    let row = first;
    for (let next = index.nextInInstance(row); next !== NONE && log.spans.begin.get(next) <= time; next = index.nextInInstance(row)) row = next;
    return { instance: log.spans.instance.get(first), state: log.strings[log.spans.state.get(row)] ?? '', span: row, since: log.spans.begin.get(row) };
  }

  private call(first: SpanRow, time: Micros): NodeCall {
    const { log, index } = this.trace;
    const { spans } = log;
    const notes: Note[] = [];
    let last = first;
    let response: MessageRow = NONE;
    const cause = spans.cause.get(first);
    const asked = cause === NONE ? undefined : messageView(log, cause);
    for (let row: SpanRow = first; row !== NONE && spans.begin.get(row) <= time; row = index.nextInInstance(row)) {
      last = row;
      const payload = spans.payload.get(row);
      if (payload !== 0) notes.push({ state: log.strings[spans.state.get(row)] ?? '', span: row, payload });
      for (const sent of index.messagesSentIn(row)) if (asked !== undefined && messageView(log, sent).to === asked.from && log.messages.sent.get(sent) <= time) response = sent;
    }
    const state = log.strings[spans.state.get(last)] ?? '';
    // A final state lasts no time.
    const over = index.nextInInstance(last) === NONE && spans.end.get(last) === spans.begin.get(last);
    const machine = log.strings[spans.machine.get(first)] ?? '';
    return {
      kind: asked?.kind === 'cni' ? 'cni' : 'cri', machine, label: asked?.label ?? machine, actor: log.strings[spans.actor.get(first)] ?? '', instance: spans.instance.get(first), begin: spans.begin.get(first),
      end: over ? spans.end.get(last) : undefined, state, failed: state === 'failed', notes, request: asked?.payload ?? 0, response: response === NONE ? 0 : log.messages.payload.get(response),
    };
  }
}

/** What a node's drawing shows of one pod. Texts are empty and lists short until the documents they come from are there. */
export interface PodDetail {
  readonly sandbox: { readonly id: string; readonly pauseImage: string; readonly netns: string; readonly cgroup: string; readonly sharedNamespaces: readonly string[]; readonly state: 'making' | 'ready' | 'stopping' | 'stopped' | 'failed' } | undefined;
  readonly containers: readonly ContainerDetail[];
  readonly network: { readonly ip: string; readonly gateway: string; readonly bridge: string; readonly veth: string; readonly mac: string; readonly interface: string; readonly modes: readonly string[] } | undefined;
  readonly mounts: readonly { readonly containerPath: string; readonly hostPath: string; readonly readonly: boolean }[];
  readonly image: { readonly reference: string; readonly bytes: number; readonly state: string } | undefined;
}

export interface ContainerDetail {
  readonly name: string;
  readonly image: string;
  readonly attempt: number;
  /** `creating`, then the container machine's own: created, running, exited, removed. */
  readonly state: string;
  readonly exitCode: number | undefined;
  readonly oomScoreAdj: number | undefined;
  readonly id: string;
}

/** Puts together what the documents say; `document` resolves a payload's number, undefined while it is not there. */
export function podDetail(runtime: PodRuntime, document: (payload: number) => unknown): PodDetail {
  const noted = (call: NodeCall | undefined, type: string): unknown => call?.notes.map((note) => document(note.payload)).find((d) => text(d, 'type') === type);
  const last = (machine: string): NodeCall | undefined => runtime.calls.findLast((call) => call.machine === machine);
  const run = last('RunPodSandbox');
  const stop = last('StopPodSandbox');
  const bridge = runtime.calls.findLast((call) => call.label.startsWith('bridge ADD'));
  const ipam = runtime.calls.findLast((call) => call.label.startsWith('host-local ADD'));
  const created = runtime.calls.filter((call) => call.machine === 'CreateContainer');
  const pull = last('PullImage');
  const specs = created.map((call) => noted(call, 'ContainerSpec'));
  const stopped = stop !== undefined && run !== undefined && stop.begin > run.begin;
  const address = text(noted(ipam, 'AddressAllocated'), 'address');
  const gone = stopped && stop.end !== undefined;
  return {
    sandbox: run === undefined ? undefined : {
      id: text(noted(run, 'Sandbox'), 'id'), pauseImage: text(noted(run, 'Sandbox'), 'pauseImage'), netns: text(noted(run, 'NetworkNamespace'), 'path'), cgroup: text(noted(run, 'PauseProcess'), 'cgroup'),
      sharedNamespaces: list(at(noted(run, 'PauseProcess'), 'sharedNamespaces')).filter((n) => typeof n === 'string'),
      state: run.failed ? 'failed' : gone ? 'stopped' : stopped ? 'stopping' : run.end === undefined ? 'making' : 'ready',
    },
    containers: created.filter((call) => !call.failed).map((call, i) => containerOf(runtime, call, i, document)),
    network: bridge === undefined || gone ? undefined : {
      ip: address, gateway: text(noted(ipam, 'AddressAllocated'), 'gateway'), bridge: text(noted(bridge, 'Bridge'), 'name'), veth: text(noted(bridge, 'VethPair'), 'host'),
      mac: macOf(document(bridge.response)), interface: text(noted(bridge, 'VethPair'), 'container'),
      // Under the names of the plugin's configuration.
      modes: [...(noted(bridge, 'Masquerade') === undefined ? [] : ['ipMasq']), ...(flag(noted(bridge, 'VethPair'), 'hairpinMode') ? ['hairpin'] : [])],
    },
    mounts: specs.flatMap((spec) => list(at(spec, 'mounts'))).map((mount) => ({ containerPath: text(mount, 'containerPath'), hostPath: text(mount, 'hostPath'), readonly: flag(mount, 'readonly') })),
    image: pull === undefined ? undefined : { reference: text(noted(pull, 'ImageReference'), 'reference'), bytes: number(noted(pull, 'Layers'), 'compressedBytes') ?? 0, state: pull.state },
  };
}

/** The i-th call that made a container made the i-th container. */
function containerOf(runtime: PodRuntime, call: NodeCall, i: number, document: (payload: number) => unknown): ContainerDetail {
  const life = runtime.containers[i];
  const config = at(document(call.request), 'request', 'config');
  const id = text(document(call.response), 'response', 'containerId');
  const start = runtime.calls.find((c) => c.machine === 'StartContainer' && id !== '' && text(document(c.request), 'request', 'containerId') === id);
  const exit = runtime.calls.find((c) => c.machine === 'StopContainer' && id !== '' && text(document(c.request), 'request', 'containerId') === id)?.notes.map((n) => document(n.payload)).find((d) => text(d, 'type') === 'Exit');
  return {
    name: text(config, 'metadata', 'name'), image: text(config, 'image'), attempt: number(config, 'metadata', 'attempt') ?? 0, state: life?.state ?? 'creating', exitCode: number(exit, 'exitCode'),
    oomScoreAdj: number(record(start?.notes.map((n) => document(n.payload)).find((d) => text(d, 'type') === 'Process')), 'oomScoreAdj'), id,
  };
}

function macOf(response: unknown): string {
  return text(list(at(response, 'stdout', 'interfaces')).find((i) => text(i, 'sandbox') !== ''), 'mac');
}

/** Every payload that `podDetail` will ask for: to fetch them in one go. */
export function payloadsOf(runtime: PodRuntime): readonly number[] {
  return [...new Set(runtime.calls.flatMap((call) => [...call.notes.map((note) => note.payload), call.request, call.response]))].filter((id) => id !== 0);
}
