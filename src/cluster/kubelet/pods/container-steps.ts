import { LATENCY } from '../../latencies';
import { containerConfig } from '../containers/config';
import { environment } from '../containers/env';
import { runHook } from '../containers/hooks';
import { gracePeriodOf, containerRef, podSubject } from './pod';
import { advance, attemptOf } from './sandbox-steps';
import type { Starting, Worker, WorkerDeps } from './worker';

/** The container at hand; the machine is only in these states while there is one. */
function at(m: Worker): Starting {
  const { starting } = m.data;
  if (starting === undefined) throw new Error('invariant: no container is being started');
  return starting;
}

function fail(m: Worker, reason: string, message: string, event: string | undefined): void {
  const starting = at(m);
  starting.failure = { reason, message };
  starting.failureEvent = event;
  m.send({ type: 'FAILED' });
}

export function checkImage(deps: WorkerDeps, m: Worker): void {
  const { images, context } = deps;
  const { pod } = m.data;
  const starting = at(m);
  const { container } = starting;
  m.note({ type: 'Container', name: container.name, image: container.image, pullPolicy: container.imagePullPolicy });
  const invalid = images.checkName(pod, container);
  if (invalid !== undefined) {
    fail(m, invalid.reason, invalid.message, invalid.reason);
    return;
  }
  const { span } = m;
  context.runtime.call('ImageStatus', { image: container.image }, podSubject(pod), (result) => {
    m.kernel.currentSpan = span;
    const decision = images.decide(pod, container, result.ok && result.value.image !== undefined);
    if (decision.kind === 'failed') fail(m, decision.failure.reason, decision.failure.message, decision.failure.reason);
    else m.send({ type: decision.kind === 'pull' ? 'PULL' : 'PRESENT' });
  });
}

export function pullImage(deps: WorkerDeps, m: Worker): void {
  const starting = at(m);
  const asked = m.kernel.now;
  deps.images.pull(m.data.pod, starting.container, (error, began) => {
    starting.pull = { error, began, asked };
    m.send({ type: 'PULL_ENDED' });
  });
}

export function recordPull(deps: WorkerDeps, m: Worker): void {
  const { container, pull } = at(m);
  if (pull === undefined) return;
  const failure = deps.images.report(m.data.pod, container, pull.error, pull.began, pull.asked);
  if (failure === undefined) m.send({ type: 'PRESENT' });
  else fail(m, failure.reason, failure.message, failure.reason);
}

// Models pkg/kubelet/kuberuntime/kuberuntime_container.go startContainer
export function createContainer(deps: WorkerDeps, m: Worker): void {
  const { context, objects, volumes, services } = deps;
  const { pod, podIP, sandboxId } = m.data;
  const starting = at(m);
  const { container } = starting;
  const namespace = pod.metadata.namespace ?? '';
  const env = environment(pod, container, {
    configMap: (name) => objects.configMap(namespace, name), secret: (name) => objects.secret(namespace, name), services: services(), podIP, hostIP: context.node.address,
  });
  if (!env.ok) {
    fail(m, 'CreateContainerConfigError', env.error, env.error);
    return;
  }
  const config = containerConfig({ pod, container, attempt: attemptOf(m, container.name), env: env.value, volumes: volumes.mounted(pod), node: context.node });
  context.runtime.call('CreateContainer', { podSandboxId: sandboxId, config }, podSubject(pod), (result) => {
    if (!result.ok) {
      fail(m, 'CreateContainerError', result.error.message, result.error.message);
      return;
    }
    starting.containerId = result.value.containerId;
    m.send({ type: 'CREATED' });
  });
}

export function startContainer(deps: WorkerDeps, m: Worker): void {
  const { context } = deps;
  const { pod } = m.data;
  const { container, containerId } = at(m);
  context.recorder.event(containerRef(pod, container), 'Normal', 'Created', context.behaviour.created(container.name));
  context.runtime.call('StartContainer', { containerId }, podSubject(pod), (result) => {
    if (result.ok) m.send({ type: 'STARTED' });
    else fail(m, 'RunContainerError', result.error.message, result.error.message);
  });
}

export function recordStart(deps: WorkerDeps, m: Worker): void {
  const { pod, failures } = m.data;
  const { container, containerId } = at(m);
  deps.context.recorder.event(containerRef(pod, container), 'Normal', 'Started', `Started container ${container.name}`);
  failures.delete(container.name);
  m.note({ type: 'ContainerStarted', name: container.name, id: containerId, logLink: `/var/log/containers/${pod.metadata.name}_${pod.metadata.namespace ?? ''}_${container.name}-${containerId}.log` });
  if (container.lifecycle?.postStart !== undefined) m.send({ type: 'HOOK' });
  else advance(deps, m, m.actor.sample(LATENCY.syncLoop));
}

export function runPostStart(deps: WorkerDeps, m: Worker): void {
  const { pod, podIP } = m.data;
  const starting = at(m);
  const hook = starting.container.lifecycle?.postStart;
  if (hook === undefined) return;
  runHook(deps.context, pod, starting.container, starting.containerId, podIP, hook, (failure) => {
    if (failure === undefined) {
      advance(deps, m);
      return;
    }
    const short = deps.context.behaviour.shortHookEvents;
    starting.hookEvent = short ? 'PostStartHook failed' : failure.message;
    fail(m, short ? 'PostStartHookError' : `PostStartHookError: ${failure.error}`, failure.message, undefined);
  });
}

/** A container that could not be started: what the events and the reason cache say of it. */
export function recordFailure(deps: WorkerDeps, m: Worker): void {
  const { context, killer } = deps;
  const { data } = m;
  const { container, init, failure, failureEvent, hookEvent, containerId } = at(m);
  if (failure === undefined) return;
  data.failed = true;
  data.failures.set(container.name, failure);
  m.note({ type: 'StartFailed', container: container.name, ...failure });
  if (failureEvent !== undefined) context.recorder.event(containerRef(data.pod, container), 'Warning', 'Failed', `Error: ${failureEvent}`);
  // An init container that fails keeps those after it from starting.
  if (init) data.queue = [];
  if (hookEvent === undefined) {
    advance(deps, m, m.actor.sample(LATENCY.syncLoop));
    return;
  }
  context.recorder.event(containerRef(data.pod, container), 'Warning', 'FailedPostStartHook', hookEvent);
  killer.kill({ pod: data.pod, container, containerId, podIP: data.podIP, message: 'FailedPostStartHook', grace: gracePeriodOf(data.pod) }, () => advance(deps, m));
}
