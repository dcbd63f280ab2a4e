import { getCondition } from '../conditions';
import { humanDuration } from '../duration';
import { isPodTerminal, isSidecar } from '../pods';
import { parseTime } from '../time';
import type { ContainerStateTerminated, ContainerStatus, Pod } from '../types';
import { age, columns } from './printer';
import type { PrintContext, Printer } from './printer';

/** What the STATUS, READY and RESTARTS columns say of a pod. */
export interface PodSummary {
  readonly ready: number;
  readonly total: number;
  readonly status: string;
  readonly restarts: number;
  /** Epoch microseconds of the last end of a container, if one was restarted. */
  readonly lastRestart: number | undefined;
}

function ended(t: ContainerStateTerminated): string {
  if (t.reason !== undefined && t.reason !== '') return t.reason;
  return (t.signal ?? 0) !== 0 ? `Signal:${t.signal}` : `ExitCode:${t.exitCode}`;
}

function later(a: number | undefined, status: ContainerStatus): number | undefined {
  const finished = status.lastState.terminated?.finishedAt;
  const b = finished === undefined || finished === null ? undefined : parseTime(finished);
  return a === undefined || (b !== undefined && b > a) ? b : a;
}

interface InitSummary {
  readonly reason: string | undefined;
  readonly ready: number;
  readonly restarts: number;
  readonly sidecarRestarts: number;
  readonly last: number | undefined;
  readonly sidecarLast: number | undefined;
}

/** Walks the init containers up to the first that is not done. */
function initSummary(pod: Pod): InitSummary {
  const specs = pod.spec.initContainers ?? [];
  let ready = 0;
  let restarts = 0;
  let sidecarRestarts = 0;
  let last: number | undefined;
  let sidecarLast: number | undefined;
  let reason: string | undefined;
  for (const [i, status] of (pod.status.initContainerStatuses ?? []).entries()) {
    const spec = specs.find((c) => c.name === status.name);
    const sidecar = spec !== undefined && isSidecar(spec);
    restarts += status.restartCount;
    last = later(last, status);
    if (sidecar) {
      sidecarRestarts += status.restartCount;
      sidecarLast = later(sidecarLast, status);
    }
    const { terminated, waiting } = status.state ?? {};
    if (terminated?.exitCode === 0) continue;
    if (sidecar && status.started === true) {
      if (status.ready) ready++;
      continue;
    }
    if (terminated !== undefined) reason = `Init:${ended(terminated)}`;
    else if (waiting?.reason !== undefined && waiting.reason !== '' && waiting.reason !== 'PodInitializing') reason = `Init:${waiting.reason}`;
    else reason = `Init:${i}/${specs.length}`;
    break;
  }
  return { reason, ready, restarts, sidecarRestarts, last, sidecarLast };
}

// Models pkg/printers/internalversion printPod
export function podSummary(pod: Pod, version: PrintContext['version']): PodSummary {
  const { status } = pod;
  let text: string = status.reason !== undefined && status.reason !== '' ? status.reason : status.phase;
  const scheduled = getCondition(status.conditions, 'PodScheduled');
  if (scheduled?.reason === 'SchedulingGated' && version !== '1.20') text = 'SchedulingGated';
  const init = initSummary(pod);
  let { ready, restarts, last } = init;
  if (init.reason !== undefined) text = init.reason;
  const initialized = version !== '1.20' && getCondition(status.conditions, 'Initialized')?.status === 'True';
  if (init.reason === undefined || initialized) {
    restarts = init.sidecarRestarts;
    last = init.sidecarLast;
    let running = false;
    for (const c of [...(status.containerStatuses ?? [])].reverse()) {
      restarts += c.restartCount;
      last = later(last, c);
      const { waiting, terminated } = c.state ?? {};
      if (waiting?.reason !== undefined && waiting.reason !== '') text = waiting.reason;
      else if (terminated !== undefined) text = ended(terminated);
      else if (c.ready && c.state?.running !== undefined) {
        running = true;
        ready++;
      }
    }
    if (text === 'Completed' && running) text = getCondition(status.conditions, 'Ready')?.status === 'True' ? 'Running' : 'NotReady';
  }
  if (pod.metadata.deletionTimestamp !== undefined) {
    if (status.reason === 'NodeLost') text = 'Unknown';
    else if (version === '1.20' || !isPodTerminal(pod)) text = 'Terminating';
  }
  const sidecars = (pod.spec.initContainers ?? []).filter(isSidecar).length;
  return { ready, total: pod.spec.containers.length + sidecars, status: text, restarts, lastRestart: last };
}

function readinessGates(pod: Pod): string {
  const gates = pod.spec.readinessGates ?? [];
  if (gates.length === 0) return '<none>';
  return `${gates.filter((g) => getCondition(pod.status.conditions, g.conditionType)?.status === 'True').length}/${gates.length}`;
}

const orNone = (text: string | undefined): string => (text === undefined || text === '' ? '<none>' : text);

function podPrinter(restartsColumn: string): Printer {
  return {
    columns: columns(`Name Ready Status ${restartsColumn} Age IP+ Node+ Nominated_Node+ Readiness_Gates+`),
    cells: (object, context) => {
      const pod = object as unknown as Pod;
      const s = podSummary(pod, context.version);
      // 1.22 made the count a text that also says when.
      const ago = s.restarts > 0 && s.lastRestart !== undefined ? ` (${humanDuration((context.now - s.lastRestart) / 1_000_000)} ago)` : '';
      const restarts = context.version === '1.20' ? s.restarts : `${s.restarts}${ago}`;
      return [
        pod.metadata.name, `${s.ready}/${s.total}`, s.status, restarts, age(pod, context), orNone(pod.status.podIPs?.[0]?.ip), orNone(pod.spec.nodeName),
        orNone(pod.status.nominatedNodeName), readinessGates(pod),
      ];
    },
  };
}

export const POD_PRINTERS = { '1.20': podPrinter('Restarts:integer'), '1.35': podPrinter('Restarts') } as const;
