import { SECOND } from '../../../kernel/time';
import { wallMicros } from '../../clock';
import { LATENCY } from '../../latencies';
import { nextTick } from '../context';
import { generateStatus, type GeneratedStatus } from '../status/generate';
import { isBeingDeleted, podUid, timeOf } from './pod';
import { notRunning } from './restart';
import type { Worker, WorkerDeps } from './worker';

const DEADLINE = { reason: 'DeadlineExceeded', message: 'Pod was active on the node longer than the specified deadline' };

/** When a pod's active deadline passes, in virtual time; undefined: it has none, or the clock has not begun. */
function deadlineOf(deps: WorkerDeps, m: Worker): number | undefined {
  const { pod, uid } = m.data;
  const { activeDeadlineSeconds } = pod.spec;
  if (activeDeadlineSeconds === undefined) return undefined;
  const started = timeOf(deps.status.statusOf(uid)?.startTime ?? pod.status.startTime);
  return started === undefined ? undefined : started + activeDeadlineSeconds * SECOND - wallMicros(0);
}

export function generate(deps: WorkerDeps, m: Worker, terminal: boolean): GeneratedStatus {
  const { context, status, probes } = deps;
  const { pod, uid, seen, failures, verdict } = m.data;
  return generateStatus({
    pod, seen, previous: status.statusOf(uid) ?? pod.status, failures: (name) => failures.get(name), probes: probes.viewOf(uid),
    hostIP: context.node.address, behaviour: context.behaviour, terminal, verdict,
  });
}

/** The first step of a sync: what to tell the API about the pod, and which way to go on. Models pkg/kubelet/kubelet.go SyncPod, SyncTerminatingPod, SyncTerminatedPod. */
export function computeStatus(deps: WorkerDeps, m: Worker): void {
  const { context, status, pleg, probes } = deps;
  const { data } = m;
  const { behaviour } = context;
  data.seen = pleg.statusOf(data.uid);
  data.podIP = data.seen.ip;
  data.failed = false;
  // What the last sync decided is done.
  data.actions = undefined;
  const deadline = deadlineOf(deps, m);
  if (deadline !== undefined && deadline <= m.kernel.now && data.verdict === undefined) data.verdict = DEADLINE;
  if (data.verdict?.reason === DEADLINE.reason && !data.stopped) context.recorder.event(data.pod, 'Normal', DEADLINE.reason, DEADLINE.message);
  const deleted = isBeingDeleted(data.pod);
  const generated = generate(deps, m, data.stopped && behaviour.terminalPhaseWhenDeleted);
  const set = status.set(data.pod, generated, deleted);
  data.over = set.phase === 'Failed' || set.phase === 'Succeeded';
  m.note({ type: 'PodStatus', phase: set.phase, podIP: set.podIP ?? '', containers: (set.containerStatuses ?? []).map((c) => ({ name: c.name, ready: c.ready, restartCount: c.restartCount, state: c.state })) });
  watchDeadline(deps, m);
  const next = (type: 'NEXT' | 'PREPARED' | 'KILL_POD' | 'CLEAN_UP' | 'DONE'): void => m.work(m.actor.sample(LATENCY.podStatus), { type });
  if (!behaviour.terminatingPhases) {
    if (deleted || set.phase === 'Failed') {
      if (set.phase === 'Failed' && !deleted) deps.unwanted(m);
      next('KILL_POD');
    } else next(data.prepared ? 'PREPARED' : 'NEXT');
    return;
  }
  if (data.stopped) {
    next('CLEAN_UP');
  } else if (data.terminating) {
    probes.stopLivenessAndStartup(data.uid);
    next('KILL_POD');
  } else if (set.phase === 'Failed' || set.phase === 'Succeeded') {
    // Its work is over: the next sync ends it.
    data.terminating = true;
    data.pending.push(m.cause);
    next('DONE');
  } else next(data.prepared ? 'PREPARED' : 'NEXT');
}

/** The sync loop looks every second whether a deadline has passed. Models pkg/kubelet/active_deadline.go. */
function watchDeadline(deps: WorkerDeps, m: Worker): void {
  const deadline = deadlineOf(deps, m);
  if (deadline === undefined || m.data.deadline !== undefined || m.data.verdict !== undefined) return;
  const { actor, kernel } = m;
  const at = nextTick(Math.max(deadline, kernel.now) - 1, SECOND, deps.context.startedAt);
  m.data.deadline = actor.timer(at - kernel.now, 'active deadline', () => {
    if (deps.context.alive()) update(deps, m);
  }, m.subject);
}

/** Something happened that a worker has to look at; the message being handled is the cause. Models pkg/kubelet/pod_workers.go UpdatePod. */
export function update(deps: WorkerDeps, m: Worker): void {
  const { data } = m;
  if (m.done || data.terminated) return;
  if (!deps.context.behaviour.terminatingPhases && isOver(deps, m)) {
    if (!isBeingDeleted(data.pod)) return;
    deps.status.enqueue(data.pod);
    deps.unwanted(m);
    deps.wakeCollector();
    return;
  }
  const row = m.kernel.currentMessage;
  if (data.working) {
    data.pending.push(row);
    return;
  }
  begin(deps, m, [row]);
}

/** Models pkg/kubelet/kubelet_pods.go podIsTerminated (1.20). */
function isOver(deps: WorkerDeps, m: Worker): boolean {
  const { pod, uid } = m.data;
  const status = deps.status.statusOf(uid) ?? pod.status;
  return status.phase === 'Failed' || status.phase === 'Succeeded' || (isBeingDeleted(pod) && notRunning(status));
}

/**
 * Whether a pod takes up room on the node: no longer once its containers are known to have stopped, though its volumes may still
 * be there; a pod that has come to its end does until then.
 * Models pkg/kubelet/kubelet_pods.go filterOutInactivePods, pod_workers.go IsPodKnownTerminated; before 1.22 filterOutTerminatedPods.
 */
export function isActive(deps: WorkerDeps, m: Worker): boolean {
  const { data } = m;
  if (data.terminated) return false;
  if (!deps.context.behaviour.terminatingPhases) return !isOver(deps, m);
  return !data.stopped && (!data.over || data.terminating);
}

/** Begins a sync as soon as what is known of the pod is newer than the last one. */
export function begin(deps: WorkerDeps, m: Worker, rows: readonly number[]): void {
  const { data, kernel } = m;
  const { pleg } = deps;
  data.working = true;
  if (data.retry !== undefined) data.retry.run = undefined;
  data.retry = undefined;
  const [first, ...more] = rows;
  const sync = (): void => {
    if (first !== undefined && first >= 0) kernel.currentMessage = first;
    // Whatever makes it look at a pod that has to go: that it has to go led to what it will do.
    m.send({ type: 'SYNC' }, rows.includes(data.deletion) ? more : [...more, data.deletion]);
  };
  if (pleg.isNewerThan(podUid(data.pod), data.lastSync)) {
    sync();
    return;
  }
  if (first !== undefined && first >= 0) kernel.currentMessage = first;
  m.send({ type: 'AWAIT_RELIST' });
  pleg.whenNewerThan(data.uid, data.lastSync, () => {
    if (deps.context.alive()) sync();
  });
}
