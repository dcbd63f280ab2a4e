import type { FactInput } from './fact-table';
import { at, firstImage, flag, list, number, text } from './read';

/** What the map shows of a pod. */
export function podFact(pod: unknown): Partial<FactInput> {
  const statuses = list(at(pod, 'status', 'containerStatuses'));
  const sidecars = list(at(pod, 'spec', 'initContainers')).filter((c) => text(c, 'restartPolicy') === 'Always');
  const initStatuses = list(at(pod, 'status', 'initContainerStatuses'));
  const counted = [...statuses, ...initStatuses.filter((s) => sidecars.some((c) => text(c, 'name') === text(s, 'name')))];
  const node = text(pod, 'spec', 'nodeName');
  return {
    word: podWord(pod), phase: text(pod, 'status', 'phase'), ready: counted.filter((s) => flag(s, 'ready')).length, wanted: list(at(pod, 'spec', 'containers')).length + sidecars.length,
    restarts: counted.reduce<number>((sum, s) => sum + (number(s, 'restartCount') ?? 0), 0), node, ip: text(pod, 'status', 'podIP'), schedulable: node !== '', detail: firstImage(at(pod, 'spec')),
  };
}

/** The STATUS column of `kubectl get pods`. */
// Models pkg/printers/internalversion/printers.go printPod
export function podWord(pod: unknown): string {
  const conditions = list(at(pod, 'status', 'conditions'));
  let word = text(pod, 'status', 'reason') || text(pod, 'status', 'phase');
  if (conditions.some((c) => text(c, 'type') === 'PodScheduled' && text(c, 'reason') === 'SchedulingGated')) word = 'SchedulingGated';
  const initWord = initContainersWord(pod);
  if (initWord !== undefined) word = initWord;
  else {
    let running = false;
    for (const status of list(at(pod, 'status', 'containerStatuses')).toReversed()) {
      const waiting = text(status, 'state', 'waiting', 'reason');
      const terminated = at(status, 'state', 'terminated');
      if (waiting !== '') word = waiting;
      else if (terminated !== undefined) word = terminatedWord(terminated);
      else if (flag(status, 'ready') && at(status, 'state', 'running') !== undefined) running = true;
    }
    if (word === 'Completed' && running) word = conditions.some((c) => text(c, 'type') === 'Ready' && text(c, 'status') === 'True') ? 'Running' : 'NotReady';
  }
  if (text(pod, 'metadata', 'deletionTimestamp') !== '') {
    if (text(pod, 'status', 'reason') === 'NodeLost') return 'Unknown';
    const phase = text(pod, 'status', 'phase');
    if (phase !== 'Succeeded' && phase !== 'Failed') return 'Terminating';
  }
  return word;
}

/** `Init:0/2` and the like while initialisation goes on; undefined when it is over or there is none. */
function initContainersWord(pod: unknown): string | undefined {
  const containers = list(at(pod, 'spec', 'initContainers'));
  const statuses = list(at(pod, 'status', 'initContainerStatuses'));
  for (const [i, status] of statuses.entries()) {
    const container = containers.find((c) => text(c, 'name') === text(status, 'name'));
    const terminated = at(status, 'state', 'terminated');
    if (terminated !== undefined && number(terminated, 'exitCode') === 0) continue;
    if (text(container, 'restartPolicy') === 'Always' && flag(status, 'started')) continue;
    if (terminated !== undefined) return `Init:${terminatedWord(terminated, '')}`;
    const waiting = text(status, 'state', 'waiting', 'reason');
    return waiting !== '' && waiting !== 'PodInitializing' ? `Init:${waiting}` : `Init:${i}/${containers.length}`;
  }
  return undefined;
}

function terminatedWord(terminated: unknown, fallback = ''): string {
  const reason = text(terminated, 'reason') || fallback;
  if (reason !== '') return reason;
  const signal = number(terminated, 'signal') ?? 0;
  return signal !== 0 ? `Signal:${signal}` : `ExitCode:${number(terminated, 'exitCode') ?? 0}`;
}
