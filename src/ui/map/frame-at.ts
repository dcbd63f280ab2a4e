import type { App } from '../../state/app';
import { playScale } from '../../state/derived';
import { machinesAt } from '../../trace/machines-at';
import { packetsAt } from '../../trace/packets';
import type { Fact, Micros } from '../../trace/types';
import type { MachineView, Packet } from '../../trace/views';
import type { MapFrame, NodeFrame, Selected, StageRow } from './frame';
import { STAGES, stageOf } from '../../trace/stages';
import { activitiesOf, activityOf, actorsOf, objectsOf } from './story';

/** Seconds that a packet stays in sight at least. */
const LEAST_FLIGHT = 0.45;

/** Everything that the map shows at a time. */
export function frameAt(app: Pick<App, 'derived' | 'playback'>, t: Micros, selected: Selected): MapFrame {
  const { derived } = app;
  const { trace, cluster: history, requests, queues } = derived.readers();
  const cluster = history.at(t);
  const machines = machinesAt(trace, t);
  const activities = activitiesOf(machines);
  const depths = new Map<string, number>();
  for (const queue of queues.at(t)) depths.set(queue.actor, (depths.get(queue.actor) ?? 0) + queue.depth);
  const command = derived.commandAt(t);
  const focus = command === undefined ? undefined : requests.focus(command, t);
  const { told, all } = actorsOf(derived, 'controllers');
  const chosen = chosenNodes(machines, (subject) => history.revisionsOf(subject));
  const inside = machines.filter((machine) => machine.component === 'kube-apiserver' && machine.machine.endsWith('request'));
  const streams = inside.filter((machine) => machine.state === 'streaming').length;
  const stages: readonly StageRow[] = (focus === undefined ? STAGES.map((id) => ({ id, verdict: 'ahead' as const })) : requests.stages(focus.instance, t)).map(({ id, verdict }) => ({
    id, verdict, others: inside.filter((machine) => machine.instance !== focus?.instance && machine.state !== 'streaming' && stageOf(machine.state) === id).length,
  }));
  return {
    cluster: cluster.pods,
    revision: cluster.revision,
    kubectl: { ...activityOf(activities, 'kubectl'), line: undefined },
    stages,
    request: focus === undefined ? undefined : { label: focus.label, from: focus.from, code: focus.code, refused: (focus.code ?? 0) >= 400 },
    otherRequests: Math.max(0, inside.length - streams - (inside.some((m) => m.instance === focus?.instance) ? 1 : 0)),
    watches: streams,
    etcd: activityOf(activities, 'etcd'),
    loops: told.map((actor) => ({ actor, depth: depths.get(actor) ?? 0, activity: activityOf(activities, actor) })),
    idleLoops: Math.max(0, all - told.length),
    scheduler: { ...activityOf(activities, 'kube-scheduler'), depth: depths.get('kube-scheduler') ?? 0 },
    waiting: cluster.unscheduled,
    nodes: cluster.nodes.map((fact): NodeFrame => ({
      fact, pods: cluster.podsByNode.get(fact.name) ?? NO_PODS,
      kubelet: activityOf(activities, `kubelet:${fact.name}`), containerd: activityOf(activities, `containerd:${fact.name}`), cni: activityOf(activities, `cni:${fact.name}`),
      chosenFor: chosen.get(fact.name),
    })),
    objects: objectsOf(cluster),
    packets: packetsOf(app, t),
    selected,
  };
}

const NO_PODS: readonly Fact[] = [];

/** Only what moves. */
export function packetsOf({ derived, playback }: Pick<App, 'derived' | 'playback'>, t: Micros): readonly Packet[] {
  const scale = playScale(derived, playback.store.getState().mode);
  return packetsAt(derived.readers().trace, t, { toSeconds: scale.toSeconds, toMicros: scale.toMicros, least: LEAST_FLIGHT, command: derived.commandAt(t) });
}

/** Nodes of pods whose binding is under way, each with a pod: what the scheduler has decided, read off the revision that it leads to. */
function chosenNodes(machines: readonly MachineView[], revisions: (subject: string) => readonly Fact[]): ReadonlyMap<string, string> {
  const chosen = new Map<string, string>();
  for (const { machine, subject } of machines) {
    if (machine !== 'binding cycle' || subject === undefined) continue;
    const bound = revisions(subject).find((fact) => fact.node !== '');
    if (bound !== undefined) chosen.set(bound.node, bound.name);
  }
  return chosen;
}
