import { rpcErrorText } from '../../../api/cri';
import type { Container } from '../../../api/types';
import { LATENCY } from '../../latencies';
import { sandboxConfig } from '../containers/config';
import { goDuration } from '../duration';
import { containerNamed, hasExited } from '../runtime/pod-status';
import { podActions } from './actions';
import { containerRef, formatPod, podSubject, podUid } from './pod';
import type { Worker, WorkerDeps } from './worker';

/** What has to be done to the pod's sandbox and containers. */
export function computeActions(deps: WorkerDeps, m: Worker): void {
  const { data } = m;
  const actions = podActions(data.pod, data.seen, (id) => deps.probes.failed(id));
  data.actions = actions;
  data.sandboxId = actions.sandboxId;
  data.queue = [...actions.initContainersToStart.map((container) => ({ container, init: true })), ...actions.containersToStart.map((container) => ({ container, init: false }))];
  m.note({
    type: 'PodActions', killPod: actions.killPod, createSandbox: actions.createSandbox, attempt: actions.attempt,
    startInitContainers: actions.initContainersToStart.map((c) => c.name), startContainers: actions.containersToStart.map((c) => c.name), killContainers: actions.containersToKill.map((k) => k.message),
  });
  if (actions.killPod && data.seen.sandboxes.length > 0) {
    if (actions.createSandbox) deps.context.recorder.event(data.pod, 'Normal', 'SandboxChanged', 'Pod sandbox changed, it will be killed and re-created.');
    m.work(m.actor.sample(LATENCY.podActions), { type: 'KILL_POD' });
  } else if (actions.createSandbox) m.work(m.actor.sample(LATENCY.podActions), { type: 'CREATE_SANDBOX' });
  else if (actions.containersToKill.length > 0) m.work(m.actor.sample(LATENCY.podActions), { type: 'KILL_CONTAINERS' });
  else advance(deps, m, m.actor.sample(LATENCY.podActions));
}

/** On to the next container that may be started now. Containers that crashed too recently are passed over. Models kuberuntime_manager.go SyncPod start, doBackOff. */
export function advance(deps: WorkerDeps, m: Worker, delay = 0): void {
  const { data } = m;
  // What is reported on the way belongs to the state that goes on.
  if (m.kernel.currentSpan < 0) m.kernel.currentSpan = m.span;
  const go = (type: 'START_CONTAINER' | 'DONE'): void => {
    if (delay > 0) m.work(delay, { type });
    else m.send({ type });
  };
  data.starting = undefined;
  for (let next = data.queue.shift(); next !== undefined; next = data.queue.shift()) {
    const { container, init } = next;
    if (!inBackOff(deps, m, container)) {
      data.starting = { container, init, containerId: '', failure: undefined, failureEvent: undefined, hookEvent: undefined, pull: undefined };
      go('START_CONTAINER');
      return;
    }
    data.failed = true;
    if (init) break;
  }
  data.queue = [];
  go('DONE');
}

function inBackOff(deps: WorkerDeps, m: Worker, container: Container): boolean {
  const { pod, seen, failures } = m.data;
  const last = seen.containers.find((c) => c.metadata.name === container.name && hasExited(c));
  if (last === undefined) return false;
  const key = `${podUid(pod)}_${container.name}_${container.image}`;
  const { now } = m.kernel;
  if (!deps.crashes.inBackOffSince(key, last.finishedAt, now)) {
    deps.crashes.next(key, last.finishedAt, now);
    return false;
  }
  deps.context.recorder.event(containerRef(pod, container), 'Warning', 'BackOff', deps.context.behaviour.backOff(container.name, formatPod(pod)));
  failures.set(container.name, {
    reason: 'CrashLoopBackOff', message: `back-off ${goDuration(deps.crashes.get(key))} restarting failed container=${container.name} pod=${formatPod(pod)}`,
  });
  return true;
}

export function createSandbox(deps: WorkerDeps, m: Worker): void {
  const { context } = deps;
  const { pod, actions } = m.data;
  const config = sandboxConfig(pod, actions?.attempt ?? 0, context.spec);
  const { span } = m;
  context.runtime.call('RunPodSandbox', { config }, podSubject(pod), (result) => {
    if (result.ok) {
      m.data.sandboxId = result.value.podSandboxId;
      m.send({ type: 'NEXT' });
      return;
    }
    m.data.failed = true;
    m.kernel.currentSpan = span;
    m.note({ type: 'SandboxFailed', reason: result.error.message });
    context.recorder.event(pod, 'Warning', 'FailedCreatePodSandBox', `Failed to create pod sandbox: ${rpcErrorText(result.error)}`);
    m.send({ type: 'DONE' });
  });
}

export function readSandbox(deps: WorkerDeps, m: Worker): void {
  deps.context.runtime.call('PodSandboxStatus', { podSandboxId: m.data.sandboxId }, m.subject, (result) => {
    if (result.ok) {
      const { status } = result.value;
      m.data.podIP = m.data.pod.spec.hostNetwork === true ? deps.context.node.address : status.ip;
      m.note({ type: 'PodSandbox', id: status.id, ip: m.data.podIP });
    }
    advance(deps, m);
  });
}

/** Ends containers that must not go on: their probes failed, or their definition changed. */
export function killContainers(deps: WorkerDeps, m: Worker): void {
  const { pod, actions, podIP } = m.data;
  const kills = actions?.containersToKill ?? [];
  let open = kills.length;
  for (const { container, status, message } of kills) {
    const own = deps.probes.failed(status.id) === 'startup' ? container.startupProbe : container.livenessProbe;
    const grace = own?.terminationGracePeriodSeconds ?? pod.spec.terminationGracePeriodSeconds;
    deps.killer.kill({ pod, container, containerId: status.id, podIP, message, grace }, () => {
      if (--open === 0) advance(deps, m);
    });
  }
}

/** The attempt that a container is about to make. */
export function attemptOf(m: Worker, name: string): number {
  const last = containerNamed(m.data.seen, name);
  return last === undefined ? 0 : last.metadata.attempt + 1;
}
