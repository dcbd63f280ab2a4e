import type { App } from '../../state/app';
import { machinesAt } from '../../trace/machines-at';
import { payloadsOf, podDetail, type PodDetail } from '../../trace/node-detail';
import { isRestingState } from '../../trace/resting';
import type { Fact, Micros } from '../../trace/types';

/** One line of a list of steps. */
export interface StepLine {
  readonly label: string;
  readonly state: 'done' | 'present' | 'failed';
  /** µs; undefined while it is under way. */
  readonly took: number | undefined;
  readonly indent: boolean;
}

/** A node seen from near: one of its pods with all that was made for it, what kubelet and runtime did, and the network. */
export interface NodeModel {
  readonly node: Fact;
  readonly pod: Fact | undefined;
  readonly detail: PodDetail | undefined;
  readonly steps: readonly StepLine[];
  readonly calls: readonly StepLine[];
  readonly others: readonly Fact[];
  /** Pod ranges of the other nodes. */
  readonly ranges: readonly { readonly node: string; readonly range: string }[];
}

const MOST_STEPS = 11;
const MOST_CALLS = 10;

/** What there is to see inside a node at a time. Documents that are not here yet are asked for, and leave gaps until they come. */
export function nodeModelAt(app: Pick<App, 'derived' | 'session'>, name: string, t: Micros, selected: string | undefined): NodeModel | undefined {
  const { cluster: history, runtime, trace } = app.derived.readers();
  const cluster = history.at(t);
  const node = cluster.nodes.find((fact) => fact.name === name);
  if (node === undefined) return undefined;
  const pods = cluster.podsByNode.get(name) ?? [];
  const workers = machinesAt(trace, t, { actor: `kubelet:${name}`, machine: 'pod worker' });
  const pod = pods.find((fact) => fact.subject === selected) ?? pods.find((fact) => fact.subject === busiest(workers)) ?? pods[pods.length - 1];
  const worker = workers.find((machine) => machine.subject === pod?.subject);
  const life = pod === undefined ? undefined : runtime.of(pod.subject, t);
  const detail = life === undefined ? undefined : podDetail(life, (id) => app.session.peek(id));
  if (life !== undefined) for (const id of payloadsOf(life)) app.session.peek(id);
  return {
    node, pod, detail,
    steps: worker === undefined ? [] : stepsOf(worker.instance),
    calls: (life?.calls ?? []).slice(-MOST_CALLS).map((call) => ({ label: call.label, state: call.failed ? 'failed' : call.end === undefined ? 'present' : 'done', took: call.end === undefined ? undefined : call.end - call.begin, indent: call.kind === 'cni' })),
    others: pods.filter((fact) => fact !== pod).slice(0, 12),
    ranges: cluster.nodes.filter((fact) => fact.name !== name && fact.detail !== '').slice(0, 3).map((fact) => ({ node: fact.name, range: fact.detail })),
  };

  /** States that the pod's worker has visited by now, those of waiting left out; the last ones when there are many. */
  function stepsOf(instance: number): readonly StepLine[] {
    const { spans, strings } = trace.log;
    const lines: StepLine[] = [];
    for (const row of trace.index.spansOfInstance(instance)) {
      if (spans.begin.get(row) > t) break;
      const state = strings[spans.state.get(row)] ?? '';
      const end = spans.end.get(row);
      const over = end >= 0 && end <= t;
      if (!isRestingState(state)) lines.push({ label: state, state: over ? 'done' : 'present', took: over ? end - spans.begin.get(row) : undefined, indent: false });
    }
    return lines.slice(-MOST_STEPS);
  }
}

function busiest(workers: readonly { readonly resting: boolean; readonly since: number; readonly subject: string | undefined }[]): string | undefined {
  return [...workers].filter((worker) => !worker.resting).sort((a, b) => b.since - a.since)[0]?.subject;
}
