import { LATENCY } from '../../latencies';
import { podCgroup } from '../containers/qos';
import { gracePeriodOf } from './pod';
import { generate } from './status-step';
import type { Worker, WorkerDeps } from './worker';

/** Ends every container of the pod that runs. Models pkg/kubelet/kuberuntime/kuberuntime_manager.go killPodWithSyncResult. */
export function stopContainers(deps: WorkerDeps, m: Worker): void {
  const { pod, seen } = m.data;
  deps.killer.killAll(pod, seen, gracePeriodOf(pod), () => m.send({ type: 'NEXT' }));
}

export function stopSandbox(deps: WorkerDeps, m: Worker): void {
  const { data } = m;
  const ids = data.seen.sandboxes.map((s) => s.id);
  const after = (): void => {
    if (data.terminating) m.send({ type: 'CONFIRM' });
    else m.send({ type: data.actions?.killPod === true && data.actions.createSandbox ? 'CREATE_SANDBOX' : 'DONE' });
  };
  const next = (i: number): void => {
    const podSandboxId = ids[i];
    if (podSandboxId === undefined) after();
    else {
      deps.context.runtime.call('StopPodSandbox', { podSandboxId }, m.subject, () => {
        m.kernel.currentSpan = m.span;
        next(i + 1);
      });
    }
  };
  if (ids.length === 0) m.work(m.actor.sample(LATENCY.syncLoop), { type: data.terminating ? 'CONFIRM' : 'DONE' });
  else next(0);
}

/** Asks the runtime once more, so that the exit codes are the last word. Models pkg/kubelet/kubelet.go SyncTerminatingPod. */
export function confirmStopped(deps: WorkerDeps, m: Worker): void {
  const { data } = m;
  const { span } = m;
  const sandboxes = data.seen.sandboxes.map((s) => s.id);
  const containers = data.seen.containers.map((c) => c.id);
  deps.pleg.read(data.uid, sandboxes, containers, (status) => {
    data.seen = status;
    data.stopped = true;
    deps.pleg.remember(data.uid, status);
    m.kernel.currentSpan = span;
    const set = deps.status.set(data.pod, generate(deps, m, deps.context.behaviour.terminalPhaseWhenDeleted), data.pod.metadata.deletionTimestamp !== undefined);
    m.note({ type: 'PodStatus', phase: set.phase, containers: (set.containerStatuses ?? []).map((c) => ({ name: c.name, state: c.state })) });
    data.pending.push(m.cause);
    m.send({ type: 'DONE' });
  }, m.subject);
}

export function unmountVolumes(deps: WorkerDeps, m: Worker): void {
  deps.volumes.unmount(m.data.pod, () => m.send({ type: 'NEXT' }));
}

export function removeCgroup(m: Worker): void {
  m.note({ type: 'CgroupRemoved', path: podCgroup(m.data.pod) });
  m.work(m.actor.sample(LATENCY.podCgroup), { type: 'NEXT' });
}

/** Nothing of the pod is left on the node but what the garbage collector takes: its object may go. Models pkg/kubelet/status/status_manager.go TerminatePod. */
export function terminate(deps: WorkerDeps, m: Worker): void {
  m.data.terminated = true;
  m.data.working = false;
  deps.probes.remove(m.data.uid);
  deps.status.enqueue(m.data.pod);
  deps.wakeCollector();
}
