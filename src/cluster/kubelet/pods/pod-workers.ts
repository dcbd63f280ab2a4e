import type { Pod } from '../../../api/types';
import { deepEqual } from '../../../base/json';
import { MachineKind } from '../../../kernel/machine';
import { NONE } from '../../../kernel/time';
import { gracePeriodOf, isBeingDeleted, podSubject, podUid } from './pod';
import { podWorkerMachine, type PodWorkerEvent } from './pod-worker.machine';
import { checkImage, createContainer, pullImage, recordFailure, recordPull, recordStart, runPostStart, startContainer } from './container-steps';
import { admit, createCgroup, createDirectories, fetchPullSecrets, mountVolumes, rest } from './prepare-steps';
import { computeActions, createSandbox, killContainers, readSandbox } from './sandbox-steps';
import { computeStatus, isActive, update } from './status-step';
import { confirmStopped, removeCgroup, stopContainers, stopSandbox, terminate, unmountVolumes } from './termination-steps';
import { NOTHING_SEEN } from '../runtime/pod-status';
import type { Worker, WorkerData, WorkerDeps } from './worker';

/**
 * The pods of the node and their workers: what the sync loop does with what it hears.
 * Models pkg/kubelet/kubelet.go HandlePodAdditions, HandlePodUpdates, HandlePodRemoves, pod_workers.go.
 */
export class PodWorkers {
  private readonly workers = new Map<string, Worker>();
  private readonly kind: MachineKind<PodWorkerEvent, WorkerData>;

  constructor(private readonly deps: WorkerDeps) {
    this.kind = new MachineKind<PodWorkerEvent, WorkerData>('pod worker', podWorkerMachine, {
      admit: (m: Worker) => admit(deps, m), rest: (m: Worker) => rest(deps, m), computeStatus: (m: Worker) => computeStatus(deps, m),
      createCgroup, createDirectories, fetchPullSecrets, mountVolumes: (m: Worker) => mountVolumes(deps, m),
      computeActions: (m: Worker) => computeActions(deps, m), createSandbox: (m: Worker) => createSandbox(deps, m), readSandbox: (m: Worker) => readSandbox(deps, m),
      killContainers: (m: Worker) => killContainers(deps, m), checkImage: (m: Worker) => checkImage(deps, m), pullImage: (m: Worker) => pullImage(deps, m),
      recordPull: (m: Worker) => recordPull(deps, m), createContainer: (m: Worker) => createContainer(deps, m), startContainer: (m: Worker) => startContainer(deps, m),
      recordStart: (m: Worker) => recordStart(deps, m), runPostStart: (m: Worker) => runPostStart(deps, m), recordFailure: (m: Worker) => recordFailure(deps, m),
      stopContainers: (m: Worker) => stopContainers(deps, m), stopSandbox: (m: Worker) => stopSandbox(deps, m), confirmStopped: (m: Worker) => confirmStopped(deps, m),
      unmountVolumes: (m: Worker) => unmountVolumes(deps, m), removeCgroup, terminate: (m: Worker) => terminate(deps, m),
    });
  }

  get(uid: string): Worker | undefined {
    return this.workers.get(uid);
  }

  all(): Iterable<Worker> {
    return this.workers.values();
  }

  /** Pods that take up room on the node. */
  activePods(): readonly Pod[] {
    const active: Pod[] = [];
    for (const worker of this.workers.values()) if (isActive(this.deps, worker)) active.push(worker.data.pod);
    return active;
  }

  add(pod: Pod): void {
    const uid = podUid(pod);
    // What is over needs no worker; the API removes it without asking.
    if (this.workers.has(uid) || ((pod.status.phase === 'Succeeded' || pod.status.phase === 'Failed') && !isBeingDeleted(pod))) return;
    const data: WorkerData = {
      uid, pod, seen: NOTHING_SEEN, working: true, pending: [], deletion: NONE, lastSync: 0, prepared: false, actions: undefined, queue: [], starting: undefined, sandboxId: '', podIP: '',
      failures: new Map(), failed: false, retry: undefined, terminating: this.deps.context.behaviour.terminatingPhases && isBeingDeleted(pod),
      stopped: false, terminated: false, over: false, verdict: undefined, deadline: undefined, removed: false,
    };
    this.workers.set(uid, this.deps.context.actor.start(this.kind, { subject: podSubject(pod), data }));
  }

