import type { ContainerStatus, Pod, PodPhase } from '../../../api/types';
import { isSidecar } from '../pods/pod';

/**
 * The phase of a pod from its spec and container statuses. `terminal`: its containers have ended and will not be started again.
 * Models pkg/kubelet/kubelet_pods.go getPhase.
 */
export function phaseOf(pod: Pod, init: readonly ContainerStatus[], main: readonly ContainerStatus[], terminal: boolean): PodPhase {
  const phase = ongoingPhase(pod, init, main, terminal);
  const running = main.some((s) => s.state?.running !== undefined);
  return terminal && !running && (phase === 'Pending' || phase === 'Running') ? 'Failed' : phase;
}

function ongoingPhase(pod: Pod, init: readonly ContainerStatus[], main: readonly ContainerStatus[], terminal: boolean): PodPhase {
  const { spec } = pod;
  const start = initialization(pod, init);
  const n = count(pod, main);
  if (start.failed > 0 && spec.restartPolicy === 'Never') return 'Failed';
  if ((start.pending > 0 && n.started === 0) || n.waiting > 0) return n.stopped > 0 ? 'Running' : 'Pending';
  if (n.running > 0 && n.unknown === 0) return 'Running';
  if (n.running > 0 || n.stopped === 0 || n.unknown > 0) return 'Pending';
  if (terminal) return n.stopped === n.succeeded ? 'Succeeded' : 'Failed';
  if (spec.restartPolicy === 'Always') return 'Running';
  if (n.stopped === n.succeeded) return 'Succeeded';
  return spec.restartPolicy === 'Never' ? 'Failed' : 'Running';
}

/** How many init containers are still to end well, and how many have ended badly. */
function initialization(pod: Pod, statuses: readonly ContainerStatus[]): { readonly pending: number; readonly failed: number } {
  let pending = 0;
  let failed = 0;
  for (const container of pod.spec.initContainers ?? []) {
    const status = statuses.find((s) => s.name === container.name);
    const ended = status?.state?.terminated ?? (status?.state?.waiting === undefined ? undefined : status.lastState.terminated);
    if (isSidecar(container)) {
      if (status?.started !== true) pending++;
    } else if (ended === undefined) pending++;
    else if (ended.exitCode !== 0) failed++;
  }
  return { pending, failed };
}

function count(pod: Pod, statuses: readonly ContainerStatus[]): { readonly unknown: number; readonly running: number; readonly waiting: number; readonly stopped: number; readonly succeeded: number; readonly started: number } {
  const n = { unknown: 0, running: 0, waiting: 0, stopped: 0, succeeded: 0 };
  for (const container of pod.spec.containers) {
    const status = statuses.find((s) => s.name === container.name);
    const { running, terminated, waiting } = status?.state ?? {};
    const ended = terminated ?? (waiting === undefined ? undefined : status?.lastState.terminated);
    if (running !== undefined) n.running++;
    else if (ended !== undefined) {
      n.stopped++;
      if (ended.exitCode === 0) n.succeeded++;
    } else if (waiting !== undefined) n.waiting++;
    else n.unknown++;
  }
  return { ...n, started: n.running + n.stopped };
}
