import { formatTime } from '../../../api/time';
import { SECOND } from '../../../kernel/time';
import { wallMicros } from '../../clock';
import { LATENCY } from '../../latencies';
import { cpuShares, podCgroup, qosClass } from '../containers/qos';
import { quantityMilliValue } from '../../../api/quantity';
import { nextTick } from '../context';
import { admit as admission } from './admission';
import { podUid } from './pod';
import { begin, update } from './status-step';
import type { Worker, WorkerDeps } from './worker';

/** May this pod run here? Models pkg/kubelet/kubelet.go HandlePodAdditions, canAdmitPod. */
export function admit(deps: WorkerDeps, m: Worker): void {
  const { context, status, probes, volumes } = deps;
  const { pod } = m.data;
  const rejection = admission(pod, deps.activePods(), context.node);
  if (rejection === undefined) {
    m.note({ type: 'Admitted', node: context.node.name });
    volumes.add(pod);
    probes.add(pod);
    const known = deps.pleg.isNewerThan(m.data.uid, 0);
    m.work(m.actor.sample(LATENCY.podAdmit), { type: known ? 'ADMITTED' : 'AWAIT_RELIST' });
    // A kubelet that has just begun looks first what an earlier one left running.
    if (!known) {
      deps.pleg.whenNewerThan(m.data.uid, 0, () => {
        m.kernel.currentMessage = m.cause;
        if (context.alive()) m.send({ type: 'SYNC' });
      });
    }
    return;
  }
  const { reason, detail } = rejection;
  m.note({ type: 'Rejected', reason, detail });
  context.recorder.event(pod, 'Warning', reason, detail);
  m.data.verdict = { reason, message: context.behaviour.rejected(detail) };
  m.data.terminated = true;
  status.replace(pod, {
    ...(context.behaviour.observedGeneration && pod.metadata.generation !== undefined ? { observedGeneration: pod.metadata.generation } : {}),
    phase: 'Failed', reason, message: m.data.verdict.message, startTime: formatTime(wallMicros(m.kernel.now)), ...(pod.status.qosClass === undefined ? {} : { qosClass: pod.status.qosClass }),
    ...(pod.status.conditions === undefined ? {} : { conditions: pod.status.conditions }),
  }, false);
  m.work(m.actor.sample(LATENCY.podAdmit), { type: 'REJECTED' });
}

/** The end of a sync: what came meanwhile is next; what failed is tried again. Models pkg/kubelet/pod_workers.go completeWork. */
export function rest(deps: WorkerDeps, m: Worker): void {
  const { data, kernel, actor } = m;
  data.working = false;
  data.lastSync = kernel.now;
  if (data.removed && (data.terminated || !deps.context.behaviour.terminatingPhases)) {
    m.send({ type: 'FORGET' });
    return;
  }
  if (data.terminated) return;
  if (data.pending.length > 0) {
    const rows = data.pending;
    data.pending = [];
    begin(deps, m, rows);
    return;
  }
  if (!data.failed) return;
  // The queue is looked through once a second.
  const wait = Math.round(10 * SECOND * (1 + 0.5 * actor.random.next()));
  const at = nextTick(kernel.now + wait, SECOND, deps.context.startedAt);
  m.note({ type: 'Retry', inSeconds: (at - kernel.now) / SECOND, failures: [...data.failures].map(([container, { reason }]) => ({ container, reason })) });
  data.retry = actor.timer(at - kernel.now, 'retry after an error', () => {
    if (deps.context.alive()) update(deps, m);
  }, m.subject);
}

export function createCgroup(m: Worker): void {
  const { pod } = m.data;
  const milli = pod.spec.containers.reduce((n, c) => n + quantityMilliValue(c.resources.requests?.['cpu'] ?? c.resources.limits?.['cpu'] ?? '0'), 0);
  m.note({ type: 'Cgroup', path: podCgroup(pod), qosClass: qosClass(pod), cpuShares: cpuShares(milli) });
  m.work(m.actor.sample(LATENCY.podCgroup), { type: 'NEXT' });
}

export function createDirectories(m: Worker): void {
  const root = `/var/lib/kubelet/pods/${podUid(m.data.pod)}`;
  m.note({ type: 'Directories', paths: [root, `${root}/volumes`, `${root}/plugins`] });
  m.work(m.actor.sample(LATENCY.podDirectories), { type: 'NEXT' });
}

export function mountVolumes(deps: WorkerDeps, m: Worker): void {
  const { pod } = m.data;
  const { span } = m;
  deps.volumes.whenMounted(pod, (unmounted) => {
    // The wait may have been given up.
    if (m.span !== span) return;
    if (unmounted.length === 0) {
      m.data.prepared = true;
      m.send({ type: 'NEXT' });
      return;
    }
    const all = (pod.spec.volumes ?? []).map((v) => v.name);
    m.data.failed = true;
    const { kernel } = m;
    kernel.currentSpan = span;
    deps.context.recorder.event(pod, 'Warning', 'FailedMount', `Unable to attach or mount volumes: unmounted volumes=[${unmounted.join(' ')}], unattached volumes=[${all.join(' ')}]: timed out waiting for the condition`);
    m.send({ type: 'DONE' });
  });
}

export function fetchPullSecrets(m: Worker): void {
  const secrets = m.data.pod.spec.imagePullSecrets ?? [];
  if (secrets.length > 0) m.note({ type: 'PullSecrets', names: secrets.map((s) => s.name) });
  m.work(m.actor.sample(LATENCY.syncLoop), { type: 'NEXT' });
}