  /** The pod changed in the API. */
  change(pod: Pod): void {
    const worker = this.workers.get(podUid(pod));
    if (worker === undefined) {
      this.add(pod);
      return;
    }
    const { data } = worker;
    data.pod = pod;
    if (isBeingDeleted(pod) && data.deletion === NONE) data.deletion = worker.kernel.currentMessage;
    if (isBeingDeleted(pod) && data.terminated) {
      this.deps.status.enqueue(pod);
      return;
    }
    if (isBeingDeleted(pod)) this.end(worker);
    update(this.deps, worker);
  }

  /** The API has a newer version of the pod that differs in nothing that matters. */
  refresh(pod: Pod): void {
    const worker = this.workers.get(podUid(pod));
    if (worker !== undefined) worker.data.pod = pod;
  }

  /** The pod is gone from the API. */
  remove(pod: Pod): void {
    const { deps } = this;
    const worker = this.workers.get(podUid(pod));
    if (worker === undefined) return;
    const { data } = worker;
    data.removed = true;
    data.pod = pod;
    if (data.deletion === NONE) data.deletion = worker.kernel.currentMessage;
    if (deps.context.behaviour.terminatingPhases) {
      if (data.terminated) this.forget(worker);
      else {
        this.end(worker);
        update(deps, worker);
      }
      return;
    }
    deps.probes.remove(data.uid);
    const seen = deps.pleg.statusOf(data.uid);
    const stopSandboxes = (): void => {
      for (const { id } of seen.sandboxes) deps.context.runtime.call('StopPodSandbox', { podSandboxId: id }, worker.subject, () => {});
    };
    if (seen.containers.some((c) => c.state === 'CONTAINER_RUNNING')) {
      // Models pkg/kubelet/pod_workers.go podKiller (1.20)
      const { kernel } = worker;
      kernel.currentSpan = worker.span;
      deps.killer.killAll(pod, seen, gracePeriodOf(pod), stopSandboxes);
    }
    if (!data.working) this.forget(worker);
  }

  /** Something about the pod is worth a look; the message being handled is the cause. */
  sync(uid: string): void {
    const worker = this.workers.get(uid);
    if (worker !== undefined) update(this.deps, worker);
  }

  /** Lets go of what is kept for pods whose worker has finished. */
  sweep(): void {
    for (const worker of [...this.workers.values()]) if (worker.done) this.drop(worker);
  }

  private end(worker: Worker): void {
    if (!this.deps.context.behaviour.terminatingPhases) return;
    const { data } = worker;
    data.terminating = true;
    // Whoever waits for volumes waits no more.
    if (worker.state === 'mountingVolumes') worker.send({ type: 'DONE' });
  }

  private forget(worker: Worker): void {
    worker.send({ type: 'FORGET' });
    this.drop(worker);
  }

  private drop(worker: Worker): void {
    const { deps } = this;
    const { uid, pod, retry, deadline } = worker.data;
    if (retry !== undefined) retry.run = undefined;
    if (deadline !== undefined) deadline.run = undefined;
    this.workers.delete(uid);
    deps.probes.remove(uid);
    deps.volumes.forget(pod);
    deps.images.forget(pod);
    deps.crashes.forget(uid);
    deps.pleg.forget(uid);
    // The answer of a last comparison may still be on its way (1.20 asks once more for a pod that is gone).
    deps.status.forgetAfter(uid);
    deps.wakeCollector();
  }
}

/** Whether a pod differs from what it was in more than its status. Models pkg/kubelet/config/config.go podsDifferSemantically. */
export function differ(a: Pod, b: Pod): boolean {
  return a.metadata.deletionTimestamp !== b.metadata.deletionTimestamp || a.metadata.deletionGracePeriodSeconds !== b.metadata.deletionGracePeriodSeconds
    || !deepEqual(a.spec, b.spec) || !deepEqual(a.metadata.labels, b.metadata.labels) || !deepEqual(a.metadata.annotations, b.metadata.annotations);
}
